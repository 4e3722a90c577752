import { z } from 'zod';
import { forbidden, limitExceeded, notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { undoneBy } from '../../operation/undo.ts';
import { Id } from '../../wire/index.ts';
import { insertRole } from './insert-role.ts';
import { lockTeam, rightsExceeded } from './rights.ts';
import { findRole, Role, roleCreated, RoleName, roleNameTaken } from './role.ts';

export const duplicateRole = operation({
  name: 'duplicate_role',
  summary: 'Duplicate a role as a custom role that you can then change.',
  http: 'POST /team/roles/{id}/duplicate',
  effect: 'write',
  permission: 'team:manage',
  mcp: 'action',
  givesRights: true,
  undo: undoneBy('delete_role'),
  input: z.strictObject({ id: Id('role'), name: RoleName }),
  output: Role,
  refuses: [notFound, roleNameTaken, rightsExceeded, limitExceeded, forbidden],
  emits: [roleCreated],
  async run(context, { id, name }) {
    const [rights, { permissions }] = await Promise.all([lockTeam(context), findRole(context, id)]);
    return insertRole(context, rights, { name, permissions });
  },
});
