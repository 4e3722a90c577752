import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createExpenseFixture } from '../../../../test/support/expense-fixture.ts';
import { refused } from '../../../../test/support/refused.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
const fixture = createExpenseFixture(world);
world.setNow('2026-04-15T12:00:00Z');
const [travel] = (await call('list_expense_categories', {})).data.filter((one: Wire) => one.name === 'Travel');
const below = (name: string, more: object = {}): Promise<Wire> =>
  call('create_expense_category', { name, parent_id: travel.id, account_id: travel.account_id, ...more });
await below('Hotels');
await below('Passing through', { excluded_from_reports: true });
const half = await call('create_tax_rate', { name: 'Half', percentage: '20', recoverable_percent: '50' });
const air = await fixture.supplier({ display_name: 'Zephyr Air' });
const lines = (amount: string) => [
  { category: 'Travel', amount },
  { category: 'Hotels', amount, tax_rate_ids: [half.id] },
  { category: 'Passing through', amount },
];
const trip = await fixture.owed('0', {
  payee_name: undefined,
  supplier_id: air.id,
  expense_date: '2026-02-05',
  due_date: '2026-03-01',
  lines: lines('100'),
});
await fixture.owed('0', { payee_name: 'Agency', expense_date: '2026-03-05', lines: lines('33.33') });
const lent = await fixture.owed('12', { paid_by: 'member', payee_name: 'Taxi', expense_date: '2026-03-10' });
const mistake = await fixture.owed('9', { payee_name: 'Taxi', expense_date: '2026-03-11' });
await fixture.keyed('void_expense', { id: mistake.id });
await fixture.pay(trip, { amount: '130', payment_date: '2026-03-20' });
await fixture.pay(lent, { payment_date: '2026-03-25', amount: '5' });

const cents = (amount: string) => BigInt(amount.replace('.', ''));

/** Asserts that the rows behind a figure add up to it, and are expenses with their numbers. */
async function behind(name: string, asked: object, place: object, figure: string): Promise<void> {
  const about = JSON.stringify([name, asked, place]);
  const { total, data } = await call('get_report_drilldown', { name, ...asked, ...place });
  assert.equal(total, figure, about);
  assert.equal(
    data.reduce((sum: bigint, { amount }: Wire) => sum + cents(amount), 0n),
    cents(figure),
    about,
  );
  for (const { type, id, number } of data) {
    assert.equal(type, 'expense');
    assert.equal((await call('get_expense', { id })).number, number);
  }
}

for (const basis of ['accrual', 'cash']) {
  test(`spending, ${basis}: every column of every category and payee has its expenses behind it`, async () => {
    const range = { from: '2026-03-01', to: '2026-04-30' };
    const asked = { ...range, compare: 'previous_period', interval: 'month', basis };
    const { categories, payees, intervals } = await call('get_expenses_by_category', asked);
    assert.equal(categories.length, 2);
    for (const row of categories) {
      const of = { row: row.category_id };
      await behind('expenses-by-category', asked, of, row.amount);
      await behind('expenses-by-category', asked, { ...of, column: 'own' }, row.own);
      await behind('expenses-by-category', asked, { ...of, column: 'compared' }, row.compared);
      for (const [index, amount] of row.series.entries()) {
        await behind('expenses-by-category', asked, { ...of, column: intervals[index].label }, amount);
      }
    }
    assert.ok(payees.length > 0);
    for (const { supplier_id: id, payee, amount } of payees) {
      await behind('expenses-by-category', asked, { row: id ?? `payee:${payee}` }, amount);
    }
  });
}

test('what is owed: every column of every payee has its expenses behind it', async () => {
  for (const as_at of ['2026-03-15', '2026-04-15']) {
    const { rows, totals } = await call('get_payables_aging', { as_at });
    assert.ok(rows.length >= 3);
    for (const row of [...rows, { ...totals, supplier_id: 'total' }]) {
      const key = row.supplier_id ?? row.member_id ?? `payee:${row.payee}`;
      for (const column of ['current', 'days_1_30', 'days_31_60', 'days_61_90', 'over_90_days', 'total']) {
        await behind('payables-aging', { as_at }, { row: key, column }, row[column]);
      }
    }
  }
});

test('a row or a column that is not there is refused', async () => {
  const at = (pointer: string) =>
    refused('validation_failed', ({ errors }) => assert.equal(errors[0].pointer, pointer));
  const drill = (name: string, place: object) => call('get_report_drilldown', { name, ...place });
  await assert.rejects(drill('payables-aging', { row: 'Agency', column: 'total' }), at('/row'));
  await assert.rejects(drill('payables-aging', { row: 'total', column: 'credit' }), at('/column'));
  await assert.rejects(drill('expenses-by-category', { row: 'Travel' }), at('/row'));
  await assert.rejects(drill('expenses-by-category', { row: travel.id, column: 'budget' }), at('/column'));
});

test('a file of spending has its categories with their budgets below the accounts', async () => {
  await call('update_expense_category', { id: travel.id, budget_monthly: '300.00' });
  const { content } = await call('get_expenses_by_category', { from: '2026-03-01', to: '2026-03-31', format: 'csv' });
  const row = content.split(/\r?\n/).find((line: string) => line.includes('category') && line.includes('Travel'));
  assert.ok(row.endsWith('300.00,209.01'), row);
});
