import { z } from 'zod';
import { EarlyDiscountTerms } from '../../wire/index.ts';

const daysMax = 365;
const dayOfMonthMax = 31;
const instalmentsMax = 60;

/** Determines the due date of a sale. */
export const PaymentTerms = z.strictObject({
  type: z.enum(['days_after_issue', 'days_after_month_end', 'day_of_following_month', 'monthly_instalments']),
  value: z.int().min(0).max(daysMax),
  early_discounts: z
    .array(z.strictObject({ percent: z.string(), days: z.int() }))
    .optional()
    .describe('Early-payment discounts, the shortest first.'),
});
export type PaymentTerms = z.output<typeof PaymentTerms>;

export const PaymentTermsInput = PaymentTerms.extend({ early_discounts: EarlyDiscountTerms.optional() })
  .refine(({ type, value }) => type !== 'monthly_instalments' || (value >= 2 && value <= instalmentsMax), {
    path: ['value'],
    error: `Send a number of instalments, 2 to ${instalmentsMax}.`,
  })
  .refine(({ type, value }) => type !== 'day_of_following_month' || (value >= 1 && value <= dayOfMonthMax), {
    path: ['value'],
    error: `Send a day of the month, 1 to ${dayOfMonthMax}.`,
  })
  .refine(({ type, early_discounts: tiers = [] }) => type !== 'monthly_instalments' || tiers.length === 0, {
    path: ['early_discounts'],
    error: 'Leave early-payment discounts out: what is paid in instalments has none.',
  })
  .refine(
    ({ type, value, early_discounts: tiers = [] }) =>
      type !== 'days_after_issue' || tiers.every(({ days }) => days < value),
    {
      path: ['early_discounts'],
      error: 'A discount ends before the invoice is due: write fewer days than there are to pay.',
    },
  );
