import { addDays, addMonths, clampedDay, type Day, partsOf } from './calendar.ts';
import { wholePercent } from './decimal.ts';
import { sum } from './list.ts';
import { divide } from './rounding.ts';
import { shareOut, sliceOf } from './share.ts';
import { monthEnd } from './spread.ts';

/** Percentages are in millionths of a percent, as everywhere. */
export type DepreciationMethod =
  | { readonly kind: 'straight_line'; readonly months: number }
  /** So much of the book value each year, until as much for each year left is more. */
  | { readonly kind: 'declining'; readonly percent: bigint; readonly months: number }
  /** All of it in its first month. */
  | { readonly kind: 'immediate' }
  /** The same in each of so many years, however late in the first. */
  | { readonly kind: 'pool'; readonly years: number }
  /** Land, and whatever else does not wear out. */
  | { readonly kind: 'none' };

export type Depreciated = {
  /** Amounts in minor units. */
  readonly cost: bigint;
  readonly residual: bigint;
  readonly inUseFrom: Day;
  readonly method: DepreciationMethod;
  /** Month, 1 to 12, in which fiscal years begin. */
  readonly yearBegins: number;
};

export type DepreciationPart = { readonly date: Day; readonly amount: bigint };

/** Depreciation of each month, on its last day. Whole months count, including that of the first use. */
export function depreciationOf(asset: Depreciated): DepreciationPart[] {
  const years = yearsOf(asset);
  let month = firstOf(asset.inUseFrom);
  const parts: DepreciationPart[] = [];
  for (const { months, amount } of years) {
    for (let index = 0; index < months; index += 1) {
      const share = sliceOf(amount, { from: BigInt(index), to: BigInt(index + 1), of: BigInt(months) });
      parts.push({ date: monthEnd(month), amount: share });
      month = addMonths(month, 1);
    }
  }
  return parts.filter(({ amount }) => amount > 0n);
}

/**
 * The plan once the book value is not what the plan made it: `rest` is spread over the months after a day as the plan
 * would have spread its own, and falls into the month after that day where the plan is over.
 */
export function replanned(
  plan: readonly DepreciationPart[],
  { after, rest }: { readonly after: Day; readonly rest: bigint },
): DepreciationPart[] {
  if (rest === 0n) return [];
  const later = plan.filter(({ date }) => date > after);
  if (later.length === 0) return [{ date: monthEnd(addDays(after, 1)), amount: rest }];
  const of = sum(later.map(({ amount }) => amount));
  let from = 0n;
  const parts = later.map(({ date, amount }) => {
    const share = { date, amount: sliceOf(rest, { from, to: from + amount, of }) };
    from += amount;
    return share;
  });
  return parts.filter(({ amount }) => amount > 0n);
}

type Year = { readonly months: number; readonly amount: bigint };

/** The amount of each fiscal year, and the months of it that bear it. */
function yearsOf(asset: Depreciated): Year[] {
  const { cost, residual, method } = asset;
  const base = cost - residual;
  if (method.kind === 'none') return [];
  if (method.kind === 'immediate') return [{ months: 1, amount: base }];
  if (method.kind === 'straight_line') return straightLine(asset, base, method.months);
  if (method.kind === 'declining') return declining(asset, method);
  const equally = Array.from({ length: method.years }, () => 1n);
  return wholeYears(asset, shareOut(base, equally));
}

function straightLine(asset: Depreciated, base: bigint, months: number): Year[] {
  let done = 0;
  return monthsByYear(asset, months).map((inYear) => {
    const amount = sliceOf(base, { from: BigInt(done), to: BigInt(done + inYear), of: BigInt(months) });
    done += inYear;
    return { months: inYear, amount };
  });
}

function declining(
  asset: Depreciated,
  { percent, months }: { readonly percent: bigint; readonly months: number },
): Year[] {
  let [book, left] = [asset.cost, months];
  return monthsByYear(asset, months).map((inYear) => {
    const rest = book - asset.residual;
    const byPercent = divide(book * percent * BigInt(inYear), wholePercent * 12n, 'half_up');
    const byMonths = divide(rest * BigInt(inYear), BigInt(left), 'half_up');
    const wanted = byPercent > byMonths ? byPercent : byMonths;
    const amount = wanted > rest ? rest : wanted;
    book -= amount;
    left -= inYear;
    return { months: inYear, amount };
  });
}

/** Years that count whole, of which the first has the months that are left of it. */
function wholeYears(asset: Depreciated, amounts: readonly bigint[]): Year[] {
  const [first = 12] = monthsByYear(asset, 12);
  return amounts.map((amount, index) => ({ months: index === 0 ? first : 12, amount }));
}

/** Splits a number of months into fiscal years, from that of the first use. */
function monthsByYear({ inUseFrom, yearBegins }: Depreciated, months: number): number[] {
  const { month } = partsOf(inUseFrom);
  const first = 12 - ((month - yearBegins + 12) % 12);
  const years: number[] = [];
  for (let left = months; left > 0; left -= years.at(-1) ?? left)
    years.push(Math.min(left, years.length === 0 ? first : 12));
  return years;
}

function firstOf(day: Day): Day {
  const { year, month } = partsOf(day);
  return clampedDay(year, month, 1);
}

type LowValue = {
  /** At most this much, net, may be written off at once. */
  readonly immediate: bigint;
  /** From above the first to the second may go into a pool. */
  readonly pool?: readonly [bigint, bigint];
};

const lowValues: Readonly<Record<string, LowValue>> = {
  // EStG § 6(2) and (2a).
  DE: { immediate: 80_000n, pool: [25_000n, 100_000n] },
  // EStG (AT) § 13, since 2023.
  AT: { immediate: 100_000n },
};

/** Limits of a country for things of low value, in minor units of its currency; undefined where it has none here. */
export function lowValueLimits(country: string): LowValue | undefined {
  return lowValues[country];
}

type Window = { readonly from: Day; readonly to: Day; readonly percent: bigint; readonly times: bigint };

const decliningWindows: Readonly<Record<string, readonly Window[]>> = {
  // EStG § 7(2), as of the Wachstumschancengesetz 2024 and the law of 14 July 2025.
  DE: [
    { from: '2024-04-01', to: '2024-12-31', percent: 20_000_000n, times: 2n },
    { from: '2025-07-01', to: '2027-12-31', percent: 30_000_000n, times: 3n },
  ],
  // EStG (AT) § 7(1a), since July 2020.
  AT: [{ from: '2020-07-01', to: '9999-12-31', percent: 30_000_000n, times: 100n }],
};

/** The highest percentage of a declining balance: zero where none is allowed, undefined where no limit is known. */
export function decliningLimit(
  country: string,
  { bought, months }: { readonly bought: Day; readonly months: number },
): bigint | undefined {
  const windows = decliningWindows[country];
  if (windows === undefined) return undefined;
  const window = windows.find(({ from, to }) => bought >= from && bought <= to);
  if (window === undefined) return 0n;
  const times = (window.times * wholePercent * 12n) / BigInt(months);
  return times < window.percent ? times : window.percent;
}
