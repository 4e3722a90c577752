import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;

let key = 0;
const write = (name: string, input: object) => call(name, input, { key: String((key += 1)) });
const on = (day: string) => world.setNow(`${day}T12:00:00Z`);
const sell = (client: Wire, sum: string, dates: { sale_date: string; due_date: string }) => {
  const lines = [{ name: 'Work', quantity: '1', unit_price: sum, tax_rate_ids: [] }];
  return write('record_sale', { client_id: client.id, lines, prices_include_tax: false, ...dates });
};
const pay = (client: Wire, amount: string) =>
  write('create_payment', { client_id: client.id, method: 'Bank transfer', amount });

on('2026-01-10');
const ann = await call('create_client', { type: 'individual', display_name: 'Ann' });
const bob = await call('create_client', { type: 'individual', display_name: 'Bob' });
await sell(ann, '100.00', { sale_date: '2026-01-10', due_date: '2026-01-31' });
await sell(bob, '40.00', { sale_date: '2025-09-01', due_date: '2025-09-01' });
const mistake = await sell(bob, '7.00', { sale_date: '2026-01-10', due_date: '2026-01-10' });
on('2026-02-10');
await pay(ann, '60.00');
on('2026-02-20');
const later = await pay(ann, '50.00');
on('2026-02-25');
await write('void_sale', { id: mistake.id });
on('2026-03-01');
await write('void_payment', { id: later.id });

const aging = async (day: string) => {
  const report = await call('get_receivables_aging', { as_at: day });
  assert.equal(report.reconciliation.difference, '0.00', day);
  return report;
};
const table = ({ rows }: Wire) =>
  rows.map((row: Wire) => [
    row.client,
    row.current,
    row.days_1_30,
    row.days_31_60,
    row.over_90_days,
    row.total,
    row.credit,
  ]);

test('what is due on the day itself is current, and the day after it is overdue', async () => {
  assert.deepEqual(table(await aging('2026-01-31')), [
    ['Ann', '100.00', '0.00', '0.00', '0.00', '100.00', '0.00'],
    ['Bob', '0.00', '7.00', '0.00', '40.00', '47.00', '0.00'],
  ]);
  const [row] = table(await aging('2026-02-01'));
  assert.deepEqual(row, ['Ann', '0.00', '100.00', '0.00', '0.00', '100.00', '0.00']);
});

test('since when somebody owes is the day that the oldest of it fell due', async () => {
  const since = ({ rows, totals }: Wire) => [rows.map((row: Wire) => [row.client, row.oldest]), totals.oldest];
  assert.deepEqual(since(await aging('2026-02-01')), [
    [
      ['Ann', '2026-01-31'],
      ['Bob', '2025-09-01'],
    ],
    '2025-09-01',
  ]);
  assert.deepEqual(since(await aging('2025-08-31')), [[], null]);
});

test('a past day stays as it was: payments, voids and credit of later days do not count', async () => {
  assert.deepEqual(table(await aging('2025-08-31')), []);
  assert.equal((await aging('2026-01-09')).totals.total, '40.00');
  assert.equal((await aging('2026-02-09')).totals.total, '147.00');
  assert.equal((await aging('2026-02-10')).totals.total, '87.00');
  const before = await aging('2026-02-24');
  assert.deepEqual(table(before), [
    ['Bob', '0.00', '0.00', '7.00', '40.00', '47.00', '0.00'],
    ['Ann', '0.00', '0.00', '0.00', '0.00', '0.00', '10.00'],
  ]);
  assert.equal(before.totals.sales, 2);
  assert.equal((await aging('2026-02-25')).totals.total, '40.00');
  assert.deepEqual(table(await aging('2026-03-01')), [
    ['Ann', '0.00', '40.00', '0.00', '0.00', '40.00', '0.00'],
    ['Bob', '0.00', '0.00', '0.00', '40.00', '40.00', '0.00'],
  ]);
});

test('debts may age from the day that they were made, and so does what is behind them', async () => {
  const input = { as_at: '2026-02-09', age_from: 'issue_date' };
  const report = await call('get_receivables_aging', input);
  assert.deepEqual(table(report), [
    ['Ann', '0.00', '100.00', '0.00', '0.00', '100.00', '0.00'],
    ['Bob', '0.00', '7.00', '0.00', '40.00', '47.00', '0.00'],
  ]);
  assert.deepEqual([report.age_from, (await aging('2026-02-09')).age_from], ['issue_date', 'due_date']);
  const day = { as_at: '2026-01-31', age_from: 'issue_date' };
  const { totals } = await call('get_receivables_aging', day);
  assert.deepEqual([totals.current, totals.days_1_30], ['0.00', '107.00']);
  const drill = { name: 'receivables-aging', row: 'total', column: 'days_1_30', ...day };
  assert.equal((await call('get_report_drilldown', drill)).total, '107.00');
});

test('clients beyond the limit are summed up in one row', async () => {
  const { rows, totals } = await call('get_receivables_aging', { as_at: '2026-01-31', limit: 1 });
  assert.deepEqual(
    rows.map((row: Wire) => [row.client_id, row.client, row.total]),
    [
      [ann.id, 'Ann', '100.00'],
      [null, 'Others', '47.00'],
    ],
  );
  assert.equal(totals.total, '147.00');
});

test('as CSV it has the same rows, as numbers', async () => {
  const { content } = await call('get_receivables_aging', { as_at: '2026-01-31', format: 'csv' });
  const rows: Record<string, string>[] = parse(content, { columns: true });
  assert.deepEqual(
    rows.map(({ client, total }) => [client, total]),
    [
      ['Ann', '100.00'],
      ['Bob', '47.00'],
      ['total', '147.00'],
    ],
  );
});

test('a payment that was voided and recorded again counts twice until the void, as in the ledger', async () => {
  on('2026-05-02');
  const cleo = await call('create_client', { type: 'individual', display_name: 'Cleo' });
  await sell(cleo, '80.00', { sale_date: '2026-05-02', due_date: '2026-05-02' });
  const wrong = await pay(cleo, '80.00');
  on('2026-05-09');
  await write('void_payment', { id: wrong.id });
  const again = { client_id: cleo.id, method: 'Cash', amount: '80.00', payment_date: '2026-05-02' };
  await write('create_payment', again);
  const due = async (day: string) =>
    table(await aging(day)).find(([client]: [string]) => client === 'Cleo')?.[5] ?? 'none';
  assert.deepEqual(
    [await due('2026-05-01'), await due('2026-05-02'), await due('2026-05-08'), await due('2026-05-09')],
    ['none', '-80.00', '-80.00', 'none'],
  );
});

test('nobody owes another organisation anything', async () => {
  const { rows } = await call('get_receivables_aging', { as_at: '2026-01-31' }, { as: world.rival });
  assert.deepEqual(rows, []);
});

test('days of sales outstanding are what is owed in days of what was sold on account in the last 90', async () => {
  const found = async (day: string) => {
    const { credit_sales: sold, days_sales_outstanding: days, totals } = await aging(day);
    return [totals.total, sold, days];
  };
  assert.deepEqual(await found('2026-01-09'), ['40.00', '0.00', null]);
  // Ann's 100.00 and Bob's 7.00; his 40.00 are older than 90 days.
  assert.deepEqual(await found('2026-01-10'), ['147.00', '107.00', '123.6']);
  on('2026-03-02');
  const sold = async () => (await found('2026-03-02'))[1];
  const atOnce = await write('record_sale', {
    lines: [{ name: 'Work', quantity: '1', unit_price: '900.00', tax_rate_ids: [] }],
    prices_include_tax: false,
    payments: [{ method: 'Cash' }],
  });
  assert.equal(await sold(), '100.00', 'what was paid at once was never owed');
  await write('return_sale', { id: atOnce.id, refund: {} });
  assert.equal(await sold(), '100.00', 'nor was what came back at once');
  const regretted = await sell(ann, '30.00', { sale_date: '2026-03-02', due_date: '2026-03-02' });
  await write('return_sale', { id: regretted.id });
  assert.equal(await sold(), '100.00');
});

test('a sale that is paid in parts is one sale, whose parts age each from its own day', async () => {
  const as = await world.found('Parts');
  on('2026-01-01');
  const dee = await call('create_client', { type: 'individual', display_name: 'Dee' }, { as });
  const lines = [{ name: 'Work', quantity: '1', unit_price: '90.00', tax_rate_ids: [] }];
  const parts = [
    { due_date: '2026-01-10', percent: '50' },
    { due_date: '2026-02-10', percent: '50' },
  ];
  const input = { client_id: dee.id, lines, payment_schedule: parts };
  await call('record_sale', input, { as, key: 'parts' });
  const { rows } = await call('get_receivables_aging', { as_at: '2026-01-31' }, { as });
  assert.deepEqual([rows[0].sales, rows[0].current, rows[0].days_1_30], [1, '45.00', '45.00']);
});

test('clients are listed by balance, age or name, and whom one call summed up as Others another lists', async () => {
  const ask = (input: object): Promise<Wire> => call('get_receivables_aging', { as_at: '2026-02-01', ...input });
  const names = ({ rows }: Wire) => rows.map(({ client, total }: Wire) => `${client} ${total}`);
  assert.deepEqual(names(await ask({})), ['Ann 100.00', 'Bob 47.00']);
  assert.deepEqual(names(await ask({ sort: 'oldest' })), ['Bob 47.00', 'Ann 100.00']);
  assert.deepEqual(names(await ask({ sort: 'name' })), ['Ann 100.00', 'Bob 47.00']);
  const first = await ask({ limit: 1 });
  assert.deepEqual([names(first), first.cut[0].left], [['Ann 100.00', 'Others 47.00'], 1]);
  const others = await ask({ limit: 1, skip: 1 });
  assert.deepEqual([names(others), others.cut], [['Bob 47.00'], []]);
  assert.deepEqual(others.totals, first.totals, 'totals are of all');
  assert.deepEqual(names(await ask({ skip: 2 })), []);
});
