import { unitPriceExtraDigits } from './currency.ts';
import { powerOfTen, quantityScale } from './decimal.ts';

/** Net proceeds of a line, in minor units, after all discounts before tax; the quantity in 1/100,000. */
export type SoldLine = {
  readonly quantity: bigint;
  readonly net: bigint;
  readonly tax: bigint;
  /** Taken off what is to pay, tax and all. */
  readonly afterTaxDiscount: bigint;
};

const exactPerMinor = powerOfTen(quantityScale + unitPriceExtraDigits);

/**
 * True where a line brings less than its lowest price without tax, which is in millionths of a minor unit. `rounding`
 * is how many minor units taking the tax out of a price may have cost it.
 */
export function isBelowFloor(floor: bigint, line: SoldLine, rounding: bigint): boolean {
  const least = (floor * line.quantity) / exactPerMinor - rounding;
  const whole = line.net + line.tax;
  // A discount after tax reduces net and tax alike.
  const left = whole - line.afterTaxDiscount;
  return whole === 0n ? least > 0n : line.net * left < least * whole;
}
