import { isZero, percentIn, percentOfFraction, tagsIn, truthIn } from './cells.ts';
import type { ImportContext, Step } from './import-context.ts';
import { calledClient, variantId } from './find.ts';
import { taxRateIds } from './find-taxes.ts';
import { grossOfSale } from './control-totals.ts';
import { headOf, type ImportRecord, type Values } from './import-record.ts';
import { amountToPay, type Settlement, settlementOf } from './settlement.ts';

/** A confirmed sale of all rows that name it; what concerns the whole of it may stand in any of them. */
export async function saleSteps(record: ImportRecord, context: ImportContext): Promise<Step[]> {
  const { rows } = record;
  const head = headOf(record);
  const client = head['client'] === undefined ? undefined : await calledClient(context, head['client']);
  const lines: object[] = [];
  for (const values of rows) lines.push(await lineOf(values, { context, client }));
  const settlement = settlementOf(head, grossOfSale(record));
  const isPaidAtOnce = settlement?.kind === 'all' && (head['paid_on'] ?? head['date']) === head['date'];
  const payments = isPaidAtOnce ? { payments: [{ method: methodOf(head) }] } : {};
  const input = { ...saleInput(head, context.stock), ...payments, client_id: client?.id, lines };
  const sale: Step = { operation: 'record_sale', input };
  return settlement === undefined || isPaidAtOnce ? [sale] : [sale, paymentOf(head, settlement)];
}

function methodOf({ payment_method: method }: Values): string {
  return method ?? 'bank_transfer';
}

/** What was paid of it on another day, or in part. */
function paymentOf(head: Values, settlement: Settlement): Step {
  return {
    operation: 'pay_sale',
    input: {
      method: methodOf(head),
      payment_date: head['paid_on'] ?? head['date'],
      exchange_rate: head['exchange_rate'],
      // What was paid then is known, and so is what is left.
      early_discount: false,
    },
    following: ({ id, total }) => ({ id, amount: amountToPay(settlement, total) }),
  };
}

function saleInput(head: Values, stock: ImportContext['stock']): object {
  const { sale, date, due_date, shipping, channel, notes } = head;
  return {
    external_id: sale,
    sale_date: date,
    due_date,
    currency: head['currency']?.toUpperCase(),
    exchange_rate: head['exchange_rate'],
    channel,
    notes,
    stock,
    // Old sales were not sold by whoever brings them in.
    member_id: null,
    prices_include_tax: truthIn(head['prices_include_tax']),
    // The discount was decided at the time of the sale.
    discounts: [],
    ...(shipping === undefined || isZero(shipping) ? {} : { charges: [{ kind: 'shipping', amount: shipping }] }),
    tags: tagsIn(head['tags']),
  };
}

type Client = Awaited<ReturnType<typeof calledClient>> | undefined;
type Selling = { readonly context: ImportContext; readonly client: Client };

async function lineOf(values: Values, { context, client }: Selling): Promise<object> {
  const { product, tax_rate: rate, description, quantity, unit_price } = values;
  const percent = percentIn(values['discount_percent']) ?? percentOfFraction(values['discount_fraction']);
  return {
    quantity,
    unit_price,
    ...(product === undefined ? { name: description } : { variant_id: await variantId(context, product) }),
    ...(rate === undefined ? {} : { tax_rate_ids: await taxRateIds(context, rate) }),
    // An old sale was priced at its time: no default tax of today is added.
    ...(rate === undefined && product === undefined && client?.has_own_taxes !== true ? { tax_rate_ids: [] } : {}),
    ...(percent === undefined || isZero(percent) ? {} : { discount: { type: 'percent', value: percent } }),
  };
}
