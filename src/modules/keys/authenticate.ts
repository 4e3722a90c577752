import type { Database } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import type { Actor } from '../../operation/actor.ts';
import { secretHash } from '../connector/index.ts';
import { membershipFrom, type MembershipRow } from '../team/index.ts';
import { isKeySecret } from './key-secret.ts';

/** The actor of an API key, with what the key is held to beside its rights. */
export type KeyCredential = {
  readonly actor: Actor;
  /** The only addresses that it may be used from. Undefined: all of them. */
  readonly ipAllow: readonly string[] | undefined;
  readonly lastUsedAt: string | null;
};

type Row = MembershipRow & {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly ip_allow: readonly string[] | null;
  readonly requests_per_minute: number | null;
  readonly limits: Readonly<Record<string, unknown>>;
  readonly expires_at: string | null;
  readonly last_used_at: string | null;
};

/**
 * Turns an API key into who acts: its scopes and its maker's rights as they stand now, whichever is narrower. Undefined
 * when it is none, has ended, or its maker or organisation is no longer active. One statement: row-level security shows
 * the presenter of a key just the rows that it joins here.
 */
export async function authenticateApiKey(
  database: Database,
  presented: string,
  now: string,
): Promise<KeyCredential | undefined> {
  if (!isKeySecret(presented)) return undefined;
  const hash = secretHash(presented);
  const row = await database.transaction({ credential: hash.toString('hex'), readOnly: true }, (db) =>
    db.maybe<Row>(sql`
      select * from api_key_credentials
      where (hash = ${hash} or (previous_hash = ${hash} and previous_valid_until > ${now}))
        and (expires_at is null or expires_at > ${now}) and (membership_ends is null or membership_ends > ${now})`),
  );
  return row === undefined ? undefined : credentialFrom(row);
}

function credentialFrom(row: Row): KeyCredential {
  const { permissions, name, ...member } = membershipFrom(row);
  return {
    actor: {
      ...member,
      kind: 'api_key',
      credentialId: row.id,
      ...(row.expires_at === null ? {} : { credentialExpiresAt: row.expires_at }),
      name: `${name} through ${row.name}`,
      permissions: permissions.intersection(new Set(row.scopes)),
      caps: {
        requestsPerMinute: row.requests_per_minute ?? undefined,
        limitsWrites: Object.values(row.limits).some((limit) => limit !== null),
      },
    },
    ipAllow: row.ip_allow ?? undefined,
    lastUsedAt: row.last_used_at,
  };
}
