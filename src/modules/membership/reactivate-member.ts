import { z } from 'zod';
import { forbidden, invalidStateTransition, notFound, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { undoneBy } from '../../operation/undo.ts';
import { Id, Version } from '../../wire/index.ts';
import {
  changeMember,
  findMember,
  lockTeam,
  Member,
  memberReactivated,
  mustBe,
  mustHold,
  mustOutlast,
  rightsExceeded,
  wireMember,
} from '../team/index.ts';

export const reactivateMember = operation({
  name: 'reactivate_member',
  summary: 'Reactivate a suspended member with the same roles.',
  guidance: 'They sign in again; earlier sessions and MCP tokens stay ended.',
  http: 'POST /team/members/{id}/reactivate',
  effect: 'write',
  permission: 'team:manage',
  mcp: 'action',
  givesRights: true,
  undo: undoneBy('suspend_member'),
  input: z.strictObject({ id: Id('member'), version: Version.optional() }),
  output: Member,
  refuses: [notFound, invalidStateTransition, versionConflict, rightsExceeded, forbidden],
  emits: [memberReactivated],
  async run(context, { id, version }) {
    const [standing, member] = await Promise.all([lockTeam(context), findMember(context, id, version)]);
    mustBe(member, 'suspended');
    mustHold(standing, { permissions: member.permissions, isOwner: member.is_owner });
    mustOutlast(standing, member.expires_at);
    context.before(wireMember(member));
    const after = await changeMember(context, member, { status: 'active', accessSince: context.now });
    context.emit(memberReactivated(after));
    return after;
  },
});
