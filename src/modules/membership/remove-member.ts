import { z } from 'zod';
import { forbidden, invalidStateTransition, notFound, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id, Version } from '../../wire/index.ts';
import {
  findMember,
  lastOwner,
  lockTeam,
  Member,
  memberRemoved,
  mustBe,
  mustHold,
  rightsExceeded,
  wireMember,
} from '../team/index.ts';
import { endAccess } from './end-access.ts';
import { mustBeAnother, ownMembership } from './own-membership.ts';

export const removeMember = operation({
  name: 'remove_member',
  summary: 'Remove a member from the organisation. Ends their sessions and MCP tokens.',
  guidance: 'Their name stays on their records. Invite them again to bring them back.',
  http: 'DELETE /team/members/{id}',
  effect: 'destructive',
  permission: 'team:manage',
  mcp: 'action',
  givesRights: true,
  noUndo: 'ended',
  input: z.strictObject({ id: Id('member'), version: Version.optional() }),
  output: Member,
  refuses: [notFound, invalidStateTransition, versionConflict, ownMembership, rightsExceeded, lastOwner, forbidden],
  emits: [memberRemoved],
  async run(context, { id, version }) {
    const [standing, member] = await Promise.all([lockTeam(context), findMember(context, id, version)]);
    mustBeAnother(context, member);
    mustBe(member, 'active', 'suspended', 'invited');
    mustHold(standing, { permissions: member.permissions, isOwner: member.is_owner });
    context.before(wireMember(member));
    const after = await endAccess(context, member, 'removed');
    context.emit(memberRemoved(after));
    return after;
  },
});
