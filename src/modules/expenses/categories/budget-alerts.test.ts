import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createExpenseFixture } from '../../../../test/support/expense-fixture.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
const fixture = createExpenseFixture(world);
const account_id = (await call('list_accounts', { code: '6700' })).data[0].id;
const category = (name: string, more: object = {}) => call('create_expense_category', { name, account_id, ...more });
const spend = (of: Wire, amount: string, more: object = {}) =>
  fixture.owed(amount, { lines: [{ category_id: of.id, amount }], ...more });
const alerts = () =>
  world.emitted().flatMap(({ type, data }) => {
    const { name, month, budget, spent } = data as Wire;
    return type === 'expense_category.over_budget' ? [[name, month, budget.minor, spent.minor]] : [];
  });

test('the expense that crosses a budget tells it once, and again only after a void brought it back', async () => {
  world.setNow('2026-05-20T12:00:00.000Z');
  const fuel = await category('Fuel', { budget_monthly: '100.00' });
  await spend(fuel, '100.00');
  assert.deepEqual(alerts(), []);
  const crossing = await spend(fuel, '0.01');
  assert.deepEqual(alerts(), [['Fuel', '2026-05', 10_000n, 10_001n]]);
  await spend(fuel, '50.00');
  await fixture.draft('5.00', { lines: [{ category_id: fuel.id, amount: '5.00' }] });
  assert.deepEqual(alerts(), []);
  await fixture.keyed('void_expense', { id: crossing.id });
  await spend(fuel, '10.00');
  assert.deepEqual(alerts(), []);
});

test('a budget is of a month: the next begins anew, and an expense counts for that of its day', async () => {
  world.setNow('2026-06-20T12:00:00.000Z');
  const post = await category('Postage', { budget_monthly: '10.00' });
  await spend(post, '9.00', { expense_date: '2026-05-31' });
  await spend(post, '9.00');
  assert.deepEqual(alerts(), []);
  await spend(post, '2.00', { expense_date: '2026-05-01' });
  assert.deepEqual(alerts(), [['Postage', '2026-05', 1_000n, 1_100n]]);
  const draft = await fixture.draft('2.00', { lines: [{ category_id: post.id, amount: '2.00' }] });
  await fixture.keyed('post_expense', { id: draft.id });
  assert.deepEqual(alerts(), [['Postage', '2026-06', 1_000n, 1_100n]]);
});

test('what is spent below a category counts for it, with the budgets below it, as the report has it', async () => {
  const house = await category('House', { budget_monthly: '50.00' });
  const garden = await category('Garden', { parent_id: house.id, budget_monthly: '20.00' });
  const roof = await category('Roof', { parent_id: house.id });
  const street = await category('Street');
  await call('update_expense_category', { id: house.id, parent_id: street.id });
  await spend(garden, '25.00');
  assert.deepEqual(alerts(), [['Garden', '2026-06', 2_000n, 2_500n]]);
  await spend(roof, '50.00');
  assert.deepEqual(alerts(), [['House', '2026-06', 7_000n, 7_500n]]);
  const { categories } = await call('get_expenses_by_category', { from: '2026-06-01', to: '2026-06-30' });
  const row = categories.find(({ name }: Wire) => name === 'House');
  assert.deepEqual([row.budget, row.amount, row.variance], ['70.00', '75.00', '-5.00']);
});

test('of expenses that are posted at once one crosses the budget', async () => {
  const fees = await category('Fees', { budget_monthly: '100.00' });
  await Promise.all(Array.from({ length: 12 }, () => spend(fees, '10.00')));
  assert.deepEqual(alerts(), [['Fees', '2026-06', 10_000n, 11_000n]]);
});
