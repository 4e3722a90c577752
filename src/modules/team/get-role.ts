import { z } from 'zod';
import { notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { findRole, Role } from './role.ts';

export const getRole = operation({
  name: 'get_role',
  summary: 'Get a role with its permissions.',
  http: 'GET /team/roles/{id}',
  effect: 'read',
  permission: 'team:read',
  mcp: 'action',
  input: z.strictObject({ id: Id('role') }),
  output: Role,
  refuses: [notFound],
  run: (context, { id }) => findRole(context, id),
});
