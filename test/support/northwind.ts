import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { Actor } from '../../src/operation/actor.ts';
import type { CallOptions, World } from './world.ts';

type Row = Readonly<Record<string, string>>;

function table(name: string): Row[] {
  return parse(readFileSync(new URL(`../northwind/${name}.csv`, import.meta.url)), { columns: true, bom: true });
}

/** Totals of the orders with each line rounded to the cent, as published for exercises with this data. */
export const northwind = {
  opening: '1996-07-01',
  from: '1996-07-04',
  to: '1998-05-06',
  gross: '1354458.59',
  net: '1265793.29',
  freight: '64942.69',
  years: [
    ['1996', '226298.50', '208083.99'],
    ['1997', '658388.75', '617085.35'],
    ['1998', '469771.34', '440623.95'],
  ],
  months1997: `61258.08 38483.64 38547.23 53032.95 53781.30 36362.82
    51020.88 47287.68 55629.27 66749.24 43533.81 71398.45`.split(/\s+/),
  categories: [
    ['Beverages', '267868.20'],
    ['Dairy Products', '234507.32'],
    ['Confections', '167357.29'],
    ['Meat/Poultry', '163022.38'],
    ['Seafood', '131261.77'],
    ['Condiments', '106047.15'],
    ['Produce', '99984.58'],
    ['Grains/Cereals', '95744.60'],
  ],
  clients: [
    ['QUICK', '110277.32'],
    ['ERNSH', '104875.00'],
    ['SAVEA', '104361.96'],
    ['RATTC', '51097.80'],
    ['HUNGO', '49979.91'],
  ],
} as const;

export type Trade = {
  readonly orders: readonly Row[];
  /** Net of each order line, in cents, by the order. */
  readonly nets: ReadonlyMap<string, readonly bigint[]>;
};

/** Totals of the files themselves, for expectations independent of the service. */
export function tradeOfNorthwind(): Trade {
  const lines = Map.groupBy(table('order_lines'), ({ order_id: id = '' }) => id);
  const nets = Array.from(lines, ([id, rows]) => [id, rows.map(netOf)] as const);
  return { orders: table('orders'), nets: new Map(nets) };
}

/**
 * Sells Northwind's orders through the service. Clients are numbered by their codes. With `costPercent` all that will
 * be sold lies in stock before, at that part of its list price; else no stock is kept.
 */
export async function sellNorthwind(world: World, as: Actor, goods: { costPercent?: number } = {}): Promise<void> {
  const call = (name: string, input: object, options: CallOptions = {}) => world.call(name, input, { as, ...options });
  const categories = new Map<string, string>();
  for (const { category_id: id = '', category_name: name } of table('categories')) {
    categories.set(id, (await call('create_product_category', { name })).id);
  }
  for (const row of table('products')) {
    const isTracked = goods.costPercent !== undefined;
    const variant = { sku: row['product_id'], price: row['unit_price'], track_inventory: isTracked };
    const about = { name: row['product_name'], category_id: categories.get(row['category_id'] ?? '') };
    const { variants } = await call('create_product', { ...about, ...variant });
    if (goods.costPercent === undefined) continue;
    const opening = {
      type: 'opening',
      variant_id: variants[0].id,
      effective_date: northwind.opening,
      quantity: String(soldOf(row['product_id'] ?? '')),
      unit_cost: costOf(row, goods.costPercent),
    };
    await call('create_stock_movement', opening, { key: `stock ${row['product_id']}` });
  }
  const clients = new Map<string, string>();
  for (const { customer_id: number = '', company_name: name } of table('customers')) {
    const input = { type: 'business', number, display_name: name, allow_duplicate: true };
    clients.set(number, (await call('create_client', input)).id);
  }
  const lines = Map.groupBy(table('order_lines'), ({ order_id: id }) => id);
  for (const order of table('orders')) {
    const sale = {
      client_id: clients.get(order['customer_id'] ?? ''),
      sale_date: order['order_date'],
      due_date: order['required_date'],
      external_id: order['order_id'],
      channel: order['ship_country'],
      prices_include_tax: false,
      lines: (lines.get(order['order_id']) ?? []).map(lineOf),
      charges: [{ kind: 'shipping', amount: order['freight'] }],
    };
    await call('record_sale', sale, { key: order['order_id'] ?? '' });
  }
}

function lineOf({ product_id: sku, quantity, unit_price: price, discount = '0' }: Row) {
  const percent = String(Math.round(Number(discount) * 100));
  const taken = percent === '0' ? {} : { discount: { type: 'percent', value: percent } };
  return { sku, quantity, unit_price: price, tax_rate_ids: [], ...taken };
}

/** Units of a product in all orders together. */
export function soldOf(product: string): number {
  return table('order_lines').reduce(
    (sum, row) => sum + (row['product_id'] === product ? Number(row['quantity']) : 0),
    0,
  );
}

export function productsOfNorthwind(): readonly Row[] {
  return table('products');
}

/** Unit cost, as a decimal with all its places. */
export function costOf(product: Row, percent: number): string {
  return ((Number((product['unit_price'] ?? '').replace('.', '')) * percent) / 10_000).toFixed(4);
}

/** In cents, half up: the prices have two decimals and the discounts two. */
function netOf({ quantity = '', unit_price: price = '', discount = '0' }: Row): bigint {
  const gross = BigInt(quantity) * BigInt(price.replace('.', ''));
  return (gross * BigInt(100 - Math.round(Number(discount) * 100)) + 50n) / 100n;
}
