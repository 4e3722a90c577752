import { z } from 'zod';
import { invalidStateTransition, notFound, versionConflict } from '../../../operation/errors.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { Id, Name, Version } from '../../../wire/index.ts';
import { acceptQuote } from './answer-quote.ts';
import { Document, type DocumentRecord } from '../document.ts';
import { documentRecord, factsOf, keepBefore } from '../document-record.ts';
import type { StoredDocument } from '../document-row.ts';
import { goodsDelivered, quoteAccepted } from '../events.ts';
import { checkStatus } from '../status.ts';
import { changed, lockDocument, updateDocument } from '../store.ts';

export const acceptDocument = operation({
  name: 'accept_document',
  summary: 'Accept a quote for the client, or confirm receipt of the goods on a delivery note.',
  guidance: 'An expired quote needs a later `valid_until` first. Its prices then hold until convert_document.',
  http: 'POST /documents/{id}/accept',
  effect: 'write',
  permission: 'documents:write',
  mcp: 'action',
  noUndo: 'confirmed',
  input: z.strictObject({
    id: Id('document'),
    accepted_by: Name.optional().describe('Name of the person at the client who accepted.'),
    version: Version.optional(),
  }),
  output: Document,
  refuses: [notFound, versionConflict, invalidStateTransition],
  emits: [quoteAccepted, goodsDelivered],
  async run(context, { id, version, accepted_by: by = null }) {
    const before = await lockDocument(context, { id, version });
    return before.row.type === 'delivery_note' ? deliver(context, before, by) : acceptQuote(context, before, by);
  },
});

/** Notes that the goods of a delivery note have arrived, and who took them. */
function deliver(context: Context, before: StoredDocument, by: string | null): DocumentRecord {
  checkStatus(context, before.row, ['issued']);
  keepBefore(context, before);
  const row = changed(context, before.row, { accepted_at: context.now, accepted_by: by });
  updateDocument(context, { ...before, row });
  context.emit(goodsDelivered({ ...row, ...factsOf(context, row) }));
  return documentRecord(context, { ...before, row });
}
