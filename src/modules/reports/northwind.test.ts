import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { northwind, sellNorthwind } from '../../../test/support/northwind.ts';
import { tool } from '../../../test/support/tools.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';

const world = await createWorld();
const importer = await world.found('Northwind', { currency: 'USD', country: 'US', timezone: 'America/Los_Angeles' });
await sellNorthwind(world, importer);
const range = { from: northwind.from, to: northwind.to };
const ask = (name: string, input: object = {}): Promise<Wire> =>
  world.call(name, { ...range, ...input }, { as: importer });
const byLabel = (rows: Wire[], kind: string) =>
  rows.filter((row) => row.kind === kind).map((row) => [row.label, row.net.amount]);

test('gross, net and freight of all orders are what exercises with this data have found', async () => {
  const { totals, reconciliation } = await ask('get_revenue');
  assert.equal(totals.gross, northwind.gross);
  assert.equal(totals.net.amount, northwind.net);
  assert.equal(totals.charges, northwind.freight);
  assert.equal(totals.sales, 830);
  assert.deepEqual(reconciliation, { sales: '1330735.98', ledger: '1330735.98', difference: '0.00' });
});

test('each year and each month is right to the cent', async () => {
  const years = await ask('get_revenue', { interval: 'year' });
  assert.deepEqual(
    years.rows.map((row: Wire) => [row.label, row.gross, row.net.amount]),
    northwind.years,
  );
  const months = await ask('get_revenue', { from: '1997-01-01', to: '1997-12-31' });
  assert.deepEqual(
    months.rows.map((row: Wire) => row.net.amount),
    northwind.months1997,
  );
});

test('each category is right to the cent, and charges are a row of their own', async () => {
  const { rows, totals } = await ask('get_revenue', { group_by: 'category' });
  assert.deepEqual(byLabel(rows, 'group'), northwind.categories);
  assert.deepEqual(byLabel(rows, 'unassigned'), [['No category', '0.00']]);
  assert.equal(rows.at(-1).charges, northwind.freight);
  assert.equal(totals.net.amount, northwind.net);
});

test('the largest clients are right to the cent, and the rest is in one row', async () => {
  const { rows } = await ask('get_revenue', { group_by: 'client', limit: 5 });
  const { data } = await world.call('list_clients', { limit: 100 }, { as: importer });
  const numbers = new Map(data.map((client: Wire) => [client.id, client.number]));
  const groups = rows.filter(({ kind }: Wire) => kind === 'group');
  assert.deepEqual(
    groups.map((row: Wire) => [numbers.get(row.key), row.net.amount]),
    northwind.clients,
  );
  assert.deepEqual(rows.map(({ kind }: Wire) => kind).slice(5), ['others', 'unassigned']);
});

test('whatever it is grouped by, every column adds up to the totals and shares to a hundred', async () => {
  const cents = (amount: string) => Math.round(Number(amount) * 100);
  for (const group of ['period', 'client', 'product', 'variant', 'category', 'member', 'location', 'channel']) {
    const { rows, totals } = await ask('get_revenue', { group_by: group, limit: 7 });
    const sum = (pick: (row: Wire) => string) => rows.reduce((all: number, row: Wire) => all + cents(pick(row)), 0);
    for (const column of ['gross', 'discounts', 'returns', 'charges', 'tax', 'total']) {
      assert.equal(
        sum((row) => row[column]),
        cents(totals[column]),
        `${group}: ${column}`,
      );
    }
    assert.equal(
      sum((row) => row.net.amount),
      cents(northwind.net),
      group,
    );
    assert.equal(
      sum((row) => row.share),
      100_00,
      group,
    );
  }
});

test('profit and loss has the same revenue, by quarter, as sales and shipping', async () => {
  const { totals, rows } = await ask('get_profit_and_loss', { interval: 'quarter' });
  assert.equal(totals.revenue.amount, '1330735.98');
  assert.deepEqual(
    rows.map((row: Wire) => [row.code, row.amount]),
    [
      ['4000', northwind.net],
      ['4100', northwind.freight],
    ],
  );
  const quarters = await ask('get_revenue', { interval: 'quarter' });
  assert.deepEqual(
    rows[0].series,
    quarters.rows.map((row: Wire) => row.net.amount),
  );
});

test('hledger finds the same income statement and balances in the exported journal', async (context) => {
  const { content } = await world.call('export_ledger', { format: 'hledger' }, { as: importer });
  const strict = tool(context, 'hledger', 'strict checks of 830 sales')?.on(content, 'check', '--strict', '-f', 'FILE');
  assert.ok(strict?.ok ?? true, strict?.errors);
  const statement = tool(context, 'hledger', 'its income statement')?.on(
    content,
    'incomestatement',
    '-f',
    'FILE',
    '-O',
    'csv',
    '-M',
  );
  if (statement === undefined) return;
  const rows: string[][] = parse(statement.output, { relax_column_count: true });
  const sales = rows.find(([account]) => account === 'Income:4000 Sales')?.slice(1) ?? [];
  const months = await ask('get_profit_and_loss', { interval: 'month' });
  assert.deepEqual(
    sales.map((amount) => amount.replace(' USD', '')),
    months.rows[0].series,
  );
  const balance = tool(context, 'hledger', 'its balances')?.on(content, 'balance', '-f', 'FILE', '-O', 'csv', '-N');
  const balances: string[][] = parse(balance?.output ?? '', { from_line: 2 });
  const { rows: accounts } = await ask('get_trial_balance');
  assert.deepEqual(
    accounts.map(({ code, closing }: Wire) => [code, `${closing} USD`]),
    balances.map(([account, amount]) => [account?.split(/[: ]/)[1], amount]),
  );
});

test('Beancount finds nothing wrong with the exported journal', async (context) => {
  const { content } = await world.call('export_ledger', { format: 'beancount' }, { as: importer });
  const verdict = tool(context, 'bean-check', 'checks of 830 sales')?.on(content, 'FILE');
  assert.ok(verdict?.ok ?? true, `${verdict?.output}${verdict?.errors}`);
});

test('nobody has paid, so everything is owed, and the receivable account says the same', async () => {
  const { totals, rows, reconciliation } = await world.call(
    'get_receivables_aging',
    { as_at: '1998-05-06' },
    { as: importer },
  );
  assert.equal(totals.total, '1330735.98');
  assert.equal(totals.sales, 830);
  assert.equal(reconciliation.difference, '0.00');
  assert.ok(rows.length <= 91);
  const earlier = await world.call('get_receivables_aging', { as_at: '1996-12-31' }, { as: importer });
  assert.equal(earlier.reconciliation.difference, '0.00');
});
