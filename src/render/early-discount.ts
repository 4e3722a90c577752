import { filled } from '../messages/index.ts';
import type { Format } from './format.ts';
import type { Labels } from './labels.ts';
import type { EarlyPayment } from './payment-facts.ts';

type Writing = {
  readonly labels: Pick<Labels, 'earlyPayment'>;
  readonly format: Pick<Format, 'percent' | 'day' | 'money' | 'named'>;
};

/** The terms of a discount for paying early, then the day and the amount to pay by it. */
export function earlyDiscountText(
  { days, percent, until, payable }: Omit<EarlyPayment, 'base'>,
  { labels, format }: Writing,
): string {
  const words = filled(labels.earlyPayment, { percent: format.percent(percent), days: String(days) });
  return `${words} (${format.named(format.day(until), format.money(payable))})`;
}
