import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import type { Context } from '../../../operation/operation.ts';

/** Gives a new organisation the one place where its stock lies until it has others. */
export async function seedLocation({ db, organization, actor, now, newId }: Context): Promise<void> {
  const stamp = JSON.stringify(actorStamp(actor));
  await db.run(sql`
    insert into locations (organization_id, id, name, code, type, is_default, created_at, updated_at, created_by,
      updated_by)
    values (${organization}, ${newId()}, 'Main location', 'MAIN', 'store', true, ${now}, ${now}, ${stamp}, ${stamp})`);
}
