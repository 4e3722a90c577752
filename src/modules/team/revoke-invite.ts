import { z } from 'zod';
import { forbidden, invalidStateTransition, notFound, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id, Version } from '../../wire/index.ts';
import { answerInvite, findInvite, Invite, inviteMustBe, inviteRevoked, wireInvite } from './invite.ts';
import { lockTeam } from './rights.ts';

export const revokeInvite = operation({
  name: 'revoke_invite',
  summary: 'Revoke an invite. Its link stops working at once.',
  http: 'POST /team/invites/{id}/revoke',
  effect: 'destructive',
  permission: 'team:manage',
  mcp: 'action',
  givesRights: true,
  noUndo: 'ended',
  input: z.strictObject({ id: Id('invite'), version: Version.optional() }),
  output: Invite,
  refuses: [notFound, invalidStateTransition, versionConflict, forbidden],
  emits: [inviteRevoked],
  async run(context, { id, version }) {
    const [, before] = await Promise.all([lockTeam(context), findInvite(context, id, version)]);
    inviteMustBe(before, 'pending', 'expired');
    context.before(wireInvite(before));
    const after = answerInvite(context, before, { status: 'revoked' });
    context.emit(inviteRevoked(after));
    return after;
  },
});
