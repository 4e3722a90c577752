import { z } from 'zod';
import { invalidStateTransition, notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Name } from '../../wire/index.ts';
import { declineQuote, DeclineReason, lockDocument, quoteDeclined } from '../documents/index.ts';
import { openShare, ShareToken } from './open-share.ts';
import { SharedAnswer, toldApart } from './shared-answer.ts';

export const declineSharedDocument = operation({
  name: 'decline_shared_document',
  summary: 'Decline a quote by its share link, in the name of the person who declines it.',
  http: 'POST /shared-documents/{token}/decline',
  effect: 'write',
  permission: 'public',
  mcp: 'hidden',
  cost: 5,
  secretInput: ['token'],
  input: z.strictObject({ token: ShareToken, name: Name, reason: DeclineReason.optional() }),
  output: SharedAnswer,
  refuses: [notFound, invalidStateTransition],
  emits: [quoteDeclined],
  async run(context, { token, name, reason }) {
    const { documentId } = await openShare(context, token, name);
    const before = await lockDocument(context, { id: documentId });
    return toldApart(() => declineQuote(context, before, { by: name, reason: reason ?? null }));
  },
});
