import { minorDigits } from './currency.ts';
import { type Decimal, formatDecimal, powerOfTen, rescale } from './decimal.ts';
import { divide, type RoundingMode } from './rounding.ts';

/** Exchange rates have ten decimals: 1.09 is 10_900_000_000n. */
export const exchangeRateScale = 10;
/** Beyond any rate that there is: one unit is worth a billion at most. */
const exchangeRateMax = powerOfTen(exchangeRateScale + 9);

/** `rate` is how much of `to` one whole unit of `from` is worth, in 1/10^{@link exchangeRateScale}. */
export type Exchange = { readonly from: string; readonly to: string; readonly rate: bigint };

/** The worth of `minor` units of one currency in minor units of the other, whatever decimals the two have. */
export function convert(minor: bigint, exchange: Exchange, mode: RoundingMode = 'half_up'): bigint {
  const { from, to, rate } = exchange;
  if (rate <= 0n) throw new RangeError('an exchange rate is more than zero');
  // A rate that somebody forgot to give is the dearest mistake in foreign books, so a currency is only itself at par.
  if (from === to && rate !== powerOfTen(exchangeRateScale)) throw new RangeError(`one ${from} is one ${to}`);
  return divide(minor * rate * powerOfTen(digitsOf(to)), powerOfTen(digitsOf(from) + exchangeRateScale), mode);
}

/** A rate as it is kept, or undefined where it is not above zero, too large, or has more than ten decimals. */
export function exchangeRateFrom(decimal: Decimal): bigint | undefined {
  const rate = rescale(decimal, exchangeRateScale);
  return rate === undefined || rate <= 0n || rate > exchangeRateMax ? undefined : rate;
}

/** `1.09`, with as many decimals as it needs. */
export function formatExchangeRate(rate: bigint): string {
  return formatDecimal(rate, exchangeRateScale, 0);
}

/** Value of one minor unit of `from` in minor units of `to`, exactly, as a decimal string. */
export function factorOf({ from, to, rate }: Exchange): string {
  const shift = digitsOf(to) - digitsOf(from);
  return shift >= 0
    ? formatDecimal(rate * powerOfTen(shift), exchangeRateScale, 0)
    : formatDecimal(rate, exchangeRateScale - shift, 0);
}

function digitsOf(currency: string): number {
  const digits = minorDigits(currency);
  if (digits === undefined) throw new RangeError(`no minor unit for "${currency}"`);
  return digits;
}
