import { minorDigits } from '../core/currency.ts';
import { type Decimal, formatDecimal, powerOfTen } from '../core/decimal.ts';

/** Exact sums and products of decimals of any scale: what EN 16931 checks totals with. */
export const none: Decimal = { units: 0n, scale: 0 };

export function plus(left: Decimal, right: Decimal): Decimal {
  const scale = Math.max(left.scale, right.scale);
  return { units: unitsAt(left, scale) + unitsAt(right, scale), scale };
}

export function minus(left: Decimal, right: Decimal): Decimal {
  return plus(left, negated(right));
}

export function negated({ units, scale }: Decimal): Decimal {
  return { units: -units, scale };
}

export function times(left: Decimal, right: Decimal): Decimal {
  return { units: left.units * right.units, scale: left.scale + right.scale };
}

export function total(amounts: readonly Decimal[]): Decimal {
  return amounts.reduce(plus, none);
}

/** Negative, zero or positive, as `Array.sort` wants it. */
export function order(left: Decimal, right: Decimal): number {
  const { units } = minus(left, right);
  if (units === 0n) return 0;
  return units < 0n ? -1 : 1;
}

export function isSame(left: Decimal, right: Decimal): boolean {
  return order(left, right) === 0;
}

export function distance(left: Decimal, right: Decimal): Decimal {
  const { units, scale } = minus(left, right);
  return { units: units < 0n ? -units : units, scale };
}

/** `amount` × `percent` / 100 to `scale` decimals, halves away from zero. */
export function percentOf(amount: Decimal, percent: Decimal, scale: number): Decimal {
  const product = times(amount, percent);
  return rounded({ units: product.units, scale: product.scale + 2 }, scale);
}

export function rounded(amount: Decimal, scale: number): Decimal {
  if (amount.scale <= scale) return amount;
  const divisor = powerOfTen(amount.scale - scale);
  const magnitude = amount.units < 0n ? -amount.units : amount.units;
  const units = (magnitude * 2n + divisor) / (divisor * 2n);
  return shortest({ units: amount.units < 0n ? -units : units, scale });
}

/** The same number without zeros at the end: 1.50 is 1.5. */
export function shortest({ units, scale }: Decimal): Decimal {
  let short = { units, scale };
  while (short.scale > 0 && short.units % 10n === 0n) short = { units: short.units / 10n, scale: short.scale - 1 };
  return short;
}

/** Minor units of a currency as the decimal number that they are. */
export function minorAmount(minor: bigint, currency: string): Decimal {
  return shortest({ units: minor, scale: minorDigits(currency) ?? 2 });
}

/** As XML wants it: a point, no exponent, at least `decimals` digits behind it. */
export function decimalText({ units, scale }: Decimal, decimals = 0): string {
  if (scale >= decimals) return formatDecimal(units, scale, decimals);
  return formatDecimal(units * powerOfTen(decimals - scale), decimals, decimals);
}

function unitsAt({ units, scale }: Decimal, wanted: number): bigint {
  return units * powerOfTen(wanted - scale);
}
