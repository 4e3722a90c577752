import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { Db } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { notFound } from '../../operation/errors.ts';
import type { Context } from '../../operation/operation.ts';
import { subkey } from '../../operation/seal.ts';
import type { Secrets } from '../../operation/secrets.ts';
import { Id, Instant } from '../../wire/index.ts';

export const domainsMax = 20;
/** After so long without its record a domain counts no more: it may have changed hands. */
const missingMaxMs = 7 * 86_400_000;

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';

/** As mail addresses have it, in ASCII. The length is checked before the pattern. */
export const Domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(new RegExp(`^${label}(?:\\.${label})+$`), { error: 'Write a domain, such as "example.com".' });

export const SignInDomain = z.object({
  id: Id('sso_domain'),
  domain: z.string(),
  status: z.enum(['pending', 'verified', 'missing']).describe('`missing`: the DNS record is gone.'),
  dns: z.object({ name: z.string(), type: z.literal('TXT'), value: z.string() }).describe('The record to create.'),
  verified_at: Instant.nullable(),
  created_at: Instant,
});

export type DomainRow = {
  readonly id: string;
  readonly domain: string;
  readonly verified_at: string | null;
  readonly missing_since: string | null;
  readonly created_at: string;
};

const columns = sql`sso_domain_claims.id, sso_domain_claims.domain, verified_at, missing_since, created_at`;
const joined = sql`sso_domain_claims left join sso_domains on sso_domains.domain = sso_domain_claims.domain
  and sso_domains.organization_id = sso_domain_claims.organization_id`;

export function domainsOf(db: Db, organization: string): Promise<DomainRow[]> {
  return db.many<DomainRow>(sql`
    select ${columns} from ${joined} where sso_domain_claims.organization_id = ${organization}
    order by sso_domain_claims.domain limit ${domainsMax}`);
}

export async function findDomain(db: Db, organization: string, id: string): Promise<DomainRow> {
  const row = await db.maybe<DomainRow>(sql`
    select ${columns} from ${joined}
    where sso_domain_claims.organization_id = ${organization} and sso_domain_claims.id = ${id}`);
  if (row === undefined) throw notFound();
  return row;
}

type Claiming = { readonly secrets: Secrets; readonly organization: string };

export function wireDomain(claiming: Claiming, row: DomainRow): z.output<typeof SignInDomain> {
  const { id, domain, missing_since: since, verified_at, created_at } = row;
  const status = verified_at === null ? 'pending' : since === null ? 'verified' : 'missing';
  const value = proofOf(claiming, domain);
  return { id, domain, status, dns: { name: recordName(domain), type: 'TXT', value }, verified_at, created_at };
}

/** A name of its own, so that the record disturbs none that is there. */
export function recordName(domain: string): string {
  return `_daybook-challenge.${domain}`;
}

/** What the record of an organisation says. No secret: whoever can read it cannot write it there. */
export function proofOf({ secrets, organization }: Claiming, domain: string): string {
  const key = subkey(secrets.sealing, 'domain challenges');
  const token = createHmac('sha256', key).update(`${organization} ${domain}`).digest('base64url');
  return `daybook-domain-verification=${token.slice(0, 32)}`;
}

/** The domain of an address, as it is compared. */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase();
}

export type VerifiedDomain = {
  readonly domain: string;
  readonly organization_id: string;
  readonly checked_at: string;
  readonly missing_since: string | null;
};

/** The organisation that has shown that a domain is its own, unless its record has been gone for too long. */
export async function verifiedDomain(db: Db, domain: string, now: string): Promise<VerifiedDomain | undefined> {
  const row = await db.maybe<VerifiedDomain>(sql`
    select domain, organization_id, checked_at, missing_since from sso_domains where domain = ${domain}`);
  return row === undefined || isLost(row, now) ? undefined : row;
}

export function isLost({ missing_since: since }: Pick<VerifiedDomain, 'missing_since'>, now: string): boolean {
  return since !== null && Date.parse(now) - Date.parse(since) > missingMaxMs;
}

/** Domains that count as those of the current organisation. */
export async function ownDomains({ db, organization, now }: Context): Promise<string[]> {
  const rows = await db.many<VerifiedDomain>(sql`
    select domain, organization_id, checked_at, missing_since from sso_domains
    where organization_id = ${organization} limit ${domainsMax}`);
  return rows.filter((row) => !isLost(row, now)).map(({ domain }) => domain);
}
