import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { operation } from '../../operation/operation.ts';
import { organizationOf } from '../organization/index.ts';
import { Domain, verifiedDomain } from './domain.ts';
import { noProvider } from './refusals.ts';

export const getProviderLogin = operation({
  name: 'get_provider_login',
  summary: 'Find the business whose members sign in through a provider with mail addresses of a domain.',
  guidance: 'It tells of domains that were verified, and of no person.',
  http: 'GET /auth/provider',
  effect: 'read',
  permission: 'public',
  mcp: 'hidden',
  input: z.strictObject({ domain: Domain }),
  output: z.object({ domain: z.string(), name: z.string().describe('Of the business.') }),
  refuses: [noProvider],
  async run({ db, now }, { domain }) {
    const known = await verifiedDomain(db, domain, now);
    if (known === undefined) throw noProvider();
    const id = known.organization_id;
    db.scope({ organization: id });
    const [provider, { name }] = await Promise.all([
      db.maybe(sql`select from sso_providers where organization_id = ${id}`),
      organizationOf(db, id),
    ]);
    if (provider === undefined) throw noProvider();
    return { domain, name };
  },
});
