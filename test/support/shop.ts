import { randomUUID } from 'node:crypto';
import { restRequest } from './rest-request.ts';
import type { RunningService, SignedIn } from './running-service.ts';
import { operationNamed, type Wire } from './world.ts';

/** An organisation with records of every kind, whose texts all bear its mark. */
export type Shop = {
  readonly service: RunningService;
  readonly who: SignedIn;
  /** Stands in the text of its records and of no other's. */
  readonly mark: string;
  /** One record of each kind, by the prefix of its id. */
  readonly ids: Readonly<Record<string, string>>;
  /** Runs an operation through REST as its owner, and fails where that refuses. */
  readonly call: (name: string, input?: object) => Promise<Wire>;
  /** A text that was not there before. */
  readonly fresh: (text: string) => string;
};

let made = 0;

export async function openShop(service: RunningService, mark: string): Promise<Shop> {
  const who = await service.register(`${mark} & Co`);
  const fresh = (text: string) => `${mark} ${text} ${(made += 1)}`;
  const call: Shop['call'] = async (name, input = {}) => {
    const operation = operationNamed(name);
    const headers = operation.effect === 'read' ? {} : { 'idempotency-key': randomUUID() };
    const answer = await service.send({ ...restRequest(operation, { ...input }), token: who.token, headers });
    if (answer.status >= 400) throw new Error(`${name} answered ${answer.status}: ${answer.text}`);
    return answer.body;
  };
  // Goods in layers do all that goods at an average do, and more.
  await call('update_organization', { inventory: { costing_method: 'fifo' } });
  const shop = { service, who, mark, call, fresh };
  return { ...shop, ids: await stock(shop) };
}

/** Fills the shop: one of everything, each made by the operation that makes it. */
async function stock({ call, fresh, who }: Omit<Shop, 'ids'>): Promise<Record<string, string>> {
  const first = async (list: string): Promise<Wire> => (await call(list, { limit: 1 })).data[0];
  const [group, category, account, tax, location] = await Promise.all([
    call('create_client_group', { name: fresh('group') }),
    call('create_product_category', { name: fresh('category') }),
    call('create_account', { code: '1950', name: fresh('account'), type: 'bank' }),
    call('create_tax_rate', { name: fresh('tax'), percentage: '7' }),
    call('create_location', { name: fresh('place'), code: 'SECOND' }),
  ]);
  const client = await call('create_client', {
    type: 'business',
    display_name: fresh('client'),
    group_ids: [group.id],
    contacts: [{ name: fresh('contact'), email: 'kim@example.com' }],
    notes_internal: fresh('note'),
    tags: [fresh('tag')],
  });
  const product = await call('create_product', {
    name: fresh('product'),
    price: '10.00',
    sku: fresh('SKU'),
    category_id: category.id,
    low_stock_threshold: '5',
  });
  const variant = product.variants[0];
  const kept = { variant_id: variant.id, note: fresh('reason') };
  const movement = await call('create_stock_movement', {
    ...{ ...kept, type: 'purchase_receipt', quantity: '1000', unit_cost: '4.00' },
  });
  const stocked = await keepStock(call, { fresh, variant });
  const count = await call('create_stock_count', {
    lines: [{ variant_id: variant.id, expected_on_hand: '1000', counted: '999' }],
    note: fresh('count'),
  });
  const method = await call('create_payment_method', { name: fresh('till'), account_id: account.id, kind: 'card' });
  const lines = [{ variant_id: variant.id, quantity: '2', name: fresh('line') }];
  const sale = await call('create_sale', { client_id: client.id, lines, notes: fresh('sale'), confirm: true });
  const due = { type: 'individual', display_name: fresh('payer') };
  const payment = await call('create_payment', {
    ...{ client_id: (await call('create_client', due)).id, method_id: method.id, amount: '50.00' },
    ...{ reference: fresh('reference'), auto_allocate: 'none' },
  });
  const low = await call('create_product', { name: fresh('scarce'), price: '1.00', low_stock_threshold: '3' });
  const scarce = low.variants[0].id;
  await call('create_stock_movement', { type: 'opening', variant_id: scarce, quantity: '2', unit_cost: '0.50' });
  const spending = await call('create_expense_category', {
    ...{ name: fresh('spending'), account_id: (await call('list_accounts', { code: '6700' })).data[0].id },
  });
  const expense = await call('create_expense', {
    ...{ payee_name: fresh('payee'), method_id: method.id, notes: fresh('expense'), post: true },
    lines: [{ category_id: spending.id, amount: '80.00', description: fresh('spent') }],
  });
  const recurring = await call('create_recurring_expense', {
    ...{ name: fresh('rent'), frequency: 'month', start_date: '2099-01-01' },
    template: { payee_name: fresh('landlord'), lines: [{ category_id: spending.id, amount: '900.00' }] },
  });
  const token = await call('create_mcp_token', { name: fresh('assistant'), preset: 'full' });
  const brought = await call('create_import', { kind: 'clients', content: `name\n${fresh('imported')}\n` });
  const [member, role, entry, session, movementMade] = await Promise.all([
    first('list_members'),
    first('list_roles'),
    first('list_journal_entries'),
    first('list_sessions'),
    first('list_stock_movements'),
  ]);
  const records: Wire[] = [group, category, account, tax, location, client, product, variant, movement, count];
  records.push(method, sale, sale.lines[0], payment, token, member, role, entry, session, movementMade);
  records.push(...stocked, spending, recurring, expense, expense.lines[0], expense.payments[0]);
  records.push(brought, client.contacts[0], ...(payment.allocations ?? []), { id: who.organization }, { id: who.user });
  return Object.fromEntries(records.filter((one) => typeof one?.id === 'string').map(({ id }) => [prefixIn(id), id]));
}

/** What is done with stock beside moving and counting it. */
async function keepStock(call: Shop['call'], { fresh, variant }: Pick<Shop, 'fresh'> & { variant: Wire }) {
  const held = { variant_id: variant.id, quantity: '1', note: fresh('held') };
  return [await call('create_stock_reservation', held)];
}

function prefixIn(id: string): string {
  return id.slice(0, id.lastIndexOf('_'));
}
