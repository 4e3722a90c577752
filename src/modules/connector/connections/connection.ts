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

/** The connection that an access token opens; the transaction then sees its organisation. */
export async function connectionOpenedBy(
  db: Db,
  hash: Buffer,
  now: string,
): Promise<(ConnectionKey & { readonly expiresAt: string }) | undefined> {
  const found = await db.maybe<ConnectionKey & { readonly expiresAt: string }>(sql`
    select organization_id as organization, connection_id as id, expires_at as "expiresAt" from oauth_secrets
    where hash = ${hash} and kind = 'access' and expires_at > ${now}`);
  if (found !== undefined) db.scope({ organization: found.organization });
  return found;
}
