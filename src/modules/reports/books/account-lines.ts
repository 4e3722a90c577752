import type { Day } from '../../../core/calendar.ts';
import type { Period } from '../../../core/period.ts';
import { nothing, type Sql, sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import { balanceBefore } from '../../ledger/index.ts';
import { type DimensionFilter, isAsked, isNarrowed, valuesAsked } from './dimension-filter.ts';

/** A line of an account, with what the account stood at after it. */
export type AccountLine = {
  readonly account_id: string;
  readonly code: string;
  readonly day: Day;
  readonly entry_id: string;
  readonly position: number;
  readonly number: string;
  readonly memo: string;
  readonly source_type: string;
  readonly source_id: string;
  readonly client_id: string | null;
  readonly tax_rate_id: string | null;
  readonly amount: bigint;
  readonly balance: bigint;
};

type Asked = Period & {
  /** All accounts where none is named. */
  readonly account: string | undefined;
  readonly filter: DimensionFilter;
  /** Code, day, entry and position of the line before the page. */
  readonly after: readonly string[] | undefined;
  readonly limit: number;
};

/**
 * A page of lines by account code, day, and the order they were posted in, which is that of the ids of entries.
 *
 * Every page costs the same: its opening balance is the sum up to the day before, which months and days say, and the
 * lines of that one day before the page. Materialized, or PostgreSQL counts that for each line.
 */
export function accountLinesOf({ db, organization }: Context, asked: Asked): Promise<AccountLine[]> {
  const { from, to, account, filter, after, limit } = asked;
  const [code, day, entry, position] = after ?? [];
  const own = account === undefined ? nothing : sql`and a.id = ${account}`;
  const seekAccount = after === undefined ? nothing : sql`and a.code >= ${code}::text`;
  const seek =
    after === undefined
      ? nothing
      : sql`and (a.code > ${code}::text
          or (entry_date, entry_id, position) > (${day}::date, ${entry}::uuid, ${position}::int))`;
  return db.many<AccountLine>(sql`
    with page as (
      select a.id as account_id, a.code, line.*
      from (
        select * from report_accounts as a where a.organization_id = ${organization} ${own} ${seekAccount}
        order by a.code) as a
      cross join lateral (
        select entry_date, entry_id, position, client_id, tax_rate_id, amount from report_lines
        where organization_id = ${organization} and account_id = a.id and entry_date between ${from} and ${to} ${seek}
          and ${isAsked(organization, filter, sql`dimension_value_ids`)}
        order by entry_date, entry_id, position limit ${limit}) as line
      order by a.code, line.entry_date, line.entry_id, line.position limit ${limit}
    ), begun as materialized (
      select first.account_id, ${before(organization, filter)} as balance
      from (select distinct on (account_id) * from page order by account_id, entry_date, entry_id, position) as first
    )
    select page.account_id, page.code, page.entry_date as day, page.entry_id, page.position, e.number, e.memo,
      e.source_type, e.source_id, page.client_id, page.tax_rate_id, page.amount,
      (begun.balance + sum(page.amount) over (partition by page.account_id
        order by page.entry_date, page.entry_id, page.position))::bigint as balance
    from page
    join begun on begun.account_id = page.account_id
    join report_entries as e on e.organization_id = ${organization} and e.id = page.entry_id
    order by page.code, page.entry_date, page.entry_id, page.position`);
}

/**
 * What the account of the line called `first` stood at before it. In the lines that a filter leaves, that is the sums
 * of the months before, and the lines of its own month: days have no sums by values.
 */
function before(organization: string, filter: DimensionFilter): Sql {
  const sinceUpTo = (day: Sql) => sql`coalesce((
    select sum(l.amount) from report_lines as l
    where l.organization_id = ${organization} and l.account_id = first.account_id
      and l.entry_date between ${day} and first.entry_date
      and (l.entry_date, l.entry_id, l.position) < (first.entry_date, first.entry_id, first.position)
      and ${isAsked(organization, filter, sql`l.dimension_value_ids`)}), 0)`;
  const balance = (day: Sql) => balanceBefore(organization, sql`first.account_id`, day);
  if (!isNarrowed(filter)) return sql`${balance(sql`first.entry_date`)} + ${sinceUpTo(sql`first.entry_date`)}`;
  const month = sql`date_trunc('month', first.entry_date::timestamp)::date`;
  const named = sql`coalesce((
    select sum(kept.debit - kept.credit) from report_dimension_months as kept
    where kept.organization_id = ${organization} and kept.account_id = first.account_id and kept.month < ${month}
      and kept.value_id in (${valuesAsked(organization, filter)})), 0)`;
  const months = filter.dimension_value_id === undefined ? sql`${balance(month)} - ${named}` : named;
  return sql`${months} + ${sinceUpTo(month)}`;
}
