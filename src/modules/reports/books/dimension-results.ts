import { addDays, dayOfMonth } from '../../../core/calendar.ts';
import { sum } from '../../../core/list.ts';
import { type Period, periodOf } from '../../../core/period.ts';
import { type Sql, sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import { accountMovements } from '../../ledger/index.ts';
import { type Section, sectionOf } from './profit-sections.ts';

/** Income or cost of an account for a value of a dimension, above zero as usual; null for what names none. */
export type DimensionResult = {
  readonly value: string | null;
  readonly account: string;
  readonly code: string;
  readonly name: string;
  readonly section: Section;
  readonly amount: bigint;
};

/**
 * Profit and loss of a period by the values of a dimension. What names none is what is left of each account, so that
 * all values together are always the whole.
 */
export async function dimensionResults(
  context: Context,
  dimension: string | undefined,
  period: Period,
): Promise<DimensionResult[]> {
  const [moved, valued] = await Promise.all([
    accountMovements(context, ['revenue', 'expense'], [period]),
    dimension === undefined ? [] : valuesOf(context, dimension, period),
  ]);
  const byAccount = Map.groupBy(valued, ({ account }) => account);
  return moved.flatMap(({ id, code, name, type, class: side, debit, credit }) => {
    const section = sectionOf(type);
    if (section === undefined) return [];
    const sign = side === 'revenue' ? -1n : 1n;
    const own = byAccount.get(id) ?? [];
    const rest = debit - credit - sum(own.map(({ amount }) => amount));
    return [...own, { value: null, amount: rest }]
      .filter(({ amount }) => amount !== 0n)
      .map(({ value, amount }) => ({ value, account: id, code, name, section, amount: sign * amount }));
  });
}

type Valued = { readonly value: string; readonly account: string; readonly amount: bigint };

/** Debits less credits by value and account: sums of whole months, and lines of the days before and after them. */
function valuesOf({ db, organization }: Context, dimension: string, period: Period): Promise<Valued[]> {
  const values = sql`select id from report_dimension_values
    where organization_id = ${organization} and dimension_id = ${dimension}`;
  const { months, days } = parted(period);
  const whole =
    months &&
    sql`
    select value_id, account_id, amount from report_dimension_months
    where organization_id = ${organization} and value_id in (${values})
      and month between ${months.from} and ${months.to}`;
  const parts = [...(whole === undefined ? [] : [whole]), ...days.map((part) => linesIn(organization, values, part))];
  const [first, ...others] = parts;
  if (first === undefined) return Promise.resolve([]);
  const all = others.reduce((joined, part) => sql`${joined} union all ${part}`, first);
  return db.many<Valued>(sql`
    select moved.value_id as value, moved.account_id as account, sum(moved.amount)::bigint as amount
    from (${all}) as moved
    join report_accounts as a on a.organization_id = ${organization} and a.id = moved.account_id
      and a.class in ('revenue', 'expense')
    group by 1, 2`);
}

function linesIn(organization: string, values: Sql, { from, to }: Period): Sql {
  return sql`
    select value_id, account_id, amount from report_lines cross join unnest(dimension_value_ids) as value_id
    where organization_id = ${organization} and dimension_value_ids is not null and entry_date between ${from} and ${to}
      and value_id in (${values})`;
}

/** The whole months of a period, and the days that are in none of them. */
function parted({ from, to }: Period): {
  readonly months: Period | undefined;
  readonly days: readonly Period[];
} {
  const first = dayOfMonth(from) === 1 ? from : addDays(periodOf('month', from).to, 1);
  const ends = periodOf('month', to).to === to;
  const last = ends ? to : addDays(periodOf('month', to).from, -1);
  if (last < first) return { months: undefined, days: [{ from, to }] };
  return {
    months: { from: first, to: last },
    days: [
      ...(first === from ? [] : [{ from, to: addDays(first, -1) }]),
      ...(ends ? [] : [{ from: addDays(last, 1), to }]),
    ],
  };
}
