import { z } from 'zod';
import { formatDecimal } from '../../core/decimal.ts';
import { type Money as CoreMoney, money } from '../../core/money.ts';
import { divide } from '../../core/rounding.ts';
import { Money } from '../../wire/index.ts';

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
  change_percent: z.string().nullable().describe('Change in percent of the comparison; null if that is zero.'),
});
export type Figure = z.output<typeof Figure>;

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
  const total = (pick: (amounts: Amounts) => bigint) =>
    plus.reduce((sum, one) => sum + pick(one), 0n) - minus.reduce((sum, one) => sum + pick(one), 0n);
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
  const magnitude = whole < 0n ? -whole : whole;
  return formatDecimal(divide(part * hundredPercent, magnitude, 'half_up'), percentDecimals);
}

/**
 * Percentages of the sum that add up to exactly 100, by largest remainder. Where some are negative so are their shares;
 * null where the sum is zero.
 */
export function sharesOf(amounts: readonly bigint[]): (string | null)[] {
  const whole = amounts.reduce((sum, amount) => sum + amount, 0n);
  if (whole === 0n) return amounts.map(() => null);
  const sign = whole < 0n ? -1n : 1n;
  const exact = amounts.map((amount) => amount * sign * hundredPercent);
  const floors = exact.map((part) => floorOf(part, whole * sign));
  let left = hundredPercent - floors.reduce((sum, floor) => sum + floor, 0n);
  const byRemainder = exact
    .map((part, index) => ({ index, remainder: part - (floors[index] ?? 0n) * whole * sign }))
    .toSorted((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder < b.remainder ? 1 : -1));
  for (const { index } of byRemainder) {
    if (left === 0n) break;
    floors[index] = (floors[index] ?? 0n) + 1n;
    left -= 1n;
  }
  return floors.map((share) => formatDecimal(share, percentDecimals));
}

function floorOf(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator;
  return numerator < 0n && quotient * denominator !== numerator ? quotient - 1n : quotient;
}
