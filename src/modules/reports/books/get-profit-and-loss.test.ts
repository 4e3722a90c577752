import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { book, type Booked, soldOn } from '../../../../test/support/books.ts';
import { asOwner } from '../../../../test/support/database.ts';
import { refused } from '../../../../test/support/refused.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
world.setNow('2026-03-20T12:00:00Z');

const spent = (date: string, code: string, sum: string): Booked => ({
  date,
  lines: [
    { code, sum },
    { code: '1010', sum: `-${sum}` },
  ],
});
await book(world, [
  soldOn('2025-03-10', '400.00'),
  soldOn('2026-01-31', '100.00'),
  soldOn('2026-02-01', '50.00'),
  soldOn('2026-02-28', '250.00'),
  soldOn('2026-03-05', '1000.00'),
  soldOn('2026-03-21', '7.00'),
  spent('2026-03-05', '5000', '300.00'),
  spent('2026-03-06', '6100', '200.00'),
  spent('2026-03-06', '6900', '10.00'),
  {
    date: '2026-03-07',
    lines: [
      { code: '1010', sum: '25.00' },
      { code: '4800', sum: '-25.00' },
    ],
  },
  {
    date: '2026-03-08',
    lines: [
      { code: '4000', sum: '100.00' },
      { code: '1100', sum: '-100.00' },
    ],
  },
]);

const report = (input: object) => call('get_profit_and_loss', input);
const amounts = (totals: Wire) =>
  Object.fromEntries(Object.entries(totals).map(([name, figure]) => [name, (figure as Wire)?.amount ?? figure]));

test('profit is revenue less cost of sales, less expenses, and what is beside the business comes last', async () => {
  const { totals, rows, period, meta } = await report({ from: '2026-03-01', to: '2026-03-20' });
  assert.deepEqual(amounts(totals), {
    revenue: '900.00',
    cost_of_sales: '300.00',
    gross_profit: '600.00',
    operating_expenses: '200.00',
    operating_profit: '400.00',
    other_income: '25.00',
    other_expenses: '10.00',
    net_profit: '415.00',
    gross_margin_percent: '66.67',
  });
  assert.deepEqual(
    rows.map((row: Wire) => [row.section, row.code, row.amount]),
    [
      ['revenue', '4000', '900.00'],
      ['cost_of_sales', '5000', '300.00'],
      ['operating_expenses', '6100', '200.00'],
      ['other_income', '4800', '25.00'],
      ['other_expenses', '6900', '10.00'],
    ],
  );
  assert.deepEqual(period, { from: '2026-03-01', to: '2026-03-20' });
  const { ledger_watermark: watermark, ...rest } = meta;
  assert.match(watermark, /^je_/);
  assert.deepEqual(rest, {
    basis: 'accrual',
    locked_through: null,
    timezone: 'Europe/Berlin',
    currency: 'EUR',
    generated_at: '2026-03-20T12:00:00Z',
    warnings: [],
  });
});

test('the first and the last day are in it, the days around them are not', async () => {
  const revenue = async (from: string, to: string) => (await report({ from, to })).totals.revenue.amount;
  assert.equal(await revenue('2026-02-01', '2026-02-28'), '300.00');
  assert.equal(await revenue('2026-02-02', '2026-02-27'), '0.00');
});

test('a month that is not over is compared with as many days of the month before', async () => {
  const { totals, compared_period: compared } = await report({ period: 'this_month', compare: 'previous_period' });
  assert.deepEqual(compared, { from: '2026-02-01', to: '2026-02-20' });
  assert.deepEqual(totals.revenue, {
    amount: '907.00',
    series: [],
    compared_series: [],
    compared: '50.00',
    change: '857.00',
    change_percent: '1714.00',
  });
  assert.equal(totals.other_income.change_percent, null);
});

test('a whole month is compared with the whole month before, and with the same month of the year before', async () => {
  const february = { from: '2026-02-01', to: '2026-02-28' };
  const previous = await report({ ...february, compare: 'previous_period' });
  assert.deepEqual(previous.compared_period, { from: '2026-01-01', to: '2026-01-31' });
  assert.equal(previous.totals.revenue.change, '200.00');
  const year = await report({ from: '2026-03-01', to: '2026-03-15', compare: 'previous_year' });
  assert.equal(year.totals.revenue.compared, '400.00');
  assert.equal(year.totals.revenue.change_percent, '125.00');
});

test('a series has an amount for every interval, also for those in which nothing happened', async () => {
  const { intervals, rows, totals } = await report({ from: '2025-12-15', to: '2026-03-20', interval: 'month' });
  assert.deepEqual(
    intervals.map((one: Wire) => [one.label, one.from, one.to, one.is_partial]),
    [
      ['2025-12', '2025-12-15', '2025-12-31', true],
      ['2026-01', '2026-01-01', '2026-01-31', false],
      ['2026-02', '2026-02-01', '2026-02-28', false],
      ['2026-03', '2026-03-01', '2026-03-20', true],
    ],
  );
  assert.deepEqual(rows[0].series, ['0.00', '100.00', '300.00', '900.00']);
  assert.deepEqual(totals.net_profit.series, ['0.00', '100.00', '300.00', '415.00']);
  assert.equal(totals.net_profit.amount, '815.00');
});

test('fiscal quarters begin where the fiscal year does', async () => {
  const founded = await world.found('Fiscal');
  await asOwner(world.database.ownerUrl, (client) =>
    client.query('update organizations set fiscal_year_start_month = 2 where id = $1', [founded.organization?.id]),
  );
  await book(world, [soldOn('2026-01-31', '1.00'), soldOn('2026-02-01', '2.00')], founded);
  const input = { period: 'this_fiscal_year', interval: 'fiscal_quarter' };
  const { period, intervals, totals } = await call('get_profit_and_loss', input, { as: founded });
  assert.deepEqual(period, { from: '2026-02-01', to: '2027-01-31' });
  assert.deepEqual(
    intervals.map((one: Wire) => one.label),
    ['2026-02-01', '2026-05-01', '2026-08-01', '2026-11-01'],
  );
  assert.deepEqual(totals.revenue.series, ['2.00', '0.00', '0.00', '0.00']);
  assert.deepEqual(
    intervals.map((one: Wire) => one.is_partial),
    [true, true, true, true],
    'what is not over yet is not whole',
  );
});

test('named periods are what a person would say', async () => {
  for (const [period, from, to] of [
    ['today', '2026-03-20', '2026-03-20'],
    ['yesterday', '2026-03-19', '2026-03-19'],
    ['this_week', '2026-03-16', '2026-03-22'],
    ['last_week', '2026-03-09', '2026-03-15'],
    ['this_month', '2026-03-01', '2026-03-31'],
    ['last_month', '2026-02-01', '2026-02-28'],
    ['this_quarter', '2026-01-01', '2026-03-31'],
    ['last_quarter', '2025-10-01', '2025-12-31'],
    ['this_year', '2026-01-01', '2026-12-31'],
    ['last_year', '2025-01-01', '2025-12-31'],
    ['this_fiscal_year', '2026-01-01', '2026-12-31'],
    ['last_fiscal_year', '2025-01-01', '2025-12-31'],
  ] as const) {
    assert.deepEqual((await report({ period })).period, { from, to }, period);
  }
  assert.deepEqual((await report({})).period, { from: '2026-03-01', to: '2026-03-31' });
  assert.deepEqual((await report({ from: '2026-03-02' })).period, { from: '2026-03-02', to: '2026-03-20' });
});

test('what cannot be asked is refused at its field', async () => {
  const at = (pointer: string) =>
    refused('validation_failed', ({ errors }) => assert.equal(errors[0].pointer, pointer));
  await assert.rejects(report({ period: 'today', to: '2026-01-01' }), at('/period'));
  await assert.rejects(report({ to: '2026-01-01' }), at('/from'));
  await assert.rejects(report({ from: '2026-01-02', to: '2026-01-01' }), at('/to'));
  await assert.rejects(report({ from: '2024-01-01', to: '2026-01-01', interval: 'day' }), at('/interval'));
  await assert.rejects(report({ from: '0001-01-01', to: '2026-01-01', compare: 'previous_period' }), at('/compare'));
});

test('as CSV it has the same rows and totals, as numbers', async () => {
  const asked = { from: '2026-01-01', to: '2026-03-20', interval: 'quarter', compare: 'previous_year' };
  const json = await report(asked);
  const file = await report({ ...asked, format: 'csv' });
  assert.equal(file.filename, 'profit-and-loss-2026-01-01-2026-03-20.csv');
  const rows: Record<string, string>[] = parse(file.content, { columns: true });
  assert.deepEqual(
    rows.slice(0, json.rows.length).map((row) => [row['code'], row['amount'], row['2026-Q1'], row['change_percent']]),
    json.rows.map((row: Wire) => [row.code, row.amount, row.series[0], row.change_percent ?? '']),
  );
  assert.equal(rows.at(-1)?.['amount'], json.totals.gross_margin_percent);
});

test('another organisation’s books are not in it', async () => {
  const { rows, totals } = await call('get_profit_and_loss', { period: 'this_year' }, { as: world.rival });
  assert.deepEqual(rows, []);
  assert.equal(totals.revenue.amount, '0.00');
});
