import { z } from 'zod';
import { parseDecimal, percentScale, rescale, wholePercent } from '../core/decimal.ts';

const tiersMax = 3;
const daysMax = 365;
const percentHint = 'Write a percentage above 0 and below 100 as a string, such as "2".';

/** Kept as it is written: terms are stored as JSON. */
const PercentText = z
  .string({ error: percentHint })
  .max(9, { error: percentHint })
  .regex(/^(0|[1-9][0-9]?)(\.[0-9]{1,6})?$/, { error: percentHint })
  .refine((text) => millionths(text) > 0n && millionths(text) < wholePercent, { error: percentHint })
  .meta({ examples: ['2'] });

export const EarlyDiscountTerm = z.strictObject({
  percent: PercentText.describe('Of the gross amount.'),
  days: z.int().min(0).max(daysMax).describe('Last day of it, counted from the date of the invoice.'),
});
export type EarlyDiscountTerm = z.output<typeof EarlyDiscountTerm>;

/** Tiers of an early-payment discount: a shorter period has a higher percentage. */
export const EarlyDiscountTerms = z
  .array(EarlyDiscountTerm)
  .max(tiersMax)
  .refine((terms) => terms.every((term, index) => index === 0 || isLess(term, terms[index - 1])), {
    error: 'Write the shortest first; each that lasts longer is of a smaller percentage.',
  });

function isLess(next: EarlyDiscountTerm, before: EarlyDiscountTerm | undefined): boolean {
  return before === undefined || (next.days > before.days && millionths(next.percent) < millionths(before.percent));
}

/** A percentage as it is written, in millionths of a percent. */
export function millionths(percent: string): bigint {
  const decimal = parseDecimal(percent);
  return (decimal && rescale(decimal, percentScale)) ?? 0n;
}
