import { isLeftToLists } from './client-terms.ts';
import { isClientDiscount } from './price-sale.ts';
import type { LineGiven } from '../drafts/sale-input.ts';
import type { StoredSale } from '../store.ts';
import { termsOf } from '../drafts/stored-input.ts';

/** The same, but for what was left to the lists, the catalogue and the terms of the client. */
export function termsOfToday(sale: StoredSale) {
  const same = termsOf(sale);
  const lines = same.lines.map((given, index): LineGiven => {
    const line = sale.lines[index];
    const taxLeft = given.variant_id === undefined ? given : { ...given, tax_rate_ids: undefined };
    return isLeftToLists(line) ? { ...taxLeft, unit_price: undefined, priced: undefined } : taxLeft;
  });
  const { discounts } = sale.row;
  const isLeft = discounts.length === 1 && discounts.every(isClientDiscount);
  return { ...same, lines, ...(isLeft && { discounts: undefined }) };
}
