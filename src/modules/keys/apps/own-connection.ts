import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import type { Context } from '../../../operation/operation.ts';

/** As long as an API key. */
const lifetimeDays = 365;

type App = { readonly id: string; readonly name: string; readonly scopes: readonly string[] };

/** Lets an app act on its own with the rights of the actor, instead of whatever it acted with before. */
export async function connectOwn(context: Context, app: App): Promise<void> {
  const { db, actor, organization, now } = context;
  await endOwn(context, app.id);
  const stamp = JSON.stringify(actorStamp(actor));
  db.later(sql`
    insert into api_keys (organization_id, id, member_id, name, app_id, scopes, expires_at, created_at, updated_at,
      created_by, updated_by)
    values (${organization}, ${context.newId()}, ${actor.memberId}, ${app.name}, ${app.id}, ${[...app.scopes]},
      ${now}::timestamptz + make_interval(days => ${lifetimeDays}), ${now}, ${now}, ${stamp}, ${stamp})`);
}

/** Ends what an app does on its own, and every token it has for that. */
export function endOwn({ db, actor, organization, now }: Context, app: string): Promise<number> {
  return db.run(sql`
    update api_keys set revoked_at = ${now}, version = version + 1, updated_at = ${now},
      updated_by = ${JSON.stringify(actorStamp(actor))}
    where organization_id = ${organization} and app_id = ${app} and user_id is null and revoked_at is null`);
}
