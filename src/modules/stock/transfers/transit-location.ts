import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import type { Context } from '../../../operation/operation.ts';

/** Location of goods in transit, created by the first transfer that is sent; of two at once, one creates it. */
export async function transitLocation(context: Context): Promise<string> {
  const known = await findTransit(context);
  if (known !== undefined) return known;
  const { db, organization, now, actor } = context;
  db.later(sql`
    select id from locations where organization_id = ${organization} and is_default for no key update`);
  const madeMeanwhile = await findTransit(context);
  if (madeMeanwhile !== undefined) return madeMeanwhile;
  const id = context.newId();
  const stamp = JSON.stringify(actorStamp(actor));
  db.later(sql`
    insert into locations (organization_id, id, name, code, type, created_at, updated_at, created_by, updated_by)
    values (${organization}, ${id}, 'In transit', ${`TRANSIT-${id.slice(-8).toUpperCase()}`}, 'in_transit', ${now},
      ${now}, ${stamp}, ${stamp})`);
  return id;
}

async function findTransit({ db, organization }: Context): Promise<string | undefined> {
  const row = await db.maybe<{ id: string }>(sql`
    select id from locations
    where organization_id = ${organization} and type = 'in_transit' and archived_at is null order by id limit 1`);
  return row?.id;
}
