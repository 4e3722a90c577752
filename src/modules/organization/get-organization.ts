import { z } from 'zod';
import { notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Organization } from './organization.ts';
import { readOrganization } from './store.ts';

export const getOrganization = operation({
  name: 'get_organization',
  summary: 'Get the current organisation with its settings.',
  http: 'GET /organization',
  effect: 'read',
  permission: 'organization:read',
  mcp: 'action',
  input: z.strictObject({}),
  output: Organization,
  refuses: [notFound],
  run: (context) => readOrganization(context, { lock: false }),
});
