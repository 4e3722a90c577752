import { z } from 'zod';
import { notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { answerInvite, inviteDeclined, openInvite, wireInvite } from '../team/index.ts';
import { InviteToken } from './invite-token.ts';

export const declineInvite = operation({
  name: 'decline_invite',
  summary: 'Decline an invite by its link, without logging in. The link stops working.',
  http: 'POST /team/invites/decline',
  effect: 'write',
  permission: 'public',
  mcp: 'hidden',
  cost: 5,
  answersEveryMs: 25,
  secretInput: ['token'],
  input: z.strictObject({ token: InviteToken }),
  output: z.object({ id: Id('invite'), declined: z.literal(true) }),
  refuses: [notFound],
  emits: [inviteDeclined],
  async run(context, { token }) {
    const { invite } = await openInvite(context, token, { lock: true });
    context.before(wireInvite(invite));
    context.emit(inviteDeclined(answerInvite(context, invite, { status: 'declined' })));
    return { id: invite.id, declined: true as const };
  },
});
