import type { Db } from '../../src/db/database.ts';
import { sql } from '../../src/db/sql.ts';

/** Places of tables with tenants on several servers; see `migrations/0001_foundation.sql`. */
export const sides: readonly string[] = ['directory', 'tenant', 'server'];

export type Table = {
  readonly name: string;
  /** The first word of its comment, or '' where it has none. */
  readonly side: string;
  readonly is_protected: boolean;
};

export function tablesWithSides(db: Db): Promise<Table[]> {
  return db.many<Table>(sql`
    select relname::text as name, relforcerowsecurity as is_protected,
      coalesce(substring(obj_description(oid, 'pg_class') from '^\\w+'), '') as side
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname`);
}

/** True for tables that may lie on two servers. */
export function isOnBoth(touched: Iterable<string>): boolean {
  const all = new Set(touched);
  return all.has('directory') && all.has('tenant');
}
