import type { Database, Db } from '../../../db/database.ts';
import { sql } from '../../../db/sql.ts';
import type { RefusedCredential } from '../../../operation/refused-credentials.ts';
import { typeIdFrom } from '../../../wire/type-id.ts';
import { connectionOnceOpenedBy, stands } from '../connections/connection.ts';
import { lapsesAt } from './unused.ts';
import { isAccessToken, isSecret, secretHash } from './secret.ts';

/** Why a token opens nothing any more. */
export type Ending = 'revoked' | 'replaced' | 'expired' | 'unused' | 'membership_ended' | 'connection_ended';

type Row = { readonly organization: string; readonly id: string; readonly because: Ending };

/** A refused token, if it ever was one: it may be used by its owner, or by a finder. */
export async function endedTokenOf(
  database: Database,
  presented: string,
  now: string,
): Promise<(RefusedCredential & { readonly because: Ending }) | undefined> {
  const hash = secretHash(presented);
  const row = await (isAccessToken(presented)
    ? endedConnection(database, hash, now)
    : endedSecret(database, { presented, hash, now }));
  if (row === undefined) return undefined;
  const { organization, id, because } = row;
  return { organization, credentialId: id, target: typeIdFrom('mcpt', id), action: 'use_mcp_token', because };
}

type Secret = { readonly presented: string; readonly hash: Buffer; readonly now: string };

async function endedSecret(database: Database, { presented, hash, now }: Secret): Promise<Row | undefined> {
  if (!isSecret(presented)) return undefined;
  return database.transaction({ credential: hash.toString('hex'), readOnly: true }, (db) =>
    db.maybe<Row>(sql`
      select organization_id as organization, id, case when revoked_at is not null then 'revoked'
        when hash <> ${hash} then 'replaced' when expires_at <= ${now} then 'expired'
        when ${lapsesAt} <= ${now} then 'unused' else 'membership_ended' end
        as because
      from mcp_tokens where hash = ${hash} or previous_hash = ${hash}`),
  );
}

/** An access token that ran out while its connection stands is how the protocol goes, hour by hour. */
function endedConnection(database: Database, hash: Buffer, now: string): Promise<Row | undefined> {
  return database.transaction({ readOnly: true }, async (db) => {
    const opened = await connectionOnceOpenedBy(db, hash);
    if (opened === undefined) return undefined;
    return (await isStanding(db, opened, now)) ? undefined : { ...opened, because: 'connection_ended' };
  });
}

async function isStanding(db: Db, { organization, id }: Omit<Row, 'because'>, now: string): Promise<boolean> {
  const row = await db.maybe(sql`
    select id from mcp_credentials where organization_id = ${organization} and id = ${id} and ${stands(now)}`);
  return row !== undefined;
}
