import { fault } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import { useTaxRates } from '../../products/index.ts';
import {
  keptSale,
  loadSale,
  planSale,
  type PlannedSale,
  type SaleInput,
  type StoredSale,
  asDrafted,
} from '../../sales/index.ts';
import { locationFor } from '../../stock/index.ts';
import type { DocumentRow, StoredDocument } from '../document-row.ts';

/** Fields that price a quote. */
export type Offer = Pick<
  SaleInput,
  | ('client_id' | 'currency' | 'prices_include_tax' | 'cash_rounding')
  | ('lines' | 'discounts' | 'charges' | 'dimension_value_ids')
>;

type Priced = Pick<DocumentRow, 'client_id' | 'client_name' | 'currency' | 'total' | 'priced'> &
  Pick<StoredDocument, 'lines'>;

/**
 * Prices a quote exactly as a sale of today is, of which it promises the outcome; a draft that is changed is rounded as
 * it was before. Its tax rates stand from now on.
 */
export async function priceOffer(context: Context, offer: Offer, drafted: Drafted): Promise<Priced> {
  const { priced, rates } = await planOffer(context, offer, drafted);
  useTaxRates(context, rates);
  return priced;
}

type Drafted = { readonly id: string; readonly like?: StoredSale };

/** The same of a quote that is only shown: nothing is written. */
export async function planOffer(
  context: Context,
  offer: Offer,
  { id, like }: Drafted,
): Promise<{ readonly priced: Priced; readonly rates: PlannedSale['rates'] }> {
  if (!offer.client_id)
    throw fault('/client_id', 'required', 'Name the client of the quote, in `client_id` or `client`.');
  const loaded = await loadSale(context, offer, locationFor(context, undefined));
  const parts = like === undefined ? loaded : asDrafted(loaded, like);
  const planned = planSale(context, offer, parts, { id, locationId: '' });
  const { row, lines } = keptSale(planned);
  const { currency, total, client_name: name } = planned.row;
  const priced = { client_id: offer.client_id, client_name: name ?? '', currency, total, priced: row, lines };
  return { priced, rates: planned.rates };
}
