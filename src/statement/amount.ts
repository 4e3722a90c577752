import { minorDigits } from '../core/currency.ts';
import { parseDecimal, rescale } from '../core/decimal.ts';
import { isKeepable, type Money, money } from '../core/money.ts';
import { LineFault } from './problem.ts';

/**
 * Exact money of a decimal number such as `1250.50`. More decimals than the currency has are taken where they are
 * zeros, and never rounded.
 */
export function exactMoney(text: string, currency: string): Money {
  const digits = minorDigits(currency);
  if (digits === undefined) throw new LineFault('unknown_currency', `"${shown(currency)}" is no currency of ISO 4217`);
  const decimal = parseDecimal(canonical(text));
  if (decimal === undefined) throw new LineFault('wrong_amount', `"${shown(text)}" is no amount`);
  const minor = rescale(decimal, digits);
  if (minor === undefined) {
    throw new LineFault(
      'too_many_decimals',
      `"${shown(text)}" has more decimals than ${currency}, which has ${digits}`,
    );
  }
  if (!isKeepable(minor)) throw new LineFault('wrong_amount', `"${shown(text)}" is too large for an amount`);
  return money(minor, currency);
}

/** `+01.` and `.5` are numbers too; a minus before zero is none. */
function canonical(text: string): string {
  const match = /^([+-]?)0*(\d*)(?:\.(\d*))?$/.exec(text.trim());
  if (match === null || !/\d/.test(text)) return '';
  const [, sign = '', whole = '', fraction = ''] = match;
  return `${sign === '-' ? '-' : ''}${whole === '' ? '0' : whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Quotes a value of the file, cut to fit a message. */
export function shown(text: string): string {
  return text.length > shownMax ? `${text.slice(0, shownMax)}…` : text;
}

const shownMax = 40;

export function signed(amount: Money, isOut: boolean): Money {
  return isOut ? money(-amount.minor, amount.currency) : amount;
}
