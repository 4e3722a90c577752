import { addYears, type Day } from './calendar.ts';
import { convert, type Exchange } from './exchange.ts';

/** IAS 21, FRS 102 and US GAAP take every difference; § 256a HGB takes gains only of what is due within a year. */
export type RevaluationStandard = 'ias_21' | 'hgb';

/** Money owed or held in another currency. What is owed to others is below zero, in both currencies. */
export type Monetary = {
  readonly amount: bigint;
  /** In minor units of the base currency, as the books have it. */
  readonly carrying: bigint;
  /** Undefined for money that is there at once; null for a debt without a known end. */
  readonly dueDate: Day | null | undefined;
};

export type Revalued = {
  readonly revalued: bigint;
  /** Amount to post, a gain above zero. */
  readonly difference: bigint;
};

/** Value of an item at a closing rate, and the part of the difference that a standard recognises. */
export function revalue(
  { amount, carrying, dueDate }: Monetary,
  {
    exchange,
    day,
    standard,
  }: { readonly exchange: Exchange; readonly day: Day; readonly standard: RevaluationStandard },
): Revalued {
  const revalued = convert(amount, exchange);
  const difference = revalued - carrying;
  const isShort = dueDate === undefined || (dueDate !== null && dueDate <= addYears(day, 1));
  const counts = standard === 'ias_21' || isShort || difference < 0n;
  return { revalued, difference: counts ? difference : 0n };
}
