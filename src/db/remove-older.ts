import type { Db } from './database.ts';
import { type Sql, sql } from './sql.ts';

export type Older = {
  readonly table: Sql;
  /** The column that a row is known by within its organisation. */
  readonly key: Sql;
  /** Creation time of a row. */
  readonly created: Sql;
  readonly organization: string;
  readonly now: string;
  readonly keptDays: number;
  /** Largest number of rows at once, so that no statement takes long. */
  readonly atOnceMax: number;
};

/** Removes an organisation's oldest rows past their retention; returns true where more may be left. */
export async function removeOlder(db: Db, { table, key, created, organization, ...age }: Older): Promise<boolean> {
  const removed = await db.run(sql`
    delete from ${table} where organization_id = ${organization} and ${key} in (
      select ${key} from ${table}
      where organization_id = ${organization}
        and ${created} < ${age.now}::timestamptz - make_interval(days => ${age.keptDays})
      order by ${created} limit ${age.atOnceMax})`);
  return removed === age.atOnceMax;
}
