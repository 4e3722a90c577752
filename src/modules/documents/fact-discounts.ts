import { percentScale, rescale, parseDecimal } from '../../core/decimal.ts';
import { sum } from '../../core/list.ts';
import { divide } from '../../core/rounding.ts';
import type { Adjustment } from '../../render/facts.ts';
import type { FactLine, PricedRow } from './fact-amounts.ts';

type Discount = PricedRow['discounts'][number];

/**
 * Discounts on the whole document before tax: a part for each tax that the lines have, as e-invoices want them, which
 * together are exactly what the lines gave up.
 */
export function sharedDiscounts({ discounts }: Pick<PricedRow, 'discounts'>, lines: readonly FactLine[]): Adjustment[] {
  const before = discounts.filter(({ applies }) => applies === 'before_tax');
  const groups = Map.groupBy(lines, ({ line }) => JSON.stringify(line.taxes.map(taxKey)));
  return [...groups.values()].flatMap((group) => partsOf(group, before, lines));
}

function taxKey({ category, percent, name }: FactLine['line']['taxes'][number]): readonly string[] {
  return [category, name, String(percent.units)];
}

/** What the group gave up, shared out to the discounts by what each of them takes there; the last takes the rest. */
function partsOf(group: readonly FactLine[], discounts: readonly Discount[], all: readonly FactLine[]): Adjustment[] {
  const given = sum(group.map(({ shared }) => shared));
  const weights = discounts.map((discount) => {
    const base = baseOf(discount, all);
    return base === 0n ? 0n : (BigInt(discount.amount) * precision * baseOf(discount, group)) / base;
  });
  const last = weights.findLastIndex((weight) => weight > 0n);
  const total = sum(weights);
  let left = given;
  const parts = discounts.map((discount, position) => {
    const weight = weights[position] ?? 0n;
    const amount = position === last ? left : total === 0n ? 0n : divide(given * weight, total, 'half_up');
    left -= amount;
    return adjustment(discount, group, amount);
  });
  return parts.filter(({ amount }) => amount !== 0n);
}

/** Amounts shared out in whole cents would lose the small ones. */
const precision = 1_000_000n;

/** What the discount is taken from. */
function baseOf({ lines: positions }: Discount, among: readonly FactLine[]): bigint {
  const taken = among.filter(({ row }) => positions === null || positions.includes(row.position));
  return sum(taken.map(({ row }) => row.gross - row.line_discount));
}

function adjustment({ name, type, value }: Discount, group: readonly FactLine[], amount: bigint): Adjustment {
  const percent = type === 'percent' ? parseDecimal(value) : undefined;
  const units = percent === undefined ? undefined : rescale(percent, percentScale);
  return {
    ...{ kind: 'discount', reason: name, reasonCode: null, base: null, amount },
    percent: units === undefined ? null : { units, scale: percentScale },
    tax: group[0]?.line.taxes[0] ?? null,
  };
}
