import { percentScale, rescale, parseDecimal } from '../../../core/decimal.ts';
import { sum } from '../../../core/list.ts';
import { shareOut } from '../../../core/share.ts';
import type { Adjustment } from '../../../render/facts.ts';
import type { FactLine, PricedRow } from './priced-rows.ts';

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

/** The discount of a group, shared out by the part of each discount in it. */
function partsOf(group: readonly FactLine[], discounts: readonly Discount[], all: readonly FactLine[]): Adjustment[] {
  const given = sum(group.map(({ shared }) => shared));
  const tax = group[0]?.line.taxes[0] ?? null;
  const weights = discounts.map((discount) => {
    const base = baseOf(discount, all);
    return base === 0n ? 0n : (BigInt(discount.amount) * precision * baseOf(discount, group)) / base;
  });
  // Credit notes of before returns kept their discounts name none, and what their lines gave up is told all the same.
  if (given !== 0n && sum(weights) === 0n) return [unnamedDiscount(given, tax)];
  const amounts = given === 0n ? [] : shareOut(given, weights);
  return discounts
    .map((discount, position) => adjustment(discount, tax, amounts[position] ?? 0n))
    .filter(({ amount }) => amount !== 0n);
}

/** Amounts shared out in whole cents would lose the small ones. */
const precision = 1_000_000n;

/** The amount that a discount is calculated on. */
function baseOf({ lines: positions }: Discount, among: readonly FactLine[]): bigint {
  const taken = among.filter(({ row }) => positions === null || positions.includes(row.position));
  return sum(taken.map(({ row }) => row.gross - row.line_discount));
}

/** A discount of which nothing is known but what it came to. */
export function unnamedDiscount(amount: bigint, tax: Adjustment['tax']): Adjustment {
  return { kind: 'discount', reason: null, reasonCode: null, percent: null, base: null, amount, tax };
}

function adjustment({ name, type, value }: Discount, tax: Adjustment['tax'], amount: bigint): Adjustment {
  const percent = type === 'percent' ? parseDecimal(value) : undefined;
  const units = percent === undefined ? undefined : rescale(percent, percentScale);
  const share = units === undefined ? null : { units, scale: percentScale };
  return { ...unnamedDiscount(amount, tax), reason: name, percent: share };
}
