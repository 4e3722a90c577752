import { sum } from './list.ts';
import { divide } from './rounding.ts';

/** Sales of a product in a period: net and cost in minor units, units in any scale that is the same for all. */
export type PeriodSales = { readonly units: bigint; readonly net: bigint; readonly cost: bigint };

export type SalesChange = {
  readonly before: PeriodSales;
  readonly now: PeriodSales;
  /** False of what is no single product, such as lines without one: its units have no price to compare. */
  readonly isProduct: boolean;
};

export const changeParts = ['price', 'volume', 'mix', 'unit_cost', 'new', 'gone', 'other'] as const;
export type ChangeParts = Readonly<Record<(typeof changeParts)[number], bigint>>;

/** The parts of the change of net, and of the change of the margin, which is net less cost. */
export type ChangeSplit = { readonly net: ChangeParts; readonly margin: ChangeParts };

const nothing: ChangeParts = { price: 0n, volume: 0n, mix: 0n, unit_cost: 0n, new: 0n, gone: 0n, other: 0n };

/**
 * Splits changes of sales by price, volume and mix; the parts of each sum to its change exactly.
 *
 * Of a product with units u₀ before and u₁ now, net n₀ and n₁, cost c₀ and c₁, and with U, N and C the sums of all
 * products that were sold in both periods, in the period before:
 *
 * - price: n₁ − u₁·n₀/u₀, the units of now at the change of the price, after discounts and without tax;
 * - volume: (u₁ − u₀)·N/U, the change of units at the average price; of the margin at the average margin, (N − C)/U;
 * - mix: (u₁ − u₀)·(n₀/u₀ − N/U), as far as those units sold for more or less than the average; of the margin likewise;
 * - unit_cost, of the margin alone: −(c₁ − u₁·c₀/u₀), the units of now at the change of their cost;
 * - new and gone: the whole change of what was sold in one period only;
 * - other: the whole change of what is no product, or was only given back.
 *
 * Net and cost of each product are rounded by themselves, half up; its mix takes what rounding leaves. With the units
 * unchanged there is neither volume nor mix, with one product no mix, and what has not changed has only zeros.
 */
export function splitChanges(changes: readonly SalesChange[]): ChangeSplit[] {
  const sold = changes.filter((change) => partOf(change) === undefined).map(({ before }) => before);
  const whole = {
    units: sum(sold.map(({ units }) => units)),
    net: sum(sold.map(({ net }) => net)),
    cost: sum(sold.map(({ cost }) => cost)),
  };
  return changes.map((change) => {
    const part = partOf(change);
    if (part === undefined) return comparedSplit(change, whole);
    const net = change.now.net - change.before.net;
    const cost = change.now.cost - change.before.cost;
    return { net: { ...nothing, [part]: net }, margin: { ...nothing, [part]: net - cost } };
  });
}

/** Sums of splits, part by part. */
export function sumOfSplits(splits: readonly ChangeSplit[]): ChangeSplit {
  return { net: sumOfParts(splits.map(({ net }) => net)), margin: sumOfParts(splits.map(({ margin }) => margin)) };
}

/** The part that a change is as a whole; undefined of a product that was sold in both periods. */
function partOf({ before, now, isProduct }: SalesChange): 'new' | 'gone' | 'other' | undefined {
  const [wasSold, isSold] = [before.units > 0n, now.units > 0n];
  if (!isProduct || (!wasSold && !isSold)) return 'other';
  if (wasSold) return isSold ? undefined : 'gone';
  return 'new';
}

function comparedSplit({ before, now }: SalesChange, whole: PeriodSales): ChangeSplit {
  const more = now.units - before.units;
  const moreNet = divide(before.net * more, before.units, 'half_up');
  const moreCost = divide(before.cost * more, before.units, 'half_up');
  const price = now.net - before.net - moreNet;
  const unitCost = before.cost + moreCost - now.cost;
  const volume = divide(whole.net * more, whole.units, 'half_up');
  const earned = volume - divide(whole.cost * more, whole.units, 'half_up');
  return {
    net: { ...nothing, price, volume, mix: moreNet - volume },
    margin: { ...nothing, price, volume: earned, mix: moreNet - moreCost - earned, unit_cost: unitCost },
  };
}

function sumOfParts(all: readonly ChangeParts[]): ChangeParts {
  const of = (part: keyof ChangeParts) => sum(all.map((parts) => parts[part]));
  return {
    price: of('price'),
    volume: of('volume'),
    mix: of('mix'),
    unit_cost: of('unit_cost'),
    new: of('new'),
    gone: of('gone'),
    other: of('other'),
  };
}
