import type { Decimal } from '../core/decimal.ts';
import type { Period } from './model.ts';
import { tag, text } from './xml.ts';

/** Writes the amount in the currency that it was made for. */
export type Amount = (name: string, value: Decimal | null) => string;

export function ublPeriod(period: Period | null): string {
  if (period === null) return '';
  return tag('cac:InvoicePeriod', text('cbc:StartDate', period.from), text('cbc:EndDate', period.to));
}
