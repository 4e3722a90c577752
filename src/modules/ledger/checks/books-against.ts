import { type Sql, sql } from '../../../db/sql.ts';

/** One account by its role, or all of a type. */
type Which = { readonly role: string } | { readonly type: string };

/**
 * Compares the balance of accounts with that of their records: both debits less credits, in minor units. `records` is a
 * query of one number.
 */
export function booksAgainst(organization: string, which: Which, records: Sql): Sql {
  const chosen = 'role' in which ? sql`a.system_role = ${which.role}` : sql`a.type = ${which.type}`;
  return sql`
    select codes || ': ' || books || ' in the books, ' || records || ' in the records' as name,
      books <> records as wrong
    from (
      select string_agg(a.code, ', ' order by a.code) as codes, coalesce(sum((
        select sum(days.debit - days.credit) from account_days as days
        where days.organization_id = a.organization_id and days.account_id = a.id)), 0)::bigint as books
      from accounts as a where a.organization_id = ${organization} and ${chosen}
    ) as kept, (select coalesce((${records}), 0)::bigint as records) as known`;
}
