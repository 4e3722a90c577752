import { sql } from '../../db/sql.ts';
import type { Context } from '../../operation/operation.ts';

/** Facts about somebody who signs in by what is no secret of theirs. */
type SigningIn = { readonly id: string; readonly signed_out_at: string | null };

/** Notes that somebody signs in, and answers when they last signed out everywhere. */
export function noteLogin({ db, now }: Context, userId: string): Promise<SigningIn> {
  return db.one<SigningIn>(sql`
    update users set last_login_at = ${now} where id = ${userId} returning id, signed_out_at`);
}
