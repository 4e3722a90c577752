import { z } from 'zod';
import { invalidStateTransition, notFound, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id, Text, Version } from '../../wire/index.ts';
import { Document } from './document.ts';
import { documentRecord, factsOf, keepBefore } from './document-record.ts';
import { quoteDeclined } from './events.ts';
import { checkIsQuote, checkStatus } from './status.ts';
import { changed, lockDocument, updateDocument } from './store.ts';

const reasonMax = 500;

export const declineDocument = operation({
  name: 'decline_document',
  summary: 'Notes that the client does not want what a quote offers.',
  http: 'POST /documents/{id}/decline',
  effect: 'write',
  permission: 'documents:write',
  mcp: 'action',
  input: z.strictObject({ id: Id('document'), reason: Text(reasonMax).optional(), version: Version.optional() }),
  output: Document,
  refuses: [notFound, versionConflict, invalidStateTransition],
  emits: [quoteDeclined],
  async run(context, { id, version, reason }) {
    const before = await lockDocument(context, { id, version });
    checkIsQuote(before.row);
    checkStatus(context, before.row, ['open', 'expired']);
    keepBefore(context, before);
    const row = changed(context, before.row, { declined_at: context.now, decline_reason: reason ?? null });
    updateDocument(context, { ...before, row });
    context.emit(quoteDeclined({ ...row, ...factsOf(context, row) }));
    return documentRecord(context, { ...before, row });
  },
});
