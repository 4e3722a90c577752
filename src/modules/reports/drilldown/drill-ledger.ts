import type { Period } from '../../../core/period.ts';
import { type Sql, sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import type { AccountType } from '../../ledger/index.ts';
import { cashFacts, resultLines } from '../cash-basis/cash-facts.ts';
import { directKinds, funds, indirectKindOf, indirectKinds } from '../cash-flow/cash-flow-cells.ts';
import { directFacts } from '../cash-flow/cash-flow-facts.ts';
import { narrowed } from './drill-narrowed.ts';
import {
  accountLines,
  type Behind,
  columnOf,
  daysOf,
  type Drill,
  type FigureAsked,
  unknownColumn,
  unknownRow,
  uuidIn,
} from './drilldown.ts';
import { lineIn, resultLineAccounts } from './drill-statements.ts';
import { taxBasisOf } from '../tax/get-tax-summary.ts';
import { basisOfNarrowed, type DimensionFilter, isAsked, isNarrowed } from '../books/dimension-filter.ts';
import type { Basis } from '../report.ts';
import { taxFacts } from '../tax/tax-facts.ts';

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

/** An account of income or expense, a total or a line of a layout; entries, or sales as far as they were paid. */
export const drillResults: Drill = async (context, asked) => {
  const days = daysOf(asked);
  const { filter } = asked;
  const basis = await basisOfNarrowed(context, asked.basis, filter);
  const how = { days, basis, filter };
  const line = lineIn(asked.row);
  const behind =
    line === undefined
      ? resultsBehind(context, asked.row, how)
      : lineBehind(context, await resultLineAccounts(context, line, asked.range.current.to), how);
  return { ...behind, facts: narrowed(context, behind.facts, filter) };
};

/** What came in or was spent; what was planned has no papers. */
export const drillVariance: Drill = (context, asked) => {
  if (asked.column !== 'actual') throw unknownColumn(['actual']);
  return drillResults(context, { ...asked, column: 'amount', basis: 'accrual' });
};

type Counted = { readonly days: Period; readonly basis: Basis; readonly filter?: DimensionFilter };

/** Which accounts a total is of, and the sign by which it grows. */
export function resultLinesOf(row: string): { readonly where: Sql; readonly sign: Sql } {
  const total = Object.hasOwn(totals, row) ? totals[row] : undefined;
  const account = uuidIn(row, 'account');
  if (total === undefined && account === undefined) throw unknownRow();
  const where = total === undefined ? sql`a.id = ${account}` : sql`a.type = any(${total.types})`;
  const isSpent = total === undefined ? sql`a.class = 'expense'` : sql`${total.isSpent === true}::boolean`;
  return { where, sign: sql`case when ${isSpent} then 1 else -1 end` };
}

export function resultsBehind(context: Context, row: string, how: Counted): Behind {
  return resultsOn(context, resultLinesOf(row), how);
}

/** Costs have a minus in the lines of a standard. */
function lineBehind(context: Context, accounts: readonly string[], how: Counted): Behind {
  return resultsOn(context, { where: sql`a.id = any(${accounts})`, sign: sql`-1` }, how);
}

function resultsOn(
  context: Context,
  { where, sign }: { readonly where: Sql; readonly sign: Sql },
  { days, basis, filter = {} }: Counted,
): Behind {
  const { organization } = context;
  if (basis !== 'cash') {
    const named = sql`(${where}) and ${isAsked(organization, filter, sql`l.dimension_value_ids`)}`;
    return { facts: accountLines(organization, { where: named, amount: sql`l.amount * ${sign}`, ...days }) };
  }
  return {
    facts: sql`
      select f.day, f.kind, f.id, f.amount * ${sign} as amount
      from (${cashFacts(context, [days], resultLines)}) as f
      join report_accounts as a on a.organization_id = ${organization} and a.id = f.account_id
      where ${where}`,
  };
}

/** Of a dimension the trial balance has income and costs alone. */
export const drillTrialBalance: Drill = (context, asked) => {
  return balancesBehind(context, asked, isNarrowed(asked.filter) ? sql`a.class in ('revenue', 'expense')` : sql`true`);
};

export const drillGeneralLedger: Drill = (context, asked) => balancesBehind(context, asked, sql`true`);

function balancesBehind({ organization }: Context, asked: FigureAsked, shown: Sql): Behind {
  const {
    row,
    column,
    filter,
    range: { current },
  } = asked;
  const account = uuidIn(row, 'account');
  if (account === undefined && row !== 'total') throw unknownRow();
  const own = account === undefined ? shown : sql`${shown} and a.id = ${account}`;
  const where = sql`${own} and ${isAsked(organization, filter, sql`l.dimension_value_ids`)}`;
  const within = (amount: Sql) => accountLines(organization, { where, amount, ...current });
  const columns: Readonly<Record<string, () => Sql>> = {
    opening: () => sql`select * from (${accountLines(organization, { where, to: current.to })}) as all_lines
      where day < ${current.from}`,
    debit: () => within(sql`greatest(l.amount, 0)`),
    credit: () => within(sql`greatest(-l.amount, 0)`),
    closing: () => accountLines(organization, { where, to: current.to }),
  };
  return { facts: columnOf(columns, column)() };
}

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
  return { facts: indirectFlow(organization, days, kindsNamed(indirectKinds, name)) };
};

/** One kind, or all of an activity. */
function kindsNamed(kinds: Readonly<Record<string, string>>, name: string): string[] {
  const found = Object.entries(kinds).filter(([kind, activity]) => kind === name || activity === name);
  if (found.length === 0) throw unknownRow();
  return found.map(([kind]) => kind);
}

function directFlow(organization: string, days: Period, flows: readonly string[]): Sql {
  return sql`
    select day, kind, id, amount from (${directFacts(organization, [days])}) as moved where flow = any(${flows})`;
}

/** Investing and financing count only as far as money moved; the rest is taken out of operating activities. */
function indirectFlow(organization: string, days: Period, kinds: readonly string[]): Sql {
  const counted = kinds.filter((kind) => !isFund(kind));
  const wanted = counted.includes('non_cash') ? [...counted, ...funds] : counted;
  const where = sql`a.type not in ('cash', 'bank') and ${indirectKindOf} = any(${wanted})`;
  return sql`
    select day, kind, id, amount from (${accountLines(organization, { where, amount: sql`-l.amount`, ...days })}) as own
    union all
    select day, kind, id, amount from (${directFlow(organization, days, kinds.filter(isFund))}) as paid
    union all
    select day, kind, id, -amount
    from (${directFlow(organization, days, counted.includes('non_cash') ? funds : [])}) as unpaid`;
}

function isFund(kind: string): boolean {
  return funds.some((fund) => fund === kind);
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
  // Tax due is output tax less recoverable input tax; every other row has its own sign.
  const sign = row === 'net_due' ? sql`1` : sql`case when side = 'output' then 1 else -1 end`;
  return {
    facts: sql`select day, kind, id, ${amount} * ${sign} as amount
      from (${taxFacts(context, basis, range.current)}) as taxes where ${where}`,
  };
};
