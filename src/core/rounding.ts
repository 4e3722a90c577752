/** `half_up` is away from zero on ties, `half_even` the banker's, `down` towards zero. */
export type RoundingMode = 'half_up' | 'half_even' | 'down';

/**
 * `numerator` / `denominator`, rounded to a whole number.
 *
 * Rounds the magnitude and applies the sign after, so that a credit note is exactly the negative of its invoice.
 */
export function divide(numerator: bigint, denominator: bigint, mode: RoundingMode): bigint {
  if (denominator === 0n) throw new RangeError('division by zero');
  const top = numerator < 0n ? -numerator : numerator;
  const bottom = denominator < 0n ? -denominator : denominator;
  const whole = top / bottom;
  const magnitude = roundsUp(whole, (top - whole * bottom) * 2n, bottom, mode) ? whole + 1n : whole;
  return numerator < 0n === denominator < 0n ? magnitude : -magnitude;
}

function roundsUp(whole: bigint, twiceRemainder: bigint, denominator: bigint, mode: RoundingMode): boolean {
  if (mode === 'down' || twiceRemainder < denominator) return false;
  return twiceRemainder > denominator || mode === 'half_up' || whole % 2n === 1n;
}
