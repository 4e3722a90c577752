import { randomUUID } from 'node:crypto';
import { shopOf } from './sales-shop.ts';
import type { Wire, World } from './world.ts';

/** An operation with an input that is made for each call, as most may be sent only once. */
export type Write = { readonly name: string; readonly input: () => Promise<object> | object };

export async function everydayWrites(world: World): Promise<Write[]> {
  const shop = shopOf(world);
  const { id: client_id } = await shop.client();
  const { id: variant_id } = await shop.product({ type: 'good', track_inventory: true });
  const received = { variant_id, quantity: '900', unit_cost: '7.50' };
  await shop.keyed('create_stock_movement', { ...received, type: 'opening' });
  const payments = [{ method: 'Cash' }];
  const lines = [{ variant_id, quantity: '1', unit_price: '10.00' }];
  const { data: accounts } = await world.call('list_accounts', { limit: 100 });
  const account = (code: string): string => accounts.find((one: Wire) => one.code === code).id;
  const { id: category_id } = await world.call('create_expense_category', {
    name: 'Paper',
    account_id: account('6700'),
  });
  const spent = { category_id, amount: '5.00' };
  const entry = [
    { account_id: account('6700'), debit: '100.00' },
    { account_id: account('1500'), credit: '100.00' },
  ];
  const sold = async () => (await shop.sold('10.00', { client_id })).id;
  return [
    { name: 'record_sale', input: () => ({ client_id, lines, payments }) },
    { name: 'pay_sale', input: async () => ({ id: await sold(), amount: '4.00', method: 'Cash' }) },
    { name: 'void_sale', input: async () => ({ id: await sold(), reason: 'By mistake' }) },
    { name: 'create_client', input: newClient },
    { name: 'create_product', input: () => ({ name: `Thing ${randomUUID()}`, type: 'good', price: '3.00' }) },
    { name: 'create_payment', input: () => ({ client_id, amount: '5.00', method: 'Cash' }) },
    { name: 'create_stock_movement', input: () => ({ ...received, type: 'purchase_receipt' }) },
    { name: 'create_journal_entry', input: () => ({ memo: 'Used up', lines: entry, post: true }) },
    { name: 'create_expense', input: () => ({ payee_name: 'Paper shop', lines: [spent], post: true }) },
  ];
}

/** With an address, by which others are looked for who may be the same. */
function newClient(): object {
  const mark = randomUUID();
  return { type: 'business', display_name: `Neighbour ${mark}`, email: `${mark}@example.com` };
}
