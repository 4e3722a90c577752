import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { forbidden, notFound } from '../../operation/errors.ts';
import { keeping } from '../../operation/kept-refusal.ts';
import { type Context, operation, type Outside } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { type DomainRow, findDomain, proofOf, SignInDomain, wireDomain } from './domain.ts';
import { domainVerified } from './events.ts';
import { proofsOf } from './look-up.ts';
import { ownersOnly } from './owners-only.ts';
import { providerOf } from './provider.ts';
import { domainNotVerified, domainTaken } from './refusals.ts';

const Asked = z.strictObject({ id: Id('sso_domain') });

export const verifySignInDomain = operation({
  name: 'verify_sign_in_domain',
  summary: 'Verify a domain by its DNS record, so that its members sign in through the provider.',
  guidance: 'Owners only. Leave the record there: without it for 7 days, the domain counts no more.',
  http: 'POST /sso/domains/{id}/verify',
  effect: 'write',
  permission: 'team:manage',
  mcp: 'hidden',
  idempotent: true,
  givesRights: true,
  forPeople: true,
  cost: 5,
  input: Asked,
  output: SignInDomain,
  refuses: [notFound, domainNotVerified, domainTaken, forbidden],
  emits: [domainVerified],
  prepare: lookUp,
  async run(context, { id }, proofs) {
    const { db, organization } = context;
    const [, row] = await Promise.all([ownersOnly(context), findDomain(db, organization, id)]);
    context.before(z.encode(SignInDomain, wireDomain(context, row)));
    if (proofs?.includes(proofOf(context, row.domain)) !== true) {
      if (proofs !== undefined) noteMissing(context, row);
      throw keeping(domainNotVerified({ dns: wireDomain(context, row).dns }), { id: z.encode(Id('sso_domain'), id) });
    }
    const isFirst = row.verified_at === null;
    await take(context, row, proofs);
    const after = await findDomain(db, organization, id);
    if (isFirst) context.emit(domainVerified({ id, domain: row.domain }));
    return wireDomain(context, after);
  },
});

async function lookUp(outside: Outside, { id }: z.output<typeof Asked>): Promise<readonly string[] | undefined> {
  const organization = outside.actor.organization?.id ?? '';
  const { domain } = await outside.read({ organization }, (db) => findDomain(db, organization, id));
  return proofsOf(outside, domain);
}

function noteMissing({ db, organization, now }: Context, { domain }: DomainRow): void {
  db.later(sql`
    update sso_domains set checked_at = ${now}, missing_since = coalesce(missing_since, ${now})
    where domain = ${domain} and organization_id = ${organization}`);
}

/** Of two organisations with a record the first keeps the domain; one without has lost it to who has. */
async function take(context: Context, { domain }: DomainRow, proofs: readonly string[]): Promise<void> {
  const { db, organization, now, secrets } = context;
  const ssoOnly = (await providerOf(db, organization))?.sso_only ?? false;
  // Of two at once the second waits, and learns whose it is now.
  const holder = await db.one<{ organization_id: string }>(sql`
    insert into sso_domains (domain, organization_id, sso_only, verified_at, checked_at)
    values (${domain}, ${organization}, ${ssoOnly}, ${now}, ${now})
    on conflict (domain) do update set checked_at = sso_domains.checked_at
    returning organization_id`);
  context.access.forget(organization);
  const isOurs = holder.organization_id === organization;
  if (!isOurs && proofs.includes(proofOf({ secrets, organization: holder.organization_id }, domain))) {
    throw domainTaken();
  }
  if (!isOurs) context.access.forget(holder.organization_id);
  await db.run(sql`
    update sso_domains set organization_id = ${organization}, sso_only = ${ssoOnly}, checked_at = ${now},
      missing_since = null, verified_at = case when ${isOurs} then verified_at else ${now} end
    where domain = ${domain}`);
}
