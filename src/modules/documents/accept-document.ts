import { z } from 'zod';
import { invalidStateTransition, notFound, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id, Name, Version } from '../../wire/index.ts';
import { Document } from './document.ts';
import { documentRecord, factsOf, keepBefore } from './document-record.ts';
import { quoteAccepted } from './events.ts';
import { checkIsQuote, checkStatus } from './status.ts';
import { changed, lockDocument, updateDocument } from './store.ts';

export const acceptDocument = operation({
  name: 'accept_document',
  summary: 'Notes that the client has accepted a quote, whose prices then hold until it is made a sale.',
  guidance: 'Not after its last day: extend `valid_until` first.',
  http: 'POST /documents/{id}/accept',
  effect: 'write',
  permission: 'documents:write',
  mcp: 'action',
  input: z.strictObject({
    id: Id('document'),
    accepted_by: Name.optional().describe('Who of the client said so.'),
    version: Version.optional(),
  }),
  output: Document,
  refuses: [notFound, versionConflict, invalidStateTransition],
  emits: [quoteAccepted],
  async run(context, { id, version, accepted_by: by }) {
    const before = await lockDocument(context, { id, version });
    checkIsQuote(before.row);
    checkStatus(context, before.row, ['open']);
    keepBefore(context, before);
    const row = changed(context, before.row, { accepted_at: context.now, accepted_by: by ?? null });
    updateDocument(context, { ...before, row });
    context.emit(quoteAccepted({ ...row, ...factsOf(context, row) }));
    return documentRecord(context, { ...before, row });
  },
});
