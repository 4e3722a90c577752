import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { forbidden, notFound, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { undoneByEarlierValues } from '../../operation/undo.ts';
import { Id, sent, Version } from '../../wire/index.ts';
import { lockTeam, mustHold, rightsExceeded } from './rights.ts';
import {
  findRole,
  mustBeCustom,
  Permissions,
  Role,
  RoleName,
  roleNameTaken,
  type RoleRow,
  roleUpdated,
  systemRoleFixed,
  wireRole,
} from './role.ts';

export const updateRole = operation({
  name: 'update_role',
  summary: 'Update the name or permissions of a custom role.',
  guidance: 'Its members have the new permissions from their next call.',
  http: 'PATCH /team/roles/{id}',
  effect: 'write',
  permission: 'team:manage',
  mcp: 'action',
  givesRights: true,
  undo: undoneByEarlierValues('update_role'),
  input: z.strictObject({
    id: Id('role'),
    name: RoleName.optional(),
    permissions: Permissions.optional(),
    version: Version.optional(),
  }),
  output: Role,
  refuses: [notFound, systemRoleFixed, roleNameTaken, rightsExceeded, versionConflict, forbidden],
  emits: [roleUpdated],
  async run(context, { id, version, ...change }) {
    const { db, organization, now } = context;
    const [rights, before] = await Promise.all([lockTeam(context), findRole(context, id)]);
    mustBeCustom(before, version);
    const role: RoleRow = { ...before, ...sent(change), version: before.version + 1, updated_at: now };
    // Neither what it gave nor what it will give may be more than the author has.
    mustHold(rights, { permissions: [...new Set([...before.permissions, ...role.permissions])] });
    db.later(sql`
      update roles set name = ${role.name}, permissions = ${role.permissions}, version = ${role.version},
        updated_at = ${now}
      where organization_id = ${organization} and id = ${id}`);
    context.access.forget(organization);
    context.before(wireRole(before));
    context.emit(roleUpdated(role));
    return role;
  },
});
