import type { Day } from '../../core/calendar.ts';
import type { Period } from '../../core/period.ts';
import { sql } from '../../db/sql.ts';
import type { Context } from '../../operation/operation.ts';
import { accountClasses, type AccountMovement, accountMovements } from '../ledger/index.ts';
import type { ReportRange } from './period-input.ts';
import { linesOfAccount, linesOfEntry, spansTable } from './settlement-steps.ts';

const activities = ['operating', 'investing', 'financing'] as const;
export type Activity = (typeof activities)[number];

/** Where cash came from and went to, by the accounts on the other side, in the order that they are told. */
export const directKinds = {
  clients: 'operating',
  suppliers: 'operating',
  expenses: 'operating',
  tax: 'operating',
  other_income: 'operating',
  other: 'operating',
  fixed_assets: 'investing',
  loans: 'financing',
  owners: 'financing',
} as const satisfies Record<string, Activity>;
export type DirectKind = keyof typeof directKinds;

/** What made cash differ from profit. */
export const indirectKinds = {
  net_profit: 'operating',
  receivable: 'operating',
  inventory: 'operating',
  other_current_assets: 'operating',
  payable: 'operating',
  tax_payable: 'operating',
  client_credit: 'operating',
  other_current_liabilities: 'operating',
  fixed_assets: 'investing',
  loans: 'financing',
  owners: 'financing',
} as const satisfies Record<string, Activity>;
export type IndirectKind = keyof typeof indirectKinds;

/** An amount that cash grew by, of one kind in one interval. */
export type FlowCell<Kind extends string> = {
  readonly kind: Kind;
  readonly is_compared: boolean;
  readonly bucket: number;
  readonly amount: bigint;
};

/** Of an account called `a`: which of the kinds above it is of. */
export const directKind = sql`case
  when a.type in ('accounts_receivable', 'revenue') or a.system_role = 'client_credit' then 'clients'
  when a.type in ('accounts_payable', 'credit_card', 'inventory', 'cost_of_goods_sold')
    or a.system_role = 'supplier_credit' then 'suppliers'
  when a.type = 'tax_payable' or a.system_role in ('tax_input', 'tax_output', 'tax_withheld') then 'tax'
  when a.type in ('expense', 'other_expense') then 'expenses'
  when a.type = 'other_income' then 'other_income'
  when a.type = 'fixed_asset' then 'fixed_assets'
  when a.type = 'long_term_liability' then 'loans'
  when a.class = 'equity' then 'owners'
  else 'other' end`;

/**
 * What the other lines of the entries that moved cash say it was for. An entry between two cash accounts alone moved
 * none.
 */
export function directCells(
  context: Context,
  { current, compared, intervals }: ReportRange,
): Promise<FlowCell<DirectKind>[]> {
  const { db, organization } = context;
  const starts: Day[] = intervals.length > 0 ? intervals.map(({ from }) => from) : [current.from];
  return db.many<FlowCell<DirectKind>>(sql`
    with ${spansTable([current, compared])}, moved as (
      select distinct spans.is_compared, l.entry_id, l.entry_date
      from spans
      join report_accounts as a on a.organization_id = ${organization} and a.type in ('cash', 'bank')
      ${linesOfAccount(organization, { first: sql`spans.first`, last: sql`spans.last` })} as l
    )
    select ${directKind} as kind, moved.is_compared, -sum(l.amount)::bigint as amount,
      case when moved.is_compared then 0 else width_bucket(moved.entry_date, ${starts}::date[]) - 1 end as bucket
    from moved
    ${linesOfEntry(organization, sql`moved.entry_id`)} as l
    join report_accounts as a on a.organization_id = ${organization} and a.id = l.account_id
    where a.type not in ('cash', 'bank')
    group by 1, 2, 4`);
}

/** Whatever is no cash grew by less than nothing of it: profit, and every other account of the balance sheet. */
export async function indirectCells(context: Context, range: ReportRange): Promise<FlowCell<IndirectKind>[]> {
  const { current, compared, intervals } = range;
  const ask = async (periods: readonly Period[], isCompared: boolean) => {
    const moved = await accountMovements(context, accountClasses, periods);
    return moved.flatMap((one): FlowCell<IndirectKind>[] => {
      const kind = indirectKind(one);
      const amount = one.credit - one.debit;
      return kind === undefined ? [] : [{ kind, is_compared: isCompared, bucket: one.period, amount }];
    });
  };
  const [now, before] = await Promise.all([
    ask(intervals.length > 0 ? intervals : [current], false),
    compared === undefined ? [] : ask([compared], true),
  ]);
  return [...now, ...before];
}

/** The same in SQL, of an account called `a`. */
export const indirectKindOf = sql`case
  when a.class in ('revenue', 'expense') then 'net_profit'
  when a.system_role = 'client_credit' then 'client_credit'
  when a.type = 'tax_payable' or a.system_role in ('tax_input', 'tax_output', 'tax_withheld') then 'tax_payable'
  when a.type = 'accounts_receivable' then 'receivable'
  when a.type = 'inventory' then 'inventory'
  when a.type = 'other_current_asset' then 'other_current_assets'
  when a.type in ('accounts_payable', 'credit_card') then 'payable'
  when a.type = 'fixed_asset' then 'fixed_assets'
  when a.type = 'long_term_liability' then 'loans'
  when a.class = 'equity' then 'owners'
  else 'other_current_liabilities' end`;

/** Undefined for cash itself. */
function indirectKind({
  type,
  class: accountClass,
  role,
}: Pick<AccountMovement, 'type' | 'class' | 'role'>): IndirectKind | undefined {
  if (type === 'cash' || type === 'bank') return undefined;
  if (accountClass === 'revenue' || accountClass === 'expense') return 'net_profit';
  if (role === 'client_credit') return 'client_credit';
  if (type === 'tax_payable' || role?.startsWith('tax_') === true) return 'tax_payable';
  return byType[type] ?? (accountClass === 'equity' ? 'owners' : 'other_current_liabilities');
}

const byType: Readonly<Record<string, IndirectKind>> = {
  accounts_receivable: 'receivable',
  inventory: 'inventory',
  other_current_asset: 'other_current_assets',
  accounts_payable: 'payable',
  credit_card: 'payable',
  fixed_asset: 'fixed_assets',
  long_term_liability: 'loans',
};
