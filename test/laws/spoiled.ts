import type { Shop } from '../support/shop/fill.ts';
import type { Wire } from '../support/world.ts';

/** A call that names something that is archived, held, ambiguous, used up or too large. */
export type Spoiled = { readonly name: string; readonly input: Record<string, unknown> };

/** Calls that are well-formed and still refused, because of what the records they name have come to. */
export async function spoiledCalls(shop: Shop): Promise<Spoiled[]> {
  const { call, ids } = shop;
  const line = { variant_id: ids['variant'], quantity: '1' };
  const gone = await goneRecords(shop);
  const sale = { client_id: ids['client'], lines: [line] };
  const spoiltSales = [
    { ...sale, client_id: gone.client.id },
    { lines: [line], client: gone.twin },
    { ...sale, currency: 'USD' },
    { ...sale, location_id: gone.location.id },
    { ...sale, lines: [{ ...line, variant_id: gone.variant.id }] },
    { ...sale, client_id: gone.held.id, confirm: true },
    { lines: [line], confirm: true },
    { ...sale, lines: [{ ...line, quantity: '100000' }], confirm: true },
  ];
  const { id: draft } = await call('create_sale', sale);
  const { id: other } = await call('create_sale', sale);
  const payments = [{ method_id: gone.method.id }];
  const tender = [{ method_id: ids['pm'], amount: '0.01' }];
  const stock = { type: 'purchase_receipt', variant_id: ids['variant'], quantity: '1', unit_cost: '1.00' };
  const count = { variant_id: ids['variant'], expected_on_hand: '0', counted: '0' };
  return [
    ...spoiltSales.flatMap(({ ...input }: Record<string, unknown>) => {
      const { confirm: _, ...plain } = input;
      return [
        { name: 'create_sale', input },
        { name: 'update_sale', input: { ...plain, id: draft } },
        { name: 'record_sale', input: { ...plain, payments: tender } },
      ];
    }),
    { name: 'record_sale', input: { ...sale, payments } },
    { name: 'record_sale', input: { ...sale, payments: [{ method: gone.methodTwin }] } },
    ...(await spoiltDrafts(shop)),
    ...[{ method_id: gone.method.id }, { method: gone.methodTwin }].flatMap((method) => [
      { name: 'create_payment', input: { client_id: ids['client'], amount: '1.00', ...method } },
      { name: 'pay_sale', input: { id: other, ...method } },
    ]),
    { name: 'create_stock_movement', input: { ...stock, location_id: gone.location.id } },
    { name: 'create_stock_count', input: { lines: [count], location_id: gone.location.id } },
    { name: 'create_import', input: { kind: 'clients', content: '"' } },
    { name: 'create_import', input: { kind: 'clients', content: `name\n${'a\n'.repeat(50_001)}` } },
    { name: 'get_report_drilldown', input: { name: 'revenue', row: 'total', column: 'net', cursor: 'nonsense' } },
    { name: 'apply_client_credit', input: await tooMuchCredit(shop) },
  ];
}

async function goneRecords({ call, fresh, ids }: Shop) {
  const client = (input: object = {}) =>
    call('create_client', { type: 'individual', display_name: fresh('gone'), ...input });
  const archived = async (noun: string, record: Wire): Promise<Wire> => call(`archive_${noun}`, { id: record.id });
  const duplicate = fresh('twin');
  for (const email of ['a@example.com', 'b@example.com']) {
    await client({ display_name: duplicate, email, allow_duplicate: true });
  }
  const method = (name: string) =>
    call('create_payment_method', { name, kind: 'bank_transfer', account_id: ids['acct'] });
  const product = await call('create_product', { name: fresh('gone'), price: '1.00' });
  await archived('product', product);
  for (let made = 0; made < 2; made += 1) await method(fresh('transfer'));
  return {
    twin: duplicate,
    /** The kind of several methods. */
    methodTwin: 'bank_transfer',
    client: await archived('client', await client()),
    held: await client({ credit_hold: true }),
    location: await archived('location', await call('create_location', { name: fresh('gone'), code: 'GONE' })),
    method: await archived('payment_method', await method(fresh('gone'))),
    variant: product.variants[0],
  };
}

/** Drafts whose client, goods or place are gone by the time they are confirmed, or paid, which confirms them. */
async function spoiltDrafts({ call, fresh, ids }: Shop): Promise<Spoiled[]> {
  const drafts: Wire[] = [];
  const draft = async (more: object): Promise<void> => {
    const lines = [{ variant_id: ids['variant'], quantity: '1' }];
    drafts.push(await call('create_sale', { client_id: ids['client'], lines, ...more }));
  };
  const client = await call('create_client', { type: 'individual', display_name: fresh('leaver') });
  const held = await call('create_client', { type: 'individual', display_name: fresh('debtor'), credit_hold: true });
  const place = await call('create_location', { name: fresh('closed'), code: 'CLOSED' });
  const product = await call('create_product', { name: fresh('old'), price: '1.00' });
  await draft({ client_id: client.id });
  await draft({ client_id: held.id });
  await draft({ client_id: null });
  await draft({ location_id: place.id });
  await draft({ lines: [{ variant_id: product.variants[0].id, quantity: '1' }] });
  await draft({ lines: [{ variant_id: ids['variant'], quantity: '100000' }] });
  await call('archive_client', { id: client.id });
  await call('archive_location', { id: place.id });
  await call('archive_product', { id: product.id });
  return drafts.flatMap(({ id }) => [
    { name: 'confirm_sale', input: { id } },
    { name: 'pay_sale', input: { id, method_id: ids['pm'] } },
    { name: 'pay_sale', input: { id, method_id: ids['pm'], amount: '0.01' } },
  ]);
}

async function tooMuchCredit({ call, fresh, ids }: Shop): Promise<Record<string, unknown>> {
  const { id: client_id } = await call('create_client', { type: 'individual', display_name: fresh('rich') });
  const paid = { client_id, method_id: ids['pm'], amount: '1000.00', auto_allocate: 'none' };
  const { id } = await call('create_payment', paid);
  const lines = [{ variant_id: ids['variant'], quantity: '1' }];
  const sale = await call('create_sale', { client_id, lines, confirm: true });
  return { id, allocations: [{ sale_id: sale.id, amount: '900.00' }] };
}
