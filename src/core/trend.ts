import { formatDecimal } from './decimal.ts';
import { sum } from './list.ts';
import { divide } from './rounding.ts';

/** An interval's amount; one that is not over, or cut off, is not whole. */
export type TrendPoint = { readonly amount: bigint; readonly isWhole: boolean };

/** The mean of the last `length` whole intervals up to each point; undefined until there are so many. */
export function movingAverages(points: readonly TrendPoint[], length: number): (bigint | undefined)[] {
  return points.map((_, index) => {
    const whole = points.slice(0, index + 1).filter(({ isWhole }) => isWhole);
    if (whole.length < length) return undefined;
    return divide(sum(whole.slice(-length).map(({ amount }) => amount)), BigInt(length), 'half_up');
  });
}

const percentDecimals = 2;

/**
 * By how many percent the amount grew from each whole interval to the next, had it grown evenly from the first to the
 * last: `4.14` where 100 became 108.45 in two steps. Undefined where either is not above zero, or there is but one.
 */
export function compoundGrowth(points: readonly TrendPoint[]): string | undefined {
  const whole = points.filter(({ isWhole }) => isWhole);
  const [first, last] = [whole[0]?.amount ?? 0n, whole.at(-1)?.amount ?? 0n];
  const steps = whole.length - 1;
  if (steps < 1 || first <= 0n || last <= 0n) return undefined;
  // A ratio, not money: sixteen digits are more than it shows.
  const rate = (Number(last) / Number(first)) ** (1 / steps) - 1;
  return formatDecimal(BigInt(Math.round(rate * 10_000)), percentDecimals);
}
