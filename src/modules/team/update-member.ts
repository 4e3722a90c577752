import { z } from 'zod';
import {
  forbidden,
  invalidStateTransition,
  notFound,
  validationFailed,
  versionConflict,
} from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { undoneByEarlierValues } from '../../operation/undo.ts';
import { clearable, Id, InstantInput, sent, Text, Version } from '../../wire/index.ts';
import { changeMember, findMember, mustBe, wireMember } from './change-member.ts';
import { Member, memberUpdated } from './member.ts';
import { mustLieAhead } from './future.ts';
import { lastOwner, lockTeam, mustHold, mustOutlast, rightsExceeded } from './rights.ts';
import { findRoles, rightsOf } from './role.ts';
import { memberScopes, mustSeeAll } from './scope.ts';

const rolesMax = 20;

export const RoleIds = z
  .array(Id('role'))
  .min(1)
  .max(rolesMax)
  .transform((ids) => [...new Set(ids)]);

export const ScopeInput = z
  .enum(memberScopes)
  .describe('Which records they can see: `all`, those they created (`own`), or those of clients `assigned` to them.');

export const updateMember = operation({
  name: 'update_member',
  summary: 'Update the roles, scope, title or access expiry of a member.',
  guidance: 'Takes effect from their next call. You can only grant or remove permissions that you hold.',
  http: 'PATCH /team/members/{id}',
  effect: 'write',
  permission: 'team:manage',
  mcp: 'action',
  givesRights: true,
  undo: undoneByEarlierValues('update_member'),
  input: z.strictObject({
    id: Id('member'),
    role_ids: RoleIds.optional(),
    scope: ScopeInput.optional(),
    ...clearable({ title: Text(100), expires_at: InstantInput }),
    version: Version.optional(),
  }),
  output: Member,
  refuses: [notFound, invalidStateTransition, versionConflict, validationFailed, rightsExceeded, lastOwner, forbidden],
  emits: [memberUpdated],
  async run(context, { id, version, ...change }) {
    const [rights, member, roles] = await Promise.all([
      lockTeam(context),
      findMember(context, id, version),
      findRoles(context, change.role_ids ?? []),
    ]);
    mustBe(member, 'active', 'suspended');
    mustHold(rights, { permissions: member.permissions, isOwner: member.is_owner });
    const given = rightsOf(roles);
    mustHold(rights, given);
    mustSeeAll(change.scope ?? member.scope, roles.length > 0 ? given.isOwner : member.is_owner);
    mustLieAhead(context, '/expires_at', change.expires_at);
    if (change.expires_at !== undefined) mustOutlast(rights, change.expires_at);
    context.before(wireMember(member));
    const after = await changeMember(context, member, sent(change));
    context.emit(memberUpdated(after));
    return after;
  },
});
