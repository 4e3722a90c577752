import { z } from 'zod';
import { invalidStateTransition, notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Name } from '../../wire/index.ts';
import { acceptQuote, lockDocument, quoteAccepted } from '../documents/index.ts';
import { openShare, ShareToken } from './open-share.ts';
import { SharedAnswer, toldApart } from './shared-answer.ts';

export const acceptSharedDocument = operation({
  name: 'accept_shared_document',
  summary: 'Accept a quote by its share link, in the name of the person who accepts it.',
  http: 'POST /shared-documents/{token}/accept',
  effect: 'write',
  permission: 'public',
  mcp: 'hidden',
  cost: 5,
  secretInput: ['token'],
  input: z.strictObject({ token: ShareToken, name: Name }),
  output: SharedAnswer,
  refuses: [notFound, invalidStateTransition],
  emits: [quoteAccepted],
  async run(context, { token, name }) {
    const { documentId } = await openShare(context, token, name);
    const before = await lockDocument(context, { id: documentId });
    return toldApart(() => acceptQuote(context, before, name));
  },
});
