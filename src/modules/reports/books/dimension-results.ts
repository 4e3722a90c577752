import { sum } from '../../../core/list.ts';
import type { Period } from '../../../core/period.ts';
import { sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import { accountMovements } from '../../ledger/index.ts';
import { valueSums } from './dimension-sums.ts';
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

/** Debits less credits by value and account. */
function valuesOf({ db, organization }: Context, dimension: string, period: Period): Promise<Valued[]> {
  const values = sql`select id from report_dimension_values
    where organization_id = ${organization} and dimension_id = ${dimension}`;
  return db.many<Valued>(sql`
    select moved.value_id as value, moved.account_id as account, sum(moved.debit - moved.credit)::bigint as amount
    from (${valueSums(organization, values, [period])}) as moved
    join report_accounts as a on a.organization_id = ${organization} and a.id = moved.account_id
      and a.class in ('revenue', 'expense')
    group by 1, 2`);
}
