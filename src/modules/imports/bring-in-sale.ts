import { isZero, percentIn, percentOfFraction, tagsIn, truthIn } from './cells.ts';
import type { ImportContext, Step } from './import-context.ts';
import { clientId, hasTaxes, taxRateIds, variantId } from './find.ts';
import type { ImportRecord, Values } from './records.ts';

/** A confirmed sale of all rows that name it; what concerns the whole of it may stand in any of them. */
export async function saleSteps({ rows }: ImportRecord, context: ImportContext): Promise<Step[]> {
  const head: Values = Object.assign({}, ...rows.toReversed());
  const client = head['client'] === undefined ? undefined : await clientId(context, head['client']);
  const lines: object[] = [];
  for (const values of rows) lines.push(await lineOf(values, { context, client }));
  return [{ operation: 'record_sale', input: { ...saleInput(head, context.stock), client_id: client, lines } }];
}

function saleInput(head: Values, stock: ImportContext['stock']): object {
  const { sale, date, due_date, shipping, payment_method: method, channel, notes } = head;
  return {
    external_id: sale,
    sale_date: date,
    due_date,
    channel,
    notes,
    stock,
    // Old sales were not sold by whoever brings them in.
    member_id: null,
    prices_include_tax: truthIn(head['prices_include_tax']),
    // The discount was decided at the time of the sale.
    discounts: [],
    ...(shipping === undefined || isZero(shipping) ? {} : { charges: [{ kind: 'shipping', amount: shipping }] }),
    ...(method === undefined ? {} : { payments: [{ method }] }),
    tags: tagsIn(head['tags']),
  };
}

type Selling = { readonly context: ImportContext; readonly client: string | undefined };

async function lineOf(values: Values, { context, client }: Selling): Promise<object> {
  const { product, tax_rate: rate, description, quantity, unit_price } = values;
  const percent = percentIn(values['discount_percent']) ?? percentOfFraction(values['discount_fraction']);
  return {
    quantity,
    unit_price,
    ...(product === undefined ? { name: description } : { variant_id: await variantId(context, product) }),
    ...(rate === undefined ? {} : { tax_rate_ids: await taxRateIds(context, rate) }),
    ...(rate === undefined && product === undefined && (await isUntaxed(context, client)) ? { tax_rate_ids: [] } : {}),
    ...(percent === undefined || isZero(percent) ? {} : { discount: { type: 'percent', value: percent } }),
  };
}

/** An old sale was priced at its time: no default tax of today is added. */
async function isUntaxed(context: ImportContext, client: string | undefined): Promise<boolean> {
  return client === undefined || !(await hasTaxes(context, client));
}
