import { fault } from '../../operation/fault.ts';
import type { StoredSale } from './store.ts';

/** A deposit is money for what is delivered later: it sells no goods, and has nothing that would be earned with it. */
export function checkDeposit({ row, lines }: StoredSale): void {
  const place = lines.findIndex((line) => line.variant_id !== null);
  if (place >= 0) {
    throw fault(
      `/lines/${place}/variant_id`,
      'not_for_deposit',
      'Leave it out: write in `name` what the deposit is for.',
    );
  }
  if (row.discounts.length > 0) throw fault('/discounts', 'not_for_deposit', 'Leave them out: ask for less instead.');
  if (row.charges.length > 0)
    throw fault('/charges', 'not_for_deposit', 'Leave them out: they are on the last invoice.');
}
