import { minorDigits } from './currency.ts';
import { type Decimal, formatDecimal, rescale } from './decimal.ts';

/** Money is a whole number of minor units in one currency. No floats, ever. */
export type Money = { readonly minor: bigint; readonly currency: string };

/** The largest amount a column of PostgreSQL's `bigint` can keep; the smallest is its negative. */
export const minorMax = 2n ** 63n - 1n;

/**
 * The most that one sale or one movement of stock is worth, in minor units. Thousands of the largest still sum to less
 * than {@link minorMax}: two that are each just keepable would leave books whose reports can never be summed up again.
 */
export const documentMax = 10n ** 15n;

export function money(minor: bigint, currency: string): Money {
  return { minor, currency };
}

export function zero(currency: string): Money {
  return money(0n, currency);
}

export function add(left: Money, right: Money): Money {
  return money(left.minor + sameCurrency(left, right), left.currency);
}

export function subtract(left: Money, right: Money): Money {
  return money(left.minor - sameCurrency(left, right), left.currency);
}

export function negate(amount: Money): Money {
  return money(-amount.minor, amount.currency);
}

/** Takes the currency too, so that the sum of nothing is zero of something. */
export function sumOf(amounts: readonly Money[], currency: string): Money {
  return amounts.reduce(add, zero(currency));
}

/** Negative, zero or positive, as `Array.sort` wants it. */
export function compare(left: Money, right: Money): -1 | 0 | 1 {
  const difference = left.minor - sameCurrency(left, right);
  if (difference === 0n) return 0;
  return difference < 0n ? -1 : 1;
}

/** Always with exactly the currency's decimals: `19.90`, `1200` for JPY. */
export function formatMoney(amount: Money): string {
  const digits = minorDigits(amount.currency);
  if (digits === undefined) throw new RangeError(`no minor unit for "${amount.currency}"`);
  return formatDecimal(amount.minor, digits);
}

/** The amount, or undefined where the currency is none, has fewer decimals than that, or the amount is not keepable. */
export function moneyFrom(decimal: Decimal, currency: string): Money | undefined {
  const digits = minorDigits(currency);
  if (digits === undefined) return undefined;
  const minor = rescale(decimal, digits);
  return minor === undefined || !isKeepable(minor) ? undefined : money(minor, currency);
}

/** The range of `bigint` in PostgreSQL. */
export function isKeepable(minor: bigint): boolean {
  return minor <= minorMax && minor >= -minorMax;
}

function sameCurrency(left: Money, right: Money): bigint {
  if (left.currency !== right.currency) throw new RangeError(`${left.currency} and ${right.currency} do not mix`);
  return right.minor;
}
