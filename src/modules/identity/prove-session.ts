import { sql } from '../../db/sql.ts';
import type { Context } from '../../operation/operation.ts';

/** Notes that the person of this session has proved anew who they are. */
export function proveSession({ db, actor, access, now }: Context): void {
  db.later(sql`update sessions set proven_at = ${now} where id = ${actor.credentialId} and user_id = ${actor.userId}`);
  access.forget(actor.credentialId);
}
