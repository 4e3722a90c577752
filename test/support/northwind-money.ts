import { addDays, type Day } from '../../src/core/calendar.ts';
import type { Actor } from '../../src/operation/actor.ts';
import { tradeOfNorthwind } from './northwind.ts';
import type { Wire, World } from './world.ts';

/** Clients pay this long after their goods were shipped. */
const daysToPay = 30;
const daysToPayFreight = 15;

export type Movement = { readonly day: Day; readonly cents: bigint };

/** Money in the files, computed by hand: total and payment date of each order, and the cost of its freight. */
export function moneyOfNorthwind(): Record<'earned' | 'received' | 'freight' | 'freightPaid', readonly Movement[]> {
  const { orders, nets } = tradeOfNorthwind();
  const earned: Movement[] = [];
  const received: Movement[] = [];
  const freight: Movement[] = [];
  const freightPaid: Movement[] = [];
  for (const order of orders) {
    const carried = centsOf(order['freight']);
    const cents = (nets.get(order['order_id'] ?? '') ?? []).reduce((sum, one) => sum + one, carried);
    earned.push({ day: order['order_date'] ?? '', cents });
    const shipped = order['shipped_date'] ?? '';
    if (shipped === '') continue;
    received.push({ day: addDays(shipped, daysToPay), cents });
    freight.push({ day: shipped, cents: carried });
    freightPaid.push({ day: addDays(shipped, daysToPayFreight), cents: carried });
  }
  return { earned, received, freight, freightPaid };
}

/** Every shipped order is paid, and its freight is a bill of the carrier that is paid as well. */
export async function settleNorthwind(world: World, as: Actor): Promise<void> {
  const call = (name: string, input: object, key: string): Promise<Wire> => world.call(name, input, { as, key });
  const sales = await salesByOrder(world, as);
  for (const { order_id: id = '', shipped_date: shipped = '', freight = '0' } of tradeOfNorthwind().orders) {
    if (shipped === '') continue;
    const sale = sales.get(id);
    await call(
      'create_payment',
      {
        client_id: sale.client_id,
        amount: sale.total,
        method: 'Bank transfer',
        reference: id,
        payment_date: addDays(shipped, daysToPay),
        allocations: [{ sale_id: sale.id, amount: sale.total }],
      },
      `paid ${id}`,
    );
    if (centsOf(freight) === 0n) continue;
    const { id: bill } = await call(
      'create_expense',
      {
        payee_name: 'Speedy Express',
        supplier_invoice_number: id,
        expense_date: shipped,
        post: true,
        lines: [{ category: 'Other expenses', amount: freight, tax_rate_ids: [] }],
      },
      `freight ${id}`,
    );
    const payment = { id: bill, method: 'Bank transfer', payment_date: addDays(shipped, daysToPayFreight) };
    await call('pay_expense', payment, `freight paid ${id}`);
  }
}

async function salesByOrder(world: World, as: Actor): Promise<Map<string, Wire>> {
  const found = new Map<string, Wire>();
  let cursor: string | null | undefined;
  do {
    const page: Wire = await world.call('list_sales', { limit: 100, ...(cursor ? { cursor } : {}) }, { as });
    for (const sale of page.data) found.set(sale.external_id, sale);
    cursor = page.next_cursor;
  } while (cursor);
  return found;
}

function centsOf(amount = ''): bigint {
  const [whole = '0', part = ''] = amount.split('.');
  return BigInt(whole) * 100n + BigInt(part.padEnd(2, '0'));
}
