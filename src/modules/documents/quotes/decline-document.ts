import { z } from 'zod';
import { invalidStateTransition, notFound, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id, Name, Version } from '../../../wire/index.ts';
import { declineQuote } from './answer-quote.ts';
import { DeclineReason, Document } from '../document.ts';
import { quoteDeclined } from '../events.ts';
import { lockDocument } from '../store.ts';

export const declineDocument = operation({
  name: 'decline_document',
  summary: 'Decline a quote on behalf of the client.',
  http: 'POST /documents/{id}/decline',
  effect: 'write',
  permission: 'documents:write',
  mcp: 'action',
  noUndo: 'confirmed',
  input: z.strictObject({
    id: Id('document'),
    reason: DeclineReason.optional(),
    declined_by: Name.optional().describe('Name of the person at the client who declined.'),
    version: Version.optional(),
  }),
  output: Document,
  refuses: [notFound, versionConflict, invalidStateTransition],
  emits: [quoteDeclined],
  run: async (context, { id, version, reason, declined_by: by }) =>
    declineQuote(context, await lockDocument(context, { id, version }), { by: by ?? null, reason: reason ?? null }),
});
