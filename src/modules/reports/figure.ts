import { z } from 'zod';
import { absolute } from '../../core/absolute.ts';
import { formatDecimal } from '../../core/decimal.ts';
import { sum } from '../../core/list.ts';
import { type Money as CoreMoney, money } from '../../core/money.ts';
import { divide } from '../../core/rounding.ts';
import { shareOut } from '../../core/share.ts';
import { Decimal, Money } from '../../wire/index.ts';

const percentDecimals = 2;
const hundredPercent = 10_000n;

/** An amount of a report, and what it is compared with. */
export const Figure = z.object({
  amount: Money,
  series: z.array(Money).describe('One amount for each of `intervals`.'),
  compared: Money.nullable(),
  compared_series: z
    .array(Money.nullable())
    .describe('What each of `intervals` is compared with; null where the comparison does not reach.'),
  change: Money.nullable(),
  change_percent: Decimal.nullable().describe('Change in percent of the comparison; null if that is zero.'),
});
export type Figure = z.output<typeof Figure>;

/** What a figure is compared with. */
export const comparedFields = Figure.pick({ compared: true, change: true, change_percent: true }).shape;
/** A figure in a file: its intervals first. */
export const figureFields = { ...Figure.pick({ series: true, amount: true }).shape, ...comparedFields };

/** The same in minor units: sums of sums stay exact. */
export type Amounts = {
  readonly amount: bigint;
  readonly series: readonly bigint[];
  /** Undefined where nothing is compared. */
  readonly compared: bigint | undefined;
  /** For each of `series`; empty where nothing is compared, or a report has none. */
  readonly comparedSeries?: readonly (bigint | undefined)[];
};

export function figure({ amount, series, compared, comparedSeries = [] }: Amounts, currency: string): Figure {
  const inCurrency = (minor: bigint): CoreMoney => money(minor, currency);
  return {
    amount: inCurrency(amount),
    series: series.map(inCurrency),
    compared: compared === undefined ? null : inCurrency(compared),
    compared_series: comparedSeries.map((before) => (before === undefined ? null : inCurrency(before))),
    change: compared === undefined ? null : inCurrency(amount - compared),
    change_percent: compared === undefined ? null : percentOf(amount - compared, compared),
  };
}

/** Adds amounts up; what has a minus is taken off. */
export function combine(plus: readonly Amounts[], minus: readonly Amounts[], like: Amounts): Amounts {
  const total = (pick: (amounts: Amounts) => bigint) => sum(plus.map(pick)) - sum(minus.map(pick));
  return {
    amount: total(({ amount }) => amount),
    series: like.series.map((_, index) => total(({ series }) => series[index] ?? 0n)),
    compared: like.compared === undefined ? undefined : total(({ compared }) => compared ?? 0n),
    comparedSeries: (like.comparedSeries ?? []).map((one, index) =>
      one === undefined ? undefined : total(({ comparedSeries }) => comparedSeries?.[index] ?? 0n),
    ),
  };
}

/** `12.34`: how much the part is of the magnitude of the whole; null where that is nothing. */
export function percentOf(part: bigint, whole: bigint): string | null {
  if (whole === 0n) return null;
  return formatDecimal(divide(part * hundredPercent, absolute(whole), 'half_up'), percentDecimals);
}

/**
 * Percentages of the sum that add up to exactly 100, by largest remainder. Where some are negative so are their shares;
 * null where the sum is zero.
 */
export function sharesOf(amounts: readonly bigint[]): (string | null)[] {
  if (sum(amounts) === 0n) return amounts.map(() => null);
  return shareOut(hundredPercent, amounts).map((share) => formatDecimal(share, percentDecimals));
}
