import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { forbidden, limitExceeded } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Domain, domainsMax, domainsOf, SignInDomain, wireDomain } from './domain.ts';
import { ownersOnly } from './owners-only.ts';
import { domainAdded } from './refusals.ts';

export const addSignInDomain = operation({
  name: 'add_sign_in_domain',
  summary: 'Add a domain of the mail addresses of your members, to be verified by a DNS record.',
  guidance: 'Owners only. Create the record that `dns` says, then verify. Nobody is sent to the provider before.',
  http: 'POST /sso/domains',
  effect: 'write',
  permission: 'team:manage',
  mcp: 'hidden',
  creates: true,
  givesRights: true,
  forPeople: true,
  input: z.strictObject({ domain: Domain }),
  output: SignInDomain,
  refuses: [domainAdded, limitExceeded, forbidden],
  async run(context, { domain }) {
    const { db, organization, now } = context;
    const [, known] = await Promise.all([ownersOnly(context), domainsOf(db, organization)]);
    if (known.some((one) => one.domain === domain)) throw domainAdded();
    if (known.length >= domainsMax) throw limitExceeded({ max: domainsMax, hint: 'Remove a domain first.' });
    const id = context.newId();
    await db.run(sql`
      insert into sso_domain_claims (organization_id, id, domain, created_at)
      values (${organization}, ${id}, ${domain}, ${now})`);
    return wireDomain(context, { id, domain, verified_at: null, missing_since: null, created_at: now });
  },
});
