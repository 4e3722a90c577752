import type { Db } from '../db/database.ts';
import { catalogued, quoted, references } from '../db/tenant-tables.ts';

const patienceMs = 120_000;

/**
 * The foreign keys that rows of an organisation do not keep. PostgreSQL looks at each when a row is written, except
 * while nothing fires, as during a restore, where rows come in the order of their tables: so it is asked afterwards.
 */
export async function brokenReferences(db: Db, organization: string): Promise<string[]> {
  const broken: string[] = [];
  for (const reference of await references(db)) {
    const { name, table, columns, target, target_columns: targets } = reference;
    const isSet = columns.map((column) => `r.${quoted(column)} is not null`).join(' and ');
    const meets = columns.map((column, at) => `t.${quoted(targets[at] ?? '')} = r.${quoted(column)}`).join(' and ');
    const [{ count } = { count: 0 }] = await db.slowly<{ count: number }>(
      catalogued(
        `select count(*)::int as count from ${quoted(table)} as r
         where r.organization_id = $1 and ${isSet} and not exists (select from ${quoted(target)} as t where ${meets})`,
        [organization],
      ),
      patienceMs,
    );
    if (count > 0) broken.push(`${name} (${count} of ${table})`);
  }
  return broken;
}
