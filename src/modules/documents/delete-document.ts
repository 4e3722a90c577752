import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { invalidStateTransition, notFound, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id, Version } from '../../wire/index.ts';
import { quoteDeleted } from './document.ts';
import { checkStatus, factsOf, keepBefore } from './document-record.ts';
import { lockDocument, removeLines } from './store.ts';

export const deleteDocument = operation({
  name: 'delete_document',
  summary: 'Deletes a draft of a document.',
  guidance: 'What was issued stays on record: void it instead.',
  http: 'DELETE /documents/{id}',
  effect: 'destructive',
  permission: 'documents:write',
  mcp: 'action',
  input: z.strictObject({ id: Id('document'), version: Version.optional() }),
  output: z.object({ id: Id('document'), deleted: z.literal(true) }),
  refuses: [notFound, versionConflict, invalidStateTransition],
  emits: [quoteDeleted],
  async run(context, { id, version }) {
    const { db, organization } = context;
    const document = await lockDocument(context, { id, version });
    checkStatus(context, document.row, ['draft']);
    keepBefore(context, document);
    removeLines(context, id);
    db.later(sql`delete from documents where organization_id = ${organization} and id = ${id}`);
    context.emit(quoteDeleted({ ...document.row, ...factsOf(context, document.row) }));
    return { id, deleted: true as const };
  },
});
