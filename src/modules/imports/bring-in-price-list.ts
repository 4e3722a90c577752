import { validationFailed } from '../../operation/errors.ts';
import { isZero, percentIn, truthIn } from './cells.ts';
import type { ImportContext, Step } from './import-context.ts';
import { variantId } from './find.ts';
import { headOf, type ImportRecord } from './import-record.ts';
import { externalIdOf } from './known-again.ts';

/** A price list with all of its prices. */
export async function priceListSteps(record: ImportRecord, context: ImportContext): Promise<Step[]> {
  const head = headOf(record);
  const prices: object[] = [];
  for (const [row, { product, price, min_quantity: from }] of record.rows.entries()) {
    if (product === undefined && price === undefined) continue;
    if (product === undefined) throw productMissing(row);
    if (price === undefined) throw priceMissing(row);
    prices.push({
      variant_id: await variantId(context, product),
      price,
      ...(isZero(from) ? {} : { min_quantity: from }),
    });
  }
  const input = {
    name: head['list'],
    external_id: externalIdOf('price_lists', record),
    currency: head['currency']?.toUpperCase(),
    prices_include_tax: truthIn(head['prices_include_tax']),
    percent_off: percentIn(head['percent_off']),
    valid_from: head['valid_from'],
    valid_to: head['valid_to'],
    prices,
  };
  return [{ operation: 'create_price_list', input }];
}

function productMissing(row: number): Error {
  const message = 'Write the SKU or the id of the product.';
  return required(row, 'product', message);
}

function priceMissing(row: number): Error {
  const message = 'Write the price of the product in this list.';
  return required(row, 'price', message);
}

function required(row: number, field: string, message: string): Error {
  const errors = [{ pointer: `/prices/${row}/${field}`, code: 'required', message }];
  return validationFailed({ errors, hint: message });
}
