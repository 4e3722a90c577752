import { z } from 'zod';
import { forbidden, invalidStateTransition, notFound, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { undoneBy } from '../../operation/undo.ts';
import { Id, Version } from '../../wire/index.ts';
import {
  findMember,
  lastOwner,
  lockTeam,
  Member,
  memberSuspended,
  mustBe,
  mustHold,
  rightsExceeded,
  wireMember,
} from '../team/index.ts';
import { endAccess } from './end-access.ts';
import { mustBeAnother, ownMembership } from './own-membership.ts';

export const suspendMember = operation({
  name: 'suspend_member',
  summary: 'Suspend a member. Ends their sessions and MCP tokens.',
  guidance: 'Their records stay. POST /api/team/members/{id}/reactivate restores access; they must sign in again.',
  http: 'POST /team/members/{id}/suspend',
  effect: 'destructive',
  permission: 'team:manage',
  mcp: 'action',
  givesRights: true,
  undo: undoneBy('reactivate_member'),
  input: z.strictObject({ id: Id('member'), version: Version.optional() }),
  output: Member,
  refuses: [notFound, invalidStateTransition, versionConflict, ownMembership, rightsExceeded, lastOwner, forbidden],
  emits: [memberSuspended],
  async run(context, { id, version }) {
    const [standing, member] = await Promise.all([lockTeam(context), findMember(context, id, version)]);
    mustBeAnother(context, member);
    mustBe(member, 'active');
    mustHold(standing, { permissions: member.permissions, isOwner: member.is_owner });
    context.before(wireMember(member));
    const after = await endAccess(context, member, 'suspended');
    context.emit(memberSuspended(after));
    return after;
  },
});
