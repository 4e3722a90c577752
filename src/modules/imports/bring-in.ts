import type { Kind } from './fields.ts';
import { accountSteps } from './bring-in-account.ts';
import { billPaymentSteps } from './bring-in-bill-payment.ts';
import { billSteps } from './bring-in-bill.ts';
import { entrySteps } from './bring-in-entry.ts';
import { openingSteps } from './bring-in-opening.ts';
import { paymentSteps } from './bring-in-payment.ts';
import { categorySteps } from './bring-in-category.ts';
import { clientSteps } from './bring-in-client.ts';
import { priceListSteps } from './bring-in-price-list.ts';
import { productSteps } from './bring-in-product.ts';
import { rateSteps } from './bring-in-rate.ts';
import { saleSteps } from './bring-in-sale.ts';
import type { ImportRecord } from './import-record.ts';
import type { ImportContext, Step } from './import-context.ts';

/** The writes that bring one record in; none where it is there already. Refuses where what it names cannot be found. */
export function stepsFor(kind: Kind, record: ImportRecord, context: ImportContext): Promise<readonly Step[]> {
  return ways[kind](record, context);
}

const ways: Readonly<Record<Kind, (record: ImportRecord, context: ImportContext) => Promise<readonly Step[]>>> = {
  clients: clientSteps,
  product_categories: categorySteps,
  products: productSteps,
  price_lists: priceListSteps,
  sales: saleSteps,
  bills: billSteps,
  payments: paymentSteps,
  bill_payments: billPaymentSteps,
  accounts: accountSteps,
  opening_balances: openingSteps,
  journal: entrySteps,
  exchange_rates: rateSteps,
};
