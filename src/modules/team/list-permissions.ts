import { z } from 'zod';
import { operation } from '../../operation/operation.ts';
import { HouseProse } from '../../wire/index.ts';
import { permissions } from './permissions.ts';

const Permission = z.object({ name: z.string(), description: HouseProse() });

export const listPermissions = operation({
  name: 'list_permissions',
  summary: 'List all permissions with a description of each.',
  http: 'GET /permissions',
  effect: 'read',
  permission: 'signed_in',
  mcp: 'action',
  input: z.strictObject({}),
  output: z.object({ data: z.array(Permission) }),
  run: async () => ({ data: permissions.map(({ name, sentence }) => ({ name, description: sentence })) }),
});
