import { type Decimal, parseDecimal, rescale } from '../core/decimal.ts';

/** As a rate stands at the end of a name: `19%`, `5,5 %`, and the same in brackets. */
const rateAtEnd = /(\d{1,3}(?:[.,]\d{1,6})?)[ \u00a0\u202f]?%\)?$/u;

/**
 * Name of a tax without its rate, for places that print the rate beside it. Many are named with their rate, such as
 * "USt 19%", which would then stand there twice.
 */
export function bareTaxName(name: string, percent: Decimal): string {
  const [text = '', digits = ''] = rateAtEnd.exec(name) ?? [];
  const named = parseDecimal(digits.replace(',', '.'));
  if (named === undefined || rescale(named, 6) !== rescale(percent, 6)) return name;
  const bare = name.slice(0, -text.length).trimEnd();
  return (text.endsWith(')') && bare.endsWith('(') ? bare.slice(0, -1) : bare).trimEnd();
}
