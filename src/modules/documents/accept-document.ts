import { z } from 'zod';
import { invalidStateTransition, notFound, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id, Name, Version } from '../../wire/index.ts';
import { acceptQuote } from './answer-quote.ts';
import { Document } from './document.ts';
import { quoteAccepted } from './events.ts';
import { lockDocument } from './store.ts';

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
  run: async (context, { id, version, accepted_by: by }) =>
    acceptQuote(context, await lockDocument(context, { id, version }), by ?? null),
});
