import assert from 'node:assert/strict';
import { test } from 'node:test';
import { book } from '../../../../test/support/books.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';
import { uuidFrom } from '../../../wire/type-id.ts';

const world = await createWorld();
const shop = shopOf(world);
const on = (day: string) => world.setNow(`${day}T12:00:00Z`);

on('2026-01-05');
const standard = await shop.tax('21', { display_name: 'Standard', report_box: '1a' });
const nothing = await shop.tax('0', { display_name: 'Export', category: 'Z' });
const client = await shop.client();
const line = (price: string, rates: string[]) => {
  return { name: 'Work', quantity: '1', unit_price: price, tax_rate_ids: rates };
};
const sale = await shop.keyed('create_sale', {
  lines: [line('100.00', [standard])],
  client_id: client.id,
  prices_include_tax: false,
  confirm: true,
});
const untaxed = await shop.keyed('create_sale', {
  lines: [line('50.00', [nothing]), line('7.00', [])],
  client_id: client.id,
  prices_include_tax: false,
  confirm: true,
});
on('2026-02-05');
await shop.pay(sale, { amount: '40.33' });
await shop.pay(untaxed, { amount: '57.00' });
on('2026-03-05');
await shop.pay(sale, { amount: '40.33' });
on('2026-04-05');
await shop.pay(sale, { amount: '40.34' });

const summary = (from: string, to: string, more: object = {}): Promise<Wire> =>
  world.call('get_tax_summary', { from, to, ...more });
const table = ({ rows }: Wire) => rows.map((row: Wire) => [row.side, row.name, row.percentage, row.base, row.tax]);
const january = ['2026-01-01', '2026-01-31'] as const;

test('by invoice, tax counts on the day of the sale, and what bears none has its base', async () => {
  const report = await summary(...january);
  assert.deepEqual(table(report), [
    ['output', 'Standard', '21', '100.00', '21.00'],
    ['output', 'Export', '0', '50.00', '0.00'],
    ['output', 'No tax', null, '7.00', '0.00'],
  ]);
  assert.equal(report.rows[0].report_box, '1a');
  assert.deepEqual(report.totals, { output_tax: '21.00', input_tax: '0.00', withheld_tax: '0.00', net_due: '21.00' });
  assert.deepEqual(report.reconciliation, { report: '21.00', ledger: '21.00', difference: '0.00' });
});

test('by payment, it counts as it is paid, and the pieces make the whole', async () => {
  const months = ['01', '02', '03', '04'].map((month) =>
    summary(`2026-${month}-01`, `2026-${month}-28`, { basis: 'cash' }),
  );
  assert.deepEqual((await Promise.all(months)).map(table), [
    [],
    [
      ['output', 'Standard', '21', '33.33', '7.00'],
      ['output', 'Export', '0', '50.00', '0.00'],
      ['output', 'No tax', null, '7.00', '0.00'],
    ],
    [['output', 'Standard', '21', '33.33', '7.00']],
    [['output', 'Standard', '21', '33.34', '7.00']],
  ]);
});

test('a void takes its tax back on its own day', async () => {
  on('2026-05-05');
  const mistake = await shop.keyed('create_sale', {
    lines: [line('10.00', [standard]), line('1.00', [])],
    client_id: client.id,
    confirm: true,
    prices_include_tax: false,
  });
  on('2026-06-05');
  await shop.keyed('void_sale', { id: mistake.id });
  assert.deepEqual(table(await summary('2026-06-01', '2026-06-30')), [
    ['output', 'Standard', '21', '-10.00', '-2.10'],
    ['output', 'No tax', null, '-1.00', '0.00'],
  ]);
});

test('tax on what is bought is a claim, whoever posted it', async () => {
  on('2026-07-20');
  await book(world, [
    {
      date: '2026-07-10',
      lines: [
        { code: '6100', sum: '100.00' },
        { code: '1300', sum: '21.00', taxRateId: uuidFrom('tax', standard) ?? '', taxBase: 10_000n },
        { code: '1010', sum: '-121.00' },
      ],
    },
  ]);
  const report = await summary('2026-07-01', '2026-07-31');
  assert.deepEqual(table(report), [['input', 'Standard', '21', '100.00', '21.00']]);
  assert.equal(report.totals.net_due, '-21.00');
  assert.equal(report.reconciliation.difference, '0.00');
});

test('input tax on an account of another kind agrees with the ledger, and what else is there is no tax', async () => {
  on('2026-08-20');
  const claims = await world.call('create_account', { code: '1390', name: 'Claims', type: 'fixed_asset' });
  const own = await shop.tax('10', { display_name: 'Own', receivable_account_id: claims.id });
  const lines = [
    { code: '6100', sum: '100.00' },
    { code: '1390', sum: '10.00', taxRateId: uuidFrom('tax', own) ?? '', taxBase: 10_000n },
    { code: '1390', sum: '500.00' },
    { code: '1010', sum: '-610.00' },
  ];
  await book(world, [{ date: '2026-08-10', lines }]);
  const report = await summary('2026-08-01', '2026-08-31');
  assert.deepEqual([report.totals.net_due, report.reconciliation.difference], ['-10.00', '0.00']);
});

test('the default is how the organisation declares tax', async () => {
  assert.equal((await summary(...january)).meta.basis, 'accrual');
  await world.call('update_organization', { tax_basis: 'payment' });
  const { meta, rows } = await summary(...january);
  assert.equal(meta.basis, 'cash');
  assert.deepEqual(rows, []);
});
