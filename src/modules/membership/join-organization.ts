import { z } from 'zod';
import { notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { addressOf } from '../identity/index.ts';
import { alreadyMember, inviteAccepted, memberJoined, openInvite } from '../team/index.ts';
import { InviteToken } from './invite-token.ts';
import { join, Joined } from './joined.ts';

export const joinOrganization = operation({
  name: 'join_organization',
  summary: 'Join an organisation by the link of an invite e-mailed to your own address.',
  guidance: 'Then POST /api/auth/switch gives a token for that organisation.',
  http: 'POST /team/invites/join',
  effect: 'write',
  permission: 'signed_in',
  mcp: 'hidden',
  beyondOrganization: true,
  secretInput: ['token'],
  input: z.strictObject({ token: InviteToken }),
  output: Joined,
  refuses: [notFound, alreadyMember],
  emits: [inviteAccepted, memberJoined],
  async run(context, { token }) {
    const { userId } = context.actor;
    const [email, open] = await Promise.all([
      addressOf(context.db, userId),
      openInvite(context, token, { lock: true }),
    ]);
    // Another's invite is none of theirs: they learn no more of it than of one that never was.
    if (email !== open.invite.email) throw notFound();
    return join(context, open, userId);
  },
});
