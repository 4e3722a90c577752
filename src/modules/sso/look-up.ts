import { sql } from '../../db/sql.ts';
import type { Outside } from '../../operation/operation.ts';
import { isLost, proofOf, recordName, verifiedDomain, type VerifiedDomain } from './domain.ts';

const waitMaxMs = 5_000;
/** A record is looked up again at a sign-in that comes so long after the last time. */
const checkedForMs = 86_400_000;

/** What the DNS says under the name for proofs of a domain; undefined where it does not say in time. */
export async function proofsOf({ outward }: Outside, domain: string): Promise<readonly string[] | undefined> {
  if (outward === undefined) return undefined;
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  AbortSignal.timeout(waitMaxMs).addEventListener('abort', () => resolve(undefined));
  try {
    return await Promise.race([outward.texts(recordName(domain)), late]);
  } catch {
    return undefined;
  }
}

/**
 * The organisation of a domain, whose record is looked up again now and then. One that has been gone for long ends what
 * rests on it: members sign in with their passwords again, where they had to come through the provider. That no name
 * server answers says nothing.
 */
export async function stillVerified(outside: Outside, domain: string): Promise<VerifiedDomain | undefined> {
  const { now, secrets } = outside;
  const known = await outside.read({}, (db) => verifiedDomain(db, domain, now));
  if (known === undefined) await dropLost(outside, domain);
  if (known === undefined || Date.parse(now) - Date.parse(known.checked_at) < checkedForMs) return known;
  const proofs = await proofsOf(outside, domain);
  if (proofs === undefined) return known;
  const isThere = proofs.includes(proofOf({ secrets, organization: known.organization_id }, domain));
  const since = isThere ? null : (known.missing_since ?? now);
  await outside.write((db) =>
    db.run(sql`
      update sso_domains set checked_at = ${now}, missing_since = ${since}
      where domain = ${domain} and organization_id = ${known.organization_id}`),
  );
  return isLost({ missing_since: since }, now) ? undefined : known;
}

async function dropLost({ now, write }: Outside, domain: string): Promise<void> {
  await write(async (db) => {
    const row = await db.maybe<Pick<VerifiedDomain, 'missing_since'>>(sql`
      select missing_since from sso_domains where domain = ${domain} for update`);
    if (row !== undefined && isLost(row, now)) await db.run(sql`delete from sso_domains where domain = ${domain}`);
  });
}
