import type { Database } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import type { RefusedCredential } from '../../operation/refused-credentials.ts';
import { typeIdFrom } from '../../wire/type-id.ts';
import { connectionOnceOpenedBy, isAppToken, secretHash } from '../connector/index.ts';
import { stands } from './apps/connection-standing.ts';
import { isKeySecret } from './key-secret.ts';

/** Why a key or an app's access token opens nothing any more. */
export type Ending = 'revoked' | 'replaced' | 'expired' | 'membership_ended' | 'connection_ended';

type Row = { readonly organization: string; readonly id: string; readonly because: Ending };
type Ended = RefusedCredential & { readonly because: Ending };

/** A refused key or token, if it ever was one: it may be used by its owner, or by a finder. */
export async function endedKeyOf(database: Database, presented: string, now: string): Promise<Ended | undefined> {
  const hash = secretHash(presented);
  if (isAppToken(presented)) {
    const connection = await endedConnection(database, hash, now);
    return (
      connection && { ...refusedAs(connection), target: typeIdFrom('conn', connection.id), action: 'use_connected_app' }
    );
  }
  if (!isKeySecret(presented, 'key')) return undefined;
  const row = await database.transaction({ credential: hash.toString('hex'), readOnly: true }, (db) =>
    db.maybe<Row>(sql`
      select organization_id as organization, id, case when revoked_at is not null then 'revoked'
        when hash <> ${hash} then 'replaced' when expires_at <= ${now} then 'expired' else 'membership_ended' end
        as because
      from api_keys where hash = ${hash} or previous_hash = ${hash}`),
  );
  return row && { ...refusedAs(row), target: typeIdFrom('akey', row.id), action: 'use_api_key' };
}

function refusedAs({ organization, id, because }: Row) {
  return { organization, credentialId: id, because };
}

/** An access token that ran out while its connection stands is how the protocol goes, hour by hour. */
function endedConnection(database: Database, hash: Buffer, now: string): Promise<Row | undefined> {
  return database.transaction({ readOnly: true }, async (db) => {
    const opened = await connectionOnceOpenedBy(db, hash);
    if (opened === undefined) return undefined;
    const standing = await db.maybe(sql`
      select id from api_key_credentials
      where organization_id = ${opened.organization} and id = ${opened.id} and ${stands(now)}`);
    return standing === undefined ? { ...opened, because: 'connection_ended' } : undefined;
  });
}
