import { z } from 'zod';

const daysMax = 365;
const dayOfMonthMax = 31;
const instalmentsMax = 60;

/** When what is sold becomes due. */
export const PaymentTerms = z.strictObject({
  type: z.enum(['days_after_issue', 'days_after_month_end', 'day_of_following_month', 'monthly_instalments']),
  value: z.int().min(0).max(daysMax),
});
export type PaymentTerms = z.output<typeof PaymentTerms>;

export const PaymentTermsInput = PaymentTerms.refine(
  ({ type, value }) => type !== 'monthly_instalments' || (value >= 2 && value <= instalmentsMax),
  { path: ['value'], error: `Send a number of instalments, 2 to ${instalmentsMax}.` },
).refine(({ type, value }) => type !== 'day_of_following_month' || (value >= 1 && value <= dayOfMonthMax), {
  path: ['value'],
  error: `Send a day of the month, 1 to ${dayOfMonthMax}.`,
});
