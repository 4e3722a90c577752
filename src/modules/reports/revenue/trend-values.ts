import { sum } from '../../../core/list.ts';
import type { Period } from '../../../core/period.ts';
import { validationFailed } from '../../../operation/errors.ts';
import type { Context } from '../../../operation/operation.ts';
import { type AccountMovement, type AccountType } from '../../ledger/index.ts';
import { resultsOf } from '../cash-basis/cash-results.ts';
import type { ReportRange } from '../period-input.ts';
import { type Basis, basisOf } from '../report.ts';
import { netOf, revenueCells } from './revenue-facts.ts';

export const trendMetrics = ['net_sales', 'revenue', 'gross_profit', 'expenses', 'net_profit'] as const;
export type TrendMetric = (typeof trendMetrics)[number];

const everyType = ['revenue', 'other_income', 'cost_of_goods_sold', 'expense', 'other_expense'] as const;

/** The accounts that a figure of the ledger adds up. */
const types: Readonly<Record<Exclude<TrendMetric, 'net_sales'>, readonly AccountType[]>> = {
  revenue: ['revenue'],
  gross_profit: ['revenue', 'cost_of_goods_sold'],
  expenses: ['expense', 'other_expense'],
  net_profit: everyType,
};

type TrendQuestion = { readonly metric: TrendMetric; readonly basis: Basis };

/** One amount for each of these days, which follow one another without a gap. */
export async function trendValues(
  context: Context,
  { metric, basis }: TrendQuestion,
  pieces: readonly Period[],
): Promise<bigint[]> {
  const range = rangeOver(pieces);
  if (range === undefined) return [];
  const cells =
    metric === 'net_sales' ? await soldIn(context, range) : await earnedIn(context, { metric, basis }, range);
  const byPiece = Map.groupBy(cells, ({ period }) => period);
  return pieces.map((_, index) => sum((byPiece.get(index) ?? []).map(({ amount }) => amount)));
}

type ValueCell = { readonly period: number; readonly amount: bigint };

function rangeOver(pieces: readonly Period[]): ReportRange | undefined {
  const [from, to] = [pieces[0]?.from, pieces.at(-1)?.to];
  if (from === undefined || to === undefined) return undefined;
  const intervals = pieces.map((piece) => ({ ...piece, label: '', is_partial: false, state: 'past' as const }));
  return { current: { from, to }, intervals, compared: undefined, comparedIntervals: [], comparedPieces: [] };
}

async function soldIn(context: Context, range: ReportRange): Promise<ValueCell[]> {
  const cells = await revenueCells(context, { group: 'period', range, filter: {}, groupsMax: 1 });
  return cells.map((cell) => ({ period: cell.bucket, amount: netOf(cell) }));
}

type LedgerQuestion = { readonly metric: Exclude<TrendMetric, 'net_sales'>; readonly basis: Basis };

async function earnedIn(context: Context, { metric, basis }: LedgerQuestion, range: ReportRange): Promise<ValueCell[]> {
  const { moved } = await resultsOf(context, basis, range);
  const worth = ({ debit, credit }: AccountMovement) => (metric === 'expenses' ? debit - credit : credit - debit);
  return moved
    .filter(({ type }) => types[metric].includes(type))
    .map((one) => ({ period: one.period, amount: worth(one) }));
}

/** The basis asked for, else that of the organisation's settings. Sales have no cash basis: income has. */
export async function trendBasisOf(context: Context, metric: TrendMetric, asked: Basis | undefined): Promise<Basis> {
  if (metric !== 'net_sales') return basisOf(context, asked);
  if (asked !== 'cash') return 'accrual';
  const message = 'Use `revenue` on the accrual basis: sales count on their date.';
  throw validationFailed({ errors: [{ pointer: '/basis', code: 'accrual_only', message }], hint: message });
}
