import { sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import type { OwnPasskey } from './find-passkey.ts';
import type { Proof } from './verify.ts';

/**
 * Notes a use under the lock of the row. A device that counts its signatures never says the same number twice: where
 * the number does not rise, its key is on another device as well, and nobody can tell which of them is asking.
 */
export async function usePasskey(
  { db, now }: Context,
  { id, public_key }: OwnPasskey,
  { counter, synced }: Proof,
): Promise<'used' | 'copied' | 'removed'> {
  const used = await db.run(sql`
    update passkeys set counter = ${counter}, synced = ${synced}, last_used_at = ${now}
    where id = ${id} and public_key = ${public_key} and (counter < ${counter} or (counter = 0 and ${counter} = 0))`);
  if (used === 1) return 'used';
  const isThere = await db.maybe(sql`select from passkeys where id = ${id} and public_key = ${public_key}`);
  return isThere === undefined ? 'removed' : 'copied';
}
