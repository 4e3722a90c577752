import type { Day } from '../../../core/calendar.ts';
import { validationFailed } from '../../../operation/errors.ts';
import type { TaxRateForSale } from '../../products/index.ts';
import type { PricedInput } from './price-sale.ts';

/** Refuses rates that were not charged yet on the day of the sale, or no longer: the tax of that day is another one. */
export function checkTaxDays({ lines, charges }: PricedInput, day: Day): void {
  for (const [index, { taxes }] of lines.entries()) check(taxes, `/lines/${index}/tax_rate_ids`, day);
  for (const [index, { taxes }] of charges.entries()) check(taxes, `/charges/${index}/tax_rate_ids`, day);
}

function check(rates: readonly TaxRateForSale[], pointer: string, day: Day): void {
  for (const { name, validFrom, validTo } of rates) {
    if ((validFrom ?? day) <= day && (validTo ?? day) >= day) continue;
    const message = `${name} does not apply on ${day}. Name the tax rate valid then in tax_rate_ids.`;
    throw validationFailed({
      errors: [{ pointer, code: 'not_valid_on_day', message }],
      hint: message,
      valid_from: validFrom,
      valid_to: validTo,
    });
  }
}
