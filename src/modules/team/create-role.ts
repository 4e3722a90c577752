import { z } from 'zod';
import { forbidden, limitExceeded } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { undoneBy } from '../../operation/undo.ts';
import { insertRole } from './insert-role.ts';
import { lockTeam, rightsExceeded } from './rights.ts';
import { Permissions, Role, roleCreated, RoleName, roleNameTaken } from './role.ts';

export const createRole = operation({
  name: 'create_role',
  summary: 'Create a custom role from the permissions at GET /api/permissions.',
  guidance: 'It can only include permissions that you hold yourself.',
  http: 'POST /team/roles',
  effect: 'write',
  permission: 'team:manage',
  mcp: 'action',
  creates: true,
  givesRights: true,
  undo: undoneBy('delete_role'),
  input: z.strictObject({ name: RoleName, permissions: Permissions }),
  output: Role,
  refuses: [roleNameTaken, rightsExceeded, limitExceeded, forbidden],
  emits: [roleCreated],
  async run(context, { name, permissions }) {
    return insertRole(context, await lockTeam(context), { name, permissions });
  },
});
