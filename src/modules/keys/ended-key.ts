import type { Database } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import type { RefusedCredential } from '../../operation/refused-credentials.ts';
import { typeIdFrom } from '../../wire/type-id.ts';
import { secretHash } from '../connector/index.ts';
import { isKeySecret } from './key-secret.ts';

/** Why a key opens nothing any more. */
export type Ending = 'revoked' | 'replaced' | 'expired' | 'membership_ended';

type Row = { readonly organization: string; readonly id: string; readonly because: Ending };

/** A refused key, if it ever was one: it may be used by its owner, or by a finder. */
export async function endedKeyOf(
  database: Database,
  presented: string,
  now: string,
): Promise<(RefusedCredential & { readonly because: Ending }) | undefined> {
  if (!isKeySecret(presented)) return undefined;
  const hash = secretHash(presented);
  const row = await database.transaction({ credential: hash.toString('hex'), readOnly: true }, (db) =>
    db.maybe<Row>(sql`
      select organization_id as organization, id, case when revoked_at is not null then 'revoked'
        when hash <> ${hash} then 'replaced' when expires_at <= ${now} then 'expired' else 'membership_ended' end
        as because
      from api_keys where hash = ${hash} or previous_hash = ${hash}`),
  );
  if (row === undefined) return undefined;
  const { organization, id, because } = row;
  return { organization, credentialId: id, target: typeIdFrom('akey', id), action: 'use_api_key', because };
}
