import { z } from 'zod';
import { notFound, rateLimited } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import {
  acceptPasskey,
  addressOf,
  Assertion,
  checkPasskey,
  passkeyCopied,
  passkeyRefused,
  passkeySecrets,
  passkeysUnavailable,
} from '../identity/index.ts';
import { alreadyMember, inviteAccepted, memberJoined, openInvite } from '../team/index.ts';
import { InviteToken } from './invite-token.ts';
import { join, Joined } from './joined.ts';

export const acceptInviteWithPasskey = operation({
  name: 'accept_invite_with_passkey',
  summary: 'Accept an invite by its link and a passkey of the account with its address.',
  guidance: 'Answers the challenge of GET /api/auth/passkeys/login. The link works once.',
  http: 'POST /team/invites/accept-with-passkey',
  effect: 'write',
  permission: 'public',
  mcp: 'hidden',
  answersEveryMs: 25,
  previewable: false,
  secretInput: passkeySecrets,
  input: z.strictObject({ token: InviteToken, credential: Assertion }),
  output: Joined,
  refuses: [notFound, passkeyRefused, passkeysUnavailable, alreadyMember, rateLimited],
  emits: [inviteAccepted, memberJoined, passkeyCopied],
  prepare: (outside, { credential }) => checkPasskey(outside, credential),
  async run(context, { token }, presented) {
    const { user_id: userId } = await acceptPasskey(context, presented);
    const open = await openInvite(context, token, { lock: true });
    // Another's invite is none of theirs, and the link says nothing of whose it is.
    if ((await addressOf(context.db, userId)) !== open.invite.email) throw passkeyRefused();
    return join(context, open, userId);
  },
});
