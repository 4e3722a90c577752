import type { Period } from '../../../core/period.ts';
import { plannedOnce, sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import { accountClasses, type AccountMovement, accountMovements } from '../../ledger/index.ts';
import { bucketIn } from '../buckets.ts';
import { directFacts } from './cash-flow-facts.ts';
import type { ReportRange } from '../period-input.ts';
import { isTaxAccount } from '../tax/tax-accounts.ts';

const activities = ['operating', 'investing', 'financing'] as const;
export type Activity = (typeof activities)[number];

/** Sources and uses of cash, by the account on the other side, in the order of the report. */
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

/** Causes of the difference between cash and profit. */
export const indirectKinds = {
  net_profit: 'operating',
  receivable: 'operating',
  inventory: 'operating',
  other_current_assets: 'operating',
  payable: 'operating',
  tax_payable: 'operating',
  client_credit: 'operating',
  other_current_liabilities: 'operating',
  non_cash: 'operating',
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

/** Cash movements by the other side of their entries; a paid bill of equipment comes from `cash-flow-facts.ts`. */
export function directCells(context: Context, range: ReportRange): Promise<FlowCell<DirectKind>[]> {
  return context.db.many<FlowCell<DirectKind>>(
    plannedOnce(sql`
      select flow as kind, is_compared, sum(amount)::bigint as amount,
        ${bucketIn(range)} as bucket
      from (${directFacts(context.organization, [range.current, range.compared])}) as facts
      group by 1, 2, 4`),
  );
}

/**
 * Cash moves against every account that is not cash: profit, and every other account of the balance sheet. Investing
 * and financing count only as far as money moved: the rest is taken out of operating activities.
 */
export async function indirectCells(
  context: Context,
  range: ReportRange,
  direct: readonly FlowCell<DirectKind>[],
): Promise<FlowCell<IndirectKind>[]> {
  const { current, intervals, comparedPieces } = range;
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
    comparedPieces.length === 0 ? [] : ask(comparedPieces, true),
  ]);
  const paid = direct.flatMap(({ kind, ...cell }) => (isFund(kind) ? [{ kind, ...cell }] : []));
  return [
    ...[...now, ...before].map((cell) => (isFund(cell.kind) ? { ...cell, kind: 'non_cash' as const } : cell)),
    ...paid,
    ...paid.map((cell) => ({ ...cell, kind: 'non_cash' as const, amount: -cell.amount })),
  ];
}

/** Kinds that are no operations, by either method. */
export const funds = ['fixed_assets', 'loans', 'owners'] as const;

function isFund(kind: string): kind is (typeof funds)[number] {
  return (funds as readonly string[]).includes(kind);
}

/** The same in SQL, of an account called `a`. */
export const indirectKindOf = sql`case
  when a.class in ('revenue', 'expense') then 'net_profit'
  when a.system_role = 'client_credit' then 'client_credit'
  when ${isTaxAccount} then 'tax_payable'
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
  if (type === 'tax_payable' || type === 'tax_receivable' || role?.startsWith('tax_') === true) return 'tax_payable';
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
