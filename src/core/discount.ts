import { at, sum } from './list.ts';
import { divide, type RoundingMode } from './rounding.ts';
import { SaleFault } from './sale-fault.ts';
import { shareOut } from './share.ts';
import { hundredPercent } from './tax.ts';

/** `percent` in millionths of a percent, `amount` in minor units. */
export type Discount = { readonly percent: bigint } | { readonly amount: bigint };

/**
 * A discount on the document, or on those `lines` (positions from zero) that it names.
 *
 * `before_tax` is a trade discount and lowers what is taxed. `after_tax` is a cash discount or a coupon that somebody
 * else pays: the tax stays as it was, and a percentage counts from what is to be paid for the lines.
 */
export type DocumentDiscount = Discount & {
  readonly applies: 'before_tax' | 'after_tax';
  readonly lines?: readonly number[] | undefined;
};

/** A discount as it was taken: an amount off those `lines`, or off all. */
export type TakenDiscount = Pick<DocumentDiscount, 'applies' | 'lines'> & { readonly amount: bigint };

/**
 * The amount `left` of each line, the `shares` taken off them, and the amount of each discount: zero where it was not
 * applied. `parts` are the shares of each discount by itself, line by line.
 */
export type Discounted = {
  readonly left: readonly bigint[];
  readonly shares: readonly bigint[];
  readonly amounts: readonly bigint[];
  readonly parts: readonly (readonly bigint[])[];
};

/**
 * Takes the discounts that apply at this point off the lines, in the order given, each from what the one before left.
 *
 * A discount is shared out over its lines by largest remainder, and stays there: a later return refunds the share of
 * the line and moves nothing on the others.
 */
export function discountDocument(
  amounts: readonly bigint[],
  discounts: readonly DocumentDiscount[],
  how: { readonly applies: DocumentDiscount['applies']; readonly roundingMode: RoundingMode },
): Discounted {
  const left = [...amounts];
  const parts = discounts.map((discount, position) => {
    const taken = amounts.map(() => 0n);
    if (discount.applies !== how.applies) return taken;
    const scope = scopeOf(discount, left.length, position);
    const weights = scope.map((line) => at(left, line));
    const amount = amountOf(discount, sum(weights), { position, roundingMode: how.roundingMode });
    if (amount === 0n) return taken;
    for (const [index, share] of shareOut(amount, weights).entries()) {
      const line = at(scope, index);
      left[line] = at(left, line) - share;
      taken[line] = share;
    }
    return taken;
  });
  return { left, shares: amounts.map((amount, line) => amount - at(left, line)), amounts: parts.map(sum), parts };
}

function scopeOf(discount: DocumentDiscount, lineCount: number, position: number): readonly number[] {
  const scope = discount.lines;
  if (scope === undefined) return Array.from({ length: lineCount }, (_, line) => line);
  const isKnown = scope.every((line) => Number.isInteger(line) && line >= 0 && line < lineCount);
  if (!isKnown || new Set(scope).size !== scope.length)
    throw new SaleFault('discount_scope_unknown', { discount: position });
  return scope;
}

function amountOf(
  discount: Discount,
  base: bigint,
  how: { readonly position: number; readonly roundingMode: RoundingMode },
): bigint {
  const place = { discount: how.position };
  const asked = 'percent' in discount ? discount.percent : discount.amount;
  if (asked < 0n) throw new SaleFault('discount_negative', place);
  const largest = base < 0n ? 0n : 'percent' in discount ? hundredPercent : base;
  if (asked > largest) throw new SaleFault('discount_exceeds_document', place);
  return 'percent' in discount ? divide(base * discount.percent, hundredPercent, how.roundingMode) : discount.amount;
}
