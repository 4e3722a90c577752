import type { Db } from './database.ts';
import { Sql, sql } from './sql.ts';

/** A table whose rows belong to organisations, as the database itself describes it. */
export type TenantTable = {
  readonly name: string;
  /** Columns that are written, in their order: none that is computed, and no counter of the table's own. */
  readonly columns: readonly TenantColumn[];
  /** The columns of the primary key. */
  readonly key: readonly string[];
};

export type TenantColumn = { readonly name: string; readonly type: string };

/**
 * Every table of the database that names an organisation in each of its rows, and the organisations themselves. Read
 * from the catalogue of PostgreSQL, so that no list has to be kept and none can fall behind.
 */
export async function tenantTables(db: Db): Promise<TenantTable[]> {
  const rows = await db.many<{ name: string; columns: TenantColumn[]; key: string[] }>(sql`
    select relname::text as name,
      (select jsonb_agg(jsonb_build_object('name', attname, 'type', format_type(atttypid, atttypmod)) order by attnum)
       from pg_attribute
       where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = '')
        as columns,
      coalesce((select jsonb_agg(attname order by place)
       from pg_index, unnest(indkey) with ordinality as part (number, place)
         join pg_attribute on attnum = number
       where indrelid = pg_class.oid and indisprimary and attrelid = pg_class.oid), '[]') as key
    from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and (relname = 'organizations' or exists (select from pg_attribute
        where attrelid = pg_class.oid and attname = 'organization_id' and not attisdropped))
    order by relname`);
  return rows;
}

/** The column that says whose a row is. */
export function ownerColumn(table: string): string {
  return table === 'organizations' ? 'id' : 'organization_id';
}

/** A statement about tables that the catalogue of PostgreSQL named; `names` is the only way in, and quotes. */
export function catalogued(text: string, values: readonly unknown[] = []): Sql {
  return new Sql(text, values, 'anew');
}

/** A name as it stands in a statement. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A foreign key: the columns of a table that name a row of another. */
export type Reference = {
  readonly name: string;
  readonly table: string;
  readonly columns: readonly string[];
  readonly target: string;
  readonly target_columns: readonly string[];
};

/** Every foreign key of a table of organisations, as the catalogue of PostgreSQL lists them. */
export function references(db: Db): Promise<Reference[]> {
  return db.many<Reference>(sql`
    select conname::text as name, conrelid::regclass::text as table, confrelid::regclass::text as target,
      (select jsonb_agg(attname order by place) from unnest(conkey) with ordinality as part (number, place)
        join pg_attribute on attrelid = conrelid and attnum = number) as columns,
      (select jsonb_agg(attname order by place) from unnest(confkey) with ordinality as part (number, place)
        join pg_attribute on attrelid = confrelid and attnum = number) as target_columns
    from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace
      and exists (select from pg_attribute where attrelid = conrelid and attname = 'organization_id')
    order by 2, 1`);
}
