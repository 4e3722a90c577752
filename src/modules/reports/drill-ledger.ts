import type { Period } from '../../core/period.ts';
import { type Sql, sql } from '../../db/sql.ts';
import type { Context } from '../../operation/operation.ts';
import type { AccountType } from '../ledger/index.ts';
import { cashFacts, resultLines } from './cash-facts.ts';
import { directKind, directKinds, indirectKindOf, indirectKinds } from './cash-flow-cells.ts';
import { accountLines, type Behind, columnOf, daysOf, type Drill, unknownRow, uuidIn } from './drilldown.ts';
import { taxBasisOf } from './get-tax-summary.ts';
import { type Basis, basisOf } from './report.ts';
import { taxFacts } from './tax-facts.ts';

/** Of which types of accounts a total is the sum, and whether debits make it grow. */
type Total = { readonly types: readonly AccountType[]; readonly isSpent?: true };

const totals: Readonly<Record<string, Total>> = {
  revenue: { types: ['revenue'] },
  cost_of_sales: { types: ['cost_of_goods_sold'], isSpent: true },
  gross_profit: { types: ['revenue', 'cost_of_goods_sold'] },
  operating_expenses: { types: ['expense'], isSpent: true },
  operating_profit: { types: ['revenue', 'cost_of_goods_sold', 'expense'] },
  other_income: { types: ['other_income'] },
  other_expenses: { types: ['other_expense'], isSpent: true },
  expenses: { types: ['expense', 'other_expense'], isSpent: true },
  net_profit: { types: ['revenue', 'cost_of_goods_sold', 'expense', 'other_income', 'other_expense'] },
};

/** An account of income or expense, or a total of such; entries, or sales as far as they were paid. */
export const drillResults: Drill = async (context, asked) => {
  const days = daysOf(asked);
  return resultsBehind(context, asked.row, { days, basis: await basisOf(context, asked.basis) });
};

export function resultsBehind(
  context: Context,
  row: string,
  { days, basis }: { readonly days: Period; readonly basis: Basis },
): Behind {
  const { organization } = context;
  const total = Object.hasOwn(totals, row) ? totals[row] : undefined;
  const account = uuidIn(row, 'account');
  if (total === undefined && account === undefined) throw unknownRow();
  const where = total === undefined ? sql`a.id = ${account}` : sql`a.type = any(${total.types})`;
  const isSpent = total === undefined ? sql`a.class = 'expense'` : sql`${total.isSpent === true}::boolean`;
  const sign = sql`case when ${isSpent} then 1 else -1 end`;
  if (basis !== 'cash')
    return { facts: accountLines(organization, { where, amount: sql`l.amount * ${sign}`, ...days }) };
  return {
    facts: sql`
      select f.day, f.kind, f.id, f.amount * ${sign} as amount
      from (${cashFacts(context, [days], resultLines)}) as f
      join report_accounts as a on a.organization_id = ${organization} and a.id = f.account_id
      where ${where}`,
  };
}

export const drillTrialBalance: Drill = ({ organization }, { row, column, range: { current } }) => {
  const account = uuidIn(row, 'account');
  if (account === undefined && row !== 'total') throw unknownRow();
  const where = account === undefined ? sql`true` : sql`a.id = ${account}`;
  const within = (amount: Sql) => accountLines(organization, { where, amount, ...current });
  const columns: Readonly<Record<string, () => Sql>> = {
    opening: () => sql`select * from (${accountLines(organization, { where, to: current.to })}) as all_lines
      where day < ${current.from}`,
    debit: () => within(sql`greatest(l.amount, 0)`),
    credit: () => within(sql`greatest(-l.amount, 0)`),
    closing: () => accountLines(organization, { where, to: current.to }),
  };
  return { facts: columnOf(columns, column)() };
};

export const drillCashFlow: Drill = ({ organization }, asked) => {
  const { row, range } = asked;
  const isCash = sql`a.type in ('cash', 'bank')`;
  if (row === 'opening_cash') {
    const before = accountLines(organization, { where: isCash, to: range.current.to });
    return { facts: sql`select * from (${before}) as all_lines where day < ${range.current.from}` };
  }
  if (row === 'closing_cash') return { facts: accountLines(organization, { where: isCash, to: range.current.to }) };
  const days = daysOf(asked);
  if (row === 'net_change') return { facts: accountLines(organization, { where: isCash, ...days }) };
  const [method, name = ''] = row.split(':');
  if (method === 'direct') return { facts: directFlow(organization, days, kindsNamed(directKinds, name)) };
  if (method !== 'indirect') throw unknownRow();
  const kinds = kindsNamed(indirectKinds, name);
  const where = sql`not ${isCash} and ${indirectKindOf} = any(${kinds})`;
  return { facts: accountLines(organization, { where, amount: sql`-l.amount`, ...days }) };
};

/** One kind, or all of an activity. */
function kindsNamed(kinds: Readonly<Record<string, string>>, name: string): string[] {
  const found = Object.entries(kinds).filter(([kind, activity]) => kind === name || activity === name);
  if (found.length === 0) throw unknownRow();
  return found.map(([kind]) => kind);
}

function directFlow(organization: string, { from, to }: Period, kinds: readonly string[]): Sql {
  return sql`
    select moved.entry_date as day, 'journal_entry' as kind, l.entry_id as id, -l.amount as amount
    from (
      select distinct l.entry_id, l.entry_date
      from report_accounts as a
      join report_lines as l on l.organization_id = a.organization_id and l.account_id = a.id
        and l.entry_date between ${from} and ${to}
      where a.organization_id = ${organization} and a.type in ('cash', 'bank')) as moved
    join report_lines as l on l.organization_id = ${organization} and l.entry_id = moved.entry_id
    join report_accounts as a on a.organization_id = ${organization} and a.id = l.account_id
    where a.type not in ('cash', 'bank') and ${directKind} = any(${kinds})`;
}

const taxTotals: Readonly<Record<string, Sql>> = {
  output_tax: sql`side = 'output'`,
  input_tax: sql`side = 'input'`,
  withheld_tax: sql`side = 'withheld'`,
  net_due: sql`side in ('output', 'input')`,
};

export const drillTax: Drill = async (context, { row, column, range, basis: asked }) => {
  const basis = await taxBasisOf(context, asked);
  const amount = columnOf({ base: sql`base`, tax: sql`tax` }, column);
  const [side, rate] = row.split(':');
  const id = uuidIn(rate ?? '', 'tax_rate');
  const total = Object.hasOwn(taxTotals, row) ? taxTotals[row] : undefined;
  if (total === undefined && id === undefined && rate !== 'none') throw unknownRow();
  const where = total ?? sql`side = ${side}::text and rate_id is not distinct from ${id}::uuid`;
  // What is due is what was charged less what can be claimed; everything else has its own sign.
  const sign = row === 'net_due' ? sql`1` : sql`case when side = 'output' then 1 else -1 end`;
  return {
    facts: sql`select day, kind, id, ${amount} * ${sign} as amount
      from (${taxFacts(context, basis, range.current)}) as taxes where ${where}`,
  };
};
