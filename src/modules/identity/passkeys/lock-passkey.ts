import { sql } from '../../../db/sql.ts';
import { notFound } from '../../../operation/errors.ts';
import type { Context } from '../../../operation/operation.ts';
import { passkeyColumns, type PasskeyRow } from './passkey.ts';

/** A passkey of whoever is signed in; that of somebody else does not exist. */
export async function lockPasskey({ db, actor }: Context, id: string): Promise<PasskeyRow> {
  const row = await db.maybe<PasskeyRow>(sql`
    select ${passkeyColumns} from passkeys where id = ${id} and user_id = ${actor.userId} for update`);
  if (row === undefined) throw notFound();
  return row;
}
