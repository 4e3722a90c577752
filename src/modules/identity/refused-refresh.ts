import { sql } from '../../db/sql.ts';
import { anonymous } from '../../operation/actor.ts';
import { keeping } from '../../operation/kept-refusal.ts';
import type { Context } from '../../operation/operation.ts';
import { notedLately } from '../../operation/refused-credentials.ts';
import { typeIdFrom } from '../../wire/type-id.ts';
import { organizationOf } from '../organization/index.ts';
import { tokenHash } from './refresh-token.ts';
import { invalidRefreshToken } from './session.ts';

/** A refresh token that has ended is refused, and that is on record where its session was: once in a while. */
export async function refusedRefresh(context: Context, token: string): Promise<Error> {
  const { db, now } = context;
  const ended = await db.maybe<{ id: string; organization: string }>(sql`
    select id, organization_id as organization from sessions
    where id = (select session_id from refresh_tokens where hash = ${tokenHash(token)})`);
  if (ended === undefined) return invalidRefreshToken();
  const { id, organization } = ended;
  const session = typeIdFrom('sess', id);
  db.scope({ organization });
  const [facts, noted] = await Promise.all([
    organizationOf(db, organization),
    db.maybe(notedLately({ organization, target: session, action: 'refresh', now })),
  ]);
  if (noted !== undefined) return invalidRefreshToken();
  context.enter({ ...anonymous, organization: facts });
  return keeping(invalidRefreshToken(), { id: session });
}
