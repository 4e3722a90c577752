import type { Database, Db } from '../../../db/database.ts';
import { type Sql, sql } from '../../../db/sql.ts';
import { lapsesAt } from '../tokens/unused.ts';

/** The grant of a user to a client, in its current state. */
export type Connection = {
  readonly organization: string;
  readonly id: string;
  readonly userId: string;
  readonly clientId: string;
};

export type ConnectionKey = Pick<Connection, 'organization' | 'id'>;

/** Undefined once it was revoked or has expired, its person signed out everywhere, or is no active member any more. */
export function standingConnection(
  database: Database,
  { organization, id }: ConnectionKey,
  now: string,
): Promise<Connection | undefined> {
  return database.transaction({ organization, readOnly: true }, (db) =>
    db.maybe<Connection>(sql`
      select organization_id as organization, id, user_id as "userId", client_id as "clientId" from mcp_credentials
      where organization_id = ${organization} and id = ${id} and client_id is not null
        and ${stands(now)}`),
  );
}

/** Of a row of `mcp_credentials`: neither it nor the membership has ended, and it is in use. */
export function stands(now: string): Sql {
  return sql`(expires_at is null or expires_at > ${now}) and ${lapsesAt} > ${now}
    and (membership_ends is null or membership_ends > ${now})`;
}

/** A connection, and how far the access token that opens it goes. */
export type OpenedConnection = ConnectionKey & {
  readonly expiresAt: string;
  /** Null: as far as the connection. */
  readonly scopes: readonly string[] | null;
};

/** The connection that an access token opens; the transaction then sees its organisation. */
export async function connectionOpenedBy(db: Db, hash: Buffer, now: string): Promise<OpenedConnection | undefined> {
  const found = await db.maybe<OpenedConnection>(sql`
    select organization_id as organization, connection_id as id, expires_at as "expiresAt", scopes from oauth_secrets
    where hash = ${hash} and kind = 'access' and expires_at > ${now}`);
  if (found !== undefined) db.scope({ organization: found.organization });
  return found;
}

/** The same of a token that may have run out. */
export async function connectionOnceOpenedBy(db: Db, hash: Buffer): Promise<ConnectionKey | undefined> {
  const found = await db.maybe<ConnectionKey>(sql`
    select organization_id as organization, connection_id as id from oauth_secrets
    where hash = ${hash} and kind = 'access'`);
  if (found !== undefined) db.scope({ organization: found.organization });
  return found;
}
