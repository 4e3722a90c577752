import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refused } from '../../../../test/support/refused.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
world.setNow('2026-03-20T12:00:00Z');

const [retail, trade] = [
  await call('create_client_group', { name: 'Retail' }),
  await call('create_client_group', { name: 'Trade' }),
];
const buyer = (name: string, country: string | undefined, groups: readonly Wire[]) =>
  call('create_client', {
    type: 'individual',
    display_name: name,
    ...(country === undefined ? {} : { billing_address: { line1: 'Street 1', country } }),
    group_ids: groups.map(({ id }) => id),
  });
const ann = await buyer('Ann', 'DE', [retail]);
const bea = await buyer('Bea', 'FR', [trade, retail]);
const cyd = await buyer('Cyd', undefined, []);
const rates: Wire[] = (await call('list_tax_rates', { limit: 100 })).data;
const [full, reduced] = [rates.find((one) => one.percentage === '19'), rates.find((one) => one.percentage === '7')];

let key = 0;
const sell = (client: Wire, lines: readonly (readonly [sum: string, rates: readonly Wire[]])[]) =>
  call(
    'record_sale',
    {
      ...(client === null ? { payments: [{ method: 'Cash' }] } : { client_id: client.id }),
      prices_include_tax: false,
      lines: lines.map(([sum, taxes]) => {
        return { name: 'Work', quantity: '1', unit_price: sum, tax_rate_ids: taxes.map(({ id }) => id) };
      }),
    },
    { key: String((key += 1)) },
  );
assert.ok(full && reduced);
await sell(ann, [
  ['100.00', [full]],
  ['30.00', [reduced]],
]);
await sell(bea, [['50.00', [full]]]);
await sell(cyd, [['7.00', []]]);
await sell(null, [['3.00', [reduced]]]);

const by = async (group_by: string) => {
  const { rows, totals, reconciliation } = await call('get_revenue', { group_by, period: 'this_month' });
  assert.deepEqual([totals.net.amount, reconciliation.difference], ['190.00', '0.00']);
  return rows.map(({ label, net, share }: Wire) => [label, net.amount, share]);
};

test('revenue by the country that clients are billed in, and what has none', async () => {
  assert.deepEqual(await by('country'), [
    ['DE', '130.00', '68.42'],
    ['FR', '50.00', '26.32'],
    ['No country', '10.00', '5.26'],
  ]);
});

test('revenue by group counts each sale once, in the first group of its client', async () => {
  assert.deepEqual(await by('client_group'), [
    ['Retail', '130.00', '68.42'],
    ['Trade', '50.00', '26.32'],
    ['No client group', '10.00', '5.26'],
  ]);
});

test('revenue by tax rate, and what was sold without any', async () => {
  const found: [string, string][] = (await by('tax_rate')).map(([label, net]: string[]) => [label, net]);
  assert.deepEqual(
    found.map(([, net]) => net),
    ['150.00', '33.00', '7.00', '0.00'],
  );
  assert.deepEqual(
    found.slice(2).map(([label]) => label),
    ['No tax rate', 'Charges'],
  );
});

test('by payment method it is money, by the day that it came in or went back, and says so', async () => {
  const as = await world.found('Methods');
  const keyed = (name: string, input: object) => call(name, input, { as, key: String((key += 1)) });
  world.setNow('2026-03-01T12:00:00Z');
  const dee = await call('create_client', { type: 'individual', display_name: 'Dee' }, { as });
  const lines = [{ name: 'Work', quantity: '1', unit_price: '100.00', tax_rate_ids: [] }];
  const sale = await keyed('record_sale', { client_id: dee.id, lines });
  await keyed('pay_sale', { id: sale.id, method: 'Cash', amount: '60.00' });
  const paid = await keyed('create_payment', { client_id: dee.id, method: 'Bank transfer', amount: '70.00' });
  world.setNow('2026-03-10T12:00:00Z');
  await keyed('refund_payment', { id: paid.id, amount: '30.00', reason: 'duplicate' });
  const input = { from: '2026-03-01', to: '2026-03-31', group_by: 'payment_method', interval: 'week' };
  const { rows, totals, reconciliation, meta } = await call('get_revenue', input, { as });
  assert.deepEqual(
    rows.map((row: Wire) => [row.kind, row.label, row.sales, row.gross, row.returns, row.net.amount, row.share]),
    [
      ['group', 'Cash', 1, '60.00', '0.00', '60.00', '60.00'],
      ['group', 'Bank transfer', 1, '70.00', '30.00', '40.00', '40.00'],
      ['unassigned', 'No payment method', 0, '0.00', '0.00', '0.00', '0.00'],
    ],
  );
  assert.deepEqual(totals.net.series, ['130.00', '0.00', '-30.00', '0.00', '0.00', '0.00']);
  assert.deepEqual([totals.net.amount, totals.margin, reconciliation, meta.basis], ['100.00', null, null, 'cash']);
  assert.match(meta.warnings[0], /another total/);
  await assert.rejects(
    call('get_revenue', { ...input, channel: 'web' }, { as }),
    refused('validation_failed', ({ errors }) => assert.equal(errors[0].pointer, '/channel')),
  );
});
