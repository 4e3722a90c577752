import { operation } from '../../operation/operation.ts';
import { NewOrganization, Organization, readOrganization } from '../organization/index.ts';
import { seedOrganization } from './seed-organization.ts';

export const createOrganization = operation({
  name: 'create_organization',
  summary: 'Create another organisation, with you as its owner.',
  guidance: 'It has default roles, a chart of accounts and numbering. POST /api/auth/switch gives a token for it.',
  http: 'POST /organizations',
  effect: 'write',
  permission: 'signed_in',
  mcp: 'hidden',
  beyondOrganization: true,
  creates: true,
  cost: 20,
  input: NewOrganization,
  output: Organization,
  async run(context, input) {
    const { userId, name } = context.actor;
    await seedOrganization(context, { userId, name }, input);
    return readOrganization(context, { lock: false });
  },
});
