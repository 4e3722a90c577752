import { minorDigits } from '../core/currency.ts';
import type { Decimal } from '../core/decimal.ts';
import { decimalText } from './exact.ts';
import { type Attributes, tag, text } from './xml.ts';

/** Amounts carry no currency in CII, but for the total of the taxes. */
export function ciiAmount(name: string, value: Decimal | null, currency: string, attributes: Attributes = {}): string {
  if (value === null) return '';
  return text(name, decimalText(value, Math.min(minorDigits(currency) ?? 2, 2)), attributes);
}

export function ciiDate(name: string, day: string | null, prefix: 'udt' | 'qdt' = 'udt'): string {
  if (day === null) return '';
  return tag(name, text(`${prefix}:DateTimeString`, day.replaceAll('-', ''), { format: '102' }));
}
