import type { Database, Db } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import type { Actor } from '../../operation/actor.ts';
import { connectionOpenedBy, isAppToken, secretHash } from '../connector/index.ts';
import { membershipFrom, type MembershipRow } from '../team/index.ts';
import { stands } from './apps/connection-standing.ts';
import { isKeySecret } from './key-secret.ts';

/** The actor of an API key or of a connected app, with what it is held to beside its rights. */
export type KeyCredential = {
  readonly actor: Actor;
  /** Undefined for a key that is no connection of an app. */
  readonly appId: string | undefined;
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
  readonly app_id: string | null;
};

/**
 * Turns an API key or an app's access token into who acts: its scopes and the rights of whoever made or allowed it as
 * they stand now, whichever is narrower. Undefined when it is none, has ended, or that member or the organisation is no
 * longer active.
 */
export async function authenticateApiKey(
  database: Database,
  presented: string,
  now: string,
): Promise<KeyCredential | undefined> {
  const hash = secretHash(presented);
  if (isAppToken(presented)) return authenticateApp(database, hash, now);
  if (!isKeySecret(presented, 'key')) return undefined;
  const scope = { credential: hash.toString('hex'), readOnly: true };
  const row = await database.transaction(scope, (db) => findKey(db, hash, now));
  return row === undefined ? undefined : credentialFrom(row);
}

/** One statement: row-level security shows the presenter of a key just the rows that it joins here. */
function findKey(db: Db, hash: Buffer, now: string): Promise<Row | undefined> {
  return db.maybe<Row>(sql`
    select * from api_key_credentials
    where (hash = ${hash} or (previous_hash = ${hash} and previous_valid_until > ${now}))
      and (expires_at is null or expires_at > ${now}) and (membership_ends is null or membership_ends > ${now})`);
}

/** An access token leads to its connection, which is looked up in its own organisation. */
function authenticateApp(database: Database, hash: Buffer, now: string): Promise<KeyCredential | undefined> {
  return database.transaction({ readOnly: true }, async (db) => {
    const opened = await connectionOpenedBy(db, hash, now);
    if (opened === undefined) return undefined;
    const row = await db.maybe<Row>(sql`
      select * from api_key_credentials
      where organization_id = ${opened.organization} and id = ${opened.id} and app_id is not null and ${stands(now)}`);
    if (row === undefined) return undefined;
    const { scopes } = opened;
    const isShorter = row.expires_at === null || Date.parse(opened.expiresAt) < Date.parse(row.expires_at);
    return credentialFrom({
      ...row,
      scopes: scopes === null ? row.scopes : row.scopes.filter((scope) => scopes.includes(scope)),
      expires_at: isShorter ? opened.expiresAt : row.expires_at,
    });
  });
}

function credentialFrom(row: Row): KeyCredential {
  const { permissions, name, ...member } = membershipFrom(row);
  return {
    actor: {
      ...member,
      kind: row.app_id === null ? 'api_key' : 'app',
      credentialId: row.id,
      ...(row.expires_at === null ? {} : { credentialExpiresAt: row.expires_at }),
      name: `${name} through ${row.name}`,
      permissions: permissions.intersection(new Set(row.scopes)),
      caps: {
        requestsPerMinute: row.requests_per_minute ?? undefined,
        limitsWrites: Object.values(row.limits).some((limit) => limit !== null),
      },
    },
    appId: row.app_id ?? undefined,
    ipAllow: row.ip_allow ?? undefined,
    lastUsedAt: row.last_used_at,
  };
}
