import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;

let key = 0;
const write = (name: string, input: object) => call(name, input, { key: String((key += 1)) });
world.setNow('2026-02-10T12:00:00Z');
const ann = await call('create_client', { type: 'individual', display_name: 'Ann' });
const sale = { client_id: ann.id, lines: [{ name: 'Work', quantity: '1', unit_price: '100.00', tax_rate_ids: [] }] };
await write('record_sale', { ...sale, payments: [{ method: 'Card', amount: '100.00', fee_amount: '2.00' }] });
const wrong = await write('create_payment', { client_id: ann.id, method: 'Bank transfer', amount: '30.00' });
world.setNow('2026-03-10T12:00:00Z');
await write('create_payment', { client_id: ann.id, method: 'Bank transfer', amount: '50.00' });
await write('void_payment', { id: wrong.id });

const report = (input: object, options = {}) => call('get_payments_report', input, options);
const table = ({ rows }: Wire) =>
  rows.map((row: Wire) => [
    row.method,
    row.count,
    row.received,
    row.refunded,
    row.fees,
    row.net,
    row.unapplied,
    row.share,
  ]);

test('money counts on the day it came in, and what is given back on the day it is', async () => {
  assert.deepEqual(table(await report({ from: '2026-02-01', to: '2026-02-28' })), [
    ['Card', 1, '100.00', '0.00', '2.00', '98.00', '0.00', '76.56'],
    ['Bank transfer', 1, '30.00', '0.00', '0.00', '30.00', '0.00', '23.44'],
  ]);
  assert.deepEqual(table(await report({ from: '2026-03-01', to: '2026-03-31' })), [
    ['Bank transfer', 1, '50.00', '30.00', '0.00', '20.00', '50.00', '100.00'],
  ]);
});

test('the totals are the sums of the methods, also as CSV', async () => {
  const range = { period: 'this_year' };
  const { totals } = await report(range);
  assert.deepEqual(totals, {
    count: 3,
    received: '180.00',
    refunded: '30.00',
    fees: '2.00',
    net: '148.00',
    unapplied: '50.00',
    compared: null,
    change: null,
    change_percent: null,
  });
  const rows: Record<string, string>[] = parse((await report({ ...range, format: 'csv' })).content, { columns: true });
  assert.deepEqual(
    rows.map(({ method, net }) => [method, net]),
    [
      ['Card', '98.00'],
      ['Bank transfer', '50.00'],
      ['total', '148.00'],
    ],
  );
});

test('another organisation has been paid nothing', async () => {
  assert.deepEqual((await report({ period: 'this_year' }, { as: world.rival })).rows, []);
});
