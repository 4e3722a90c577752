import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createExpenseFixture } from '../../../../test/support/expense-fixture.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
const fixture = createExpenseFixture(world);
const named = async (name: string) =>
  (await call('list_expense_categories', {})).data.find((one: Wire) => one.name === name);

world.setNow('2026-04-15T12:00:00Z');
const travel = await named('Travel');
await call('update_expense_category', { id: travel.id, budget_monthly: '300.00' });
const hotels = await call('create_expense_category', {
  name: 'Hotels',
  parent_id: travel.id,
  account_id: travel.account_id,
  color: '#4a90d9',
});
const transfers = await call('create_expense_category', {
  name: 'Transfers',
  account_id: travel.account_id,
  excluded_from_reports: true,
});
const half = await call('create_tax_rate', { name: 'Half', percentage: '20', recoverable_percent: '50' });
const lines = [
  { category: 'Travel', amount: '100' },
  { category: 'Hotels', amount: '100', tax_rate_ids: [half.id] },
  { category: 'Goods and materials', amount: '50' },
];
const trip = await fixture.owed('0', { payee_name: 'Agency', expense_date: '2026-03-05', lines });
await fixture.owed('30', { payee_name: 'Taxi', expense_date: '2026-02-05' });
await fixture.owed('500', { expense_date: '2026-03-06', lines: [{ category: 'Transfers', amount: '500' }] });
const mistake = await fixture.owed('9', { payee_name: 'Taxi', expense_date: '2026-03-07' });
await fixture.keyed('void_expense', { id: mistake.id });
await fixture.pay(trip, { amount: '130', payment_date: '2026-03-20' });
await fixture.pay(trip, { payment_date: '2026-04-02' });

const report = (input: object) => call('get_expenses_by_category', input);
const march = { from: '2026-03-01', to: '2026-03-31' };

test('each category has its own costs and what is below it, with its budget and its share', async () => {
  const { categories, payees } = await report({ ...march, compare: 'previous_period' });
  assert.deepEqual(
    categories.map((row: Wire) => [row.level, row.name, row.kind, row.own, row.amount, row.compared, row.share]),
    [
      [1, 'Goods and materials', 'cogs', '50.00', '50.00', '0.00', '18.59'],
      [1, 'Travel', 'operating', '109.00', '219.00', '30.00', '81.41'],
      [2, 'Hotels', 'operating', '110.00', '110.00', '0.00', '40.89'],
    ],
  );
  const [, row] = categories;
  assert.deepEqual([row.budget, row.variance, row.budget_used_percent], ['300.00', '81.00', '73.00']);
  assert.deepEqual([categories[2].color, categories[2].parent_id], ['#4a90d9', travel.id]);
  assert.deepEqual(
    payees.map((one: Wire) => [one.payee, one.amount, one.share, one.compared]),
    [
      ['Agency', '260.00', '96.65', '0.00'],
      ['Taxi', '9.00', '3.35', '30.00'],
    ],
  );
  assert.ok(hotels.id !== transfers.id);
});

test('a void counts on its own day, and half a month has half the budget', async () => {
  const { categories } = await report({ from: '2026-04-01', to: '2026-04-15' });
  const row = categories.find(({ name }: Wire) => name === 'Travel');
  assert.deepEqual([row.amount, row.budget], ['-9.00', '150.00']);
});

test('on the cash basis costs count as they are paid, and all payments together make the whole', async () => {
  const paid = async (from: string, to: string) => {
    const { categories } = await report({ from, to, basis: 'cash' });
    return categories.find(({ name }: Wire) => name === 'Hotels')?.amount;
  };
  assert.equal(await paid('2026-03-01', '2026-03-31'), '52.96');
  assert.equal(await paid('2026-04-01', '2026-04-30'), '57.04');
  const books = await report({ ...march, basis: 'cash' });
  const account = books.rows.find(({ code }: Wire) => code === '6300');
  const travelled = books.categories.find(({ name }: Wire) => name === 'Travel');
  assert.equal(account.amount, travelled.amount, 'the ledger and the categories say the same');
});
