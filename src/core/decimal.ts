/** A decimal number: `units` / 10^`scale`. */
export type Decimal = { readonly units: bigint; readonly scale: number };

/** Quantities have five decimals: 1.5 is 150_000n. */
export const quantityScale = 5;

/** Rates and percentages are in millionths of a percent: 19 % is 19_000_000n. */
export const percentScale = 6;
export const wholePercent = 100_000_000n;

/** Longer than any amount that can be kept, and short enough that parsing costs nothing. */
const decimalLengthMax = 40;

const decimalPattern = /^(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?$/;

/**
 * Reads a decimal string, or answers undefined where it is not one.
 *
 * Only ASCII digits in the one canonical form: no sign but minus, no leading zeros, no exponent, no separators, no
 * spaces. What two readers could understand differently is no amount.
 */
export function parseDecimal(text: string): Decimal | undefined {
  if (text.length > decimalLengthMax) return undefined;
  const match = decimalPattern.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = '', fraction = ''] = match;
  const magnitude = BigInt(whole + fraction);
  return { units: sign === '-' ? -magnitude : magnitude, scale: fraction.length };
}

/** The units of the same number at another scale, or undefined where that would lose digits. */
export function rescale(decimal: Decimal, scale: number): bigint | undefined {
  if (scale >= decimal.scale) return decimal.units * powerOfTen(scale - decimal.scale);
  const divisor = powerOfTen(decimal.scale - scale);
  return decimal.units % divisor === 0n ? decimal.units / divisor : undefined;
}

/** Writes `units` / 10^`scale`, keeping zeros at the end only as far as `minimumDecimals`. */
export function formatDecimal(units: bigint, scale: number, minimumDecimals = scale): string {
  const sign = units < 0n ? '-' : '';
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const point = digits.length - scale;
  let end = digits.length;
  while (end > point + minimumDecimals && digits[end - 1] === '0') end--;
  const whole = digits.slice(0, point);
  return end > point ? `${sign}${whole}.${digits.slice(point, end)}` : `${sign}${whole}`;
}

const powers: readonly bigint[] = Array.from(
  { length: decimalLengthMax + 1 },
  (_, exponent) => 10n ** BigInt(exponent),
);

export function powerOfTen(exponent: number): bigint {
  return powers[exponent] ?? 10n ** BigInt(exponent);
}
