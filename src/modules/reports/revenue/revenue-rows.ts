import { z } from 'zod';
import { money } from '../../../core/money.ts';
import { divide } from '../../../core/rounding.ts';
import { Decimal, Money, SignedQuantity } from '../../../wire/index.ts';
import { type Amounts, Figure, figure, percentOf, sharesOf } from '../figure.ts';
import { comparedSeries, type ReportRange } from '../period-input.ts';
import type { RevenueCell, RevenueSums } from './revenue-facts.ts';

const rowKinds = ['group', 'others', 'unassigned', 'charges'] as const;
type RowKind = (typeof rowKinds)[number];

const sums = {
  sales: z.int().nullable().describe('Number of sales; null by line, which has units instead.'),
  units: SignedQuantity.nullable(),
  gross: Money.describe('Before discounts, excluding tax.'),
  discounts: Money,
  returns: Money.describe('Returns, on the date of the return.'),
  net: Figure.describe('Gross less discounts and returns.'),
  charges: Money,
  tax: Money,
  total: Money.describe('Net plus charges and tax.'),
  average_order: Money.nullable(),
  cost: Money.nullable().describe('Null without the permission costs:read.'),
  margin: Money.nullable(),
  margin_percent: Decimal.nullable(),
};

export const RevenueTotals = z.object(sums);
export const RevenueRow = z.object({
  kind: z.enum(rowKinds),
  key: z.string().nullable(),
  label: z.string(),
  ...sums,
  share: Decimal.nullable().describe('Percentage of net; all rows add up to 100.00.'),
});
export type RevenueTotals = z.output<typeof RevenueTotals>;
export type RevenueRow = z.output<typeof RevenueRow>;

export type RevenueFrame = {
  readonly currency: string;
  readonly range: ReportRange;
  readonly isCompared: boolean;
  readonly seesCosts: boolean;
  /** Lines have units and no charges; sales the other way round. */
  readonly level: 'sale' | 'line';
};

/** A row in the making: its sums over all intervals, and its net in each. */
export type RevenueTally = RevenueSums & { readonly net: Amounts };

export type KeyedTally = RevenueTally & { readonly kind: RowKind; readonly key: string | null; readonly label: string };

const none: RevenueSums = {
  sales: 0n,
  units: 0n,
  gross: 0n,
  discounts: 0n,
  returns: 0n,
  charges: 0n,
  tax: 0n,
  cost: 0n,
};

/** Adds cells up. Those of the comparison count in nothing but the net they are compared by. */
export function tally(cells: readonly RevenueCell[], { range, isCompared }: RevenueFrame): RevenueTally {
  let total = none;
  const series = range.intervals.map(() => 0n);
  const before = range.comparedPieces.map(() => 0n);
  let compared = 0n;
  for (const cell of cells) {
    const net = cell.gross - cell.discounts - cell.returns;
    if (cell.is_compared) {
      compared += net;
      if (cell.bucket < before.length) before[cell.bucket] = (before[cell.bucket] ?? 0n) + net;
      continue;
    }
    total = added(total, cell);
    if (cell.bucket < series.length) series[cell.bucket] = (series[cell.bucket] ?? 0n) + net;
  }
  const amount = total.gross - total.discounts - total.returns;
  return {
    ...total,
    net: {
      amount,
      series,
      compared: isCompared ? compared : undefined,
      comparedSeries: comparedSeries(range, (piece) => before[piece] ?? 0n),
    },
  };
}

function added(left: RevenueSums, right: RevenueSums): RevenueSums {
  return {
    sales: left.sales + right.sales,
    units: left.units + right.units,
    gross: left.gross + right.gross,
    discounts: left.discounts + right.discounts,
    returns: left.returns + right.returns,
    charges: left.charges + right.charges,
    tax: left.tax + right.tax,
    cost: left.cost + right.cost,
  };
}

/** Rows in their order, with shares that make a hundred. */
export function rowsFrom(tallies: readonly KeyedTally[], frame: RevenueFrame): RevenueRow[] {
  const shares = sharesOf(tallies.map(({ net }) => net.amount));
  return tallies.map((one, index) => ({
    kind: one.kind,
    key: one.key,
    label: one.label,
    ...totalsFrom(one, frame, one.kind),
    share: shares[index] ?? null,
  }));
}

export function totalsFrom(one: RevenueTally, frame: RevenueFrame, kind: RowKind | 'total' = 'total'): RevenueTotals {
  const inCurrency = (minor: bigint) => money(minor, frame.currency);
  const net = one.net.amount;
  const isLines = frame.level === 'line' && kind !== 'total';
  const seen = frame.seesCosts;
  return {
    sales: isLines ? null : Number(one.sales),
    units: isLines && kind !== 'charges' ? one.units : null,
    gross: inCurrency(one.gross),
    discounts: inCurrency(one.discounts),
    returns: inCurrency(one.returns),
    net: figure(one.net, frame.currency),
    charges: inCurrency(one.charges),
    tax: inCurrency(one.tax),
    total: inCurrency(net + one.charges + one.tax),
    average_order: isLines || one.sales <= 0n ? null : inCurrency(divide(net, one.sales, 'half_up')),
    cost: seen ? inCurrency(one.cost) : null,
    margin: seen ? inCurrency(net - one.cost) : null,
    margin_percent: seen ? percentOf(net - one.cost, net) : null,
  };
}
