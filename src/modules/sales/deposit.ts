import { fault } from '../../operation/fault.ts';
import type { StoredSale } from './store.ts';

/** A deposit is money for what is delivered later: it sells no goods, and has nothing that would be earned with it. */
export function checkDeposit({ row, lines }: StoredSale): void {
  const place = lines.findIndex((line) => line.variant_id !== null);
  if (place >= 0) {
    throw fault(
      `/lines/${place}/variant_id`,
      'not_for_deposit',
      'Leave this field out, and write what the deposit is for in `name`.',
    );
  }
  if (row.discounts.length > 0)
    throw fault('/discounts', 'not_for_deposit', 'Leave discounts out: ask for a lower deposit instead.');
  if (row.charges.length > 0)
    throw fault('/charges', 'not_for_deposit', 'Leave charges out: they belong on the final invoice.');
}
