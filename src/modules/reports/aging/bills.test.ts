/** Bills on the cash basis: they count as they are paid, in every report the same. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createExpenseFixture } from '../../../../test/support/expense-fixture.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const range = { from: '2026-01-01', to: '2026-06-30' };
const at = (day: string) => world.setNow(`${day}T12:00:00Z`);

async function business() {
  const who = await world.found('Pressroom');
  const fixture = createExpenseFixture(world, who);
  const rate = await world.call('create_tax_rate', { name: 'Input', percentage: '21' }, { as: who });
  const ask = (name: string, more: object = {}): Promise<Wire> =>
    world.call(name, { ...range, basis: 'cash', interval: 'month', ...more }, { as: who });
  /** Spending by month, in profit and loss and by category. */
  const spent = async (): Promise<string[]> => {
    const { totals } = await ask('get_profit_and_loss');
    const { categories } = await ask('get_expenses_by_category');
    const [row] = categories;
    assert.deepEqual(row?.series, totals.operating_expenses.series);
    return row?.series;
  };
  return { who, fixture, rate, ask, spent };
}

const bill = (rate: Wire, more: object = {}) => ({
  expense_date: '2026-01-10',
  due_date: '2026-02-10',
  payee_name: 'Printer',
  ...more,
  lines: [{ category: 'Advertising', amount: '100', tax_rate_ids: [rate.id] }],
});

test('a bill of 121 that is paid 40.33, 40.33 and 40.34 costs 33.33, 33.33 and 33.34', async () => {
  at('2026-01-10');
  const { who, fixture, rate, spent } = await business();
  const owed = await fixture.owed('0', bill(rate));
  for (const [day, amount] of [
    ['2026-02-01', '40.33'],
    ['2026-03-01', '40.33'],
    ['2026-04-01', '40.34'],
  ] as const) {
    at(day);
    await fixture.pay(owed, { amount });
  }
  assert.deepEqual(await spent(), ['0.00', '33.33', '33.33', '33.34', '0.00', '0.00']);
  const taxes = await world.call('get_tax_summary', { ...range, basis: 'cash' }, { as: who });
  assert.deepEqual([taxes.totals.input_tax, taxes.rows[0].base], ['21.00', '100.00']);
});

test('a payment that is taken back takes back what it counted for on that day, and so does a void', async () => {
  at('2026-01-10');
  const { fixture, rate, spent } = await business();
  const owed = await fixture.owed('0', bill(rate));
  at('2026-02-01');
  const paid = await fixture.pay(owed, { amount: '60.50' });
  at('2026-03-01');
  await fixture.keyed('void_expense_payment', { id: paid.payments[0].id });
  assert.deepEqual(await spent(), ['0.00', '50.00', '-50.00', '0.00', '0.00', '0.00']);
  at('2026-04-01');
  await fixture.keyed('void_expense', { id: owed.id });
  assert.deepEqual(await spent(), ['0.00', '50.00', '-50.00', '0.00', '0.00', '0.00']);
});

test('what a member advanced counts as the member is paid back, and what is paid at once on that day', async () => {
  at('2026-01-10');
  const { fixture, rate, spent } = await business();
  const lent = await fixture.owed('0', bill(rate, { paid_by: 'member' }));
  at('2026-01-31');
  await fixture.owed('0', { ...bill(rate, { expense_date: '2026-01-31', due_date: undefined }), method: 'Cash' });
  at('2026-03-05');
  assert.equal((await fixture.pay(lent)).payment_status, 'reimbursed');
  assert.deepEqual(await spent(), ['100.00', '0.00', '100.00', '0.00', '0.00', '0.00']);
});

test('over all of time the cash basis counts what the accrual basis does once all is paid', async () => {
  at('2026-01-10');
  const { fixture, rate, ask } = await business();
  for (const amount of ['3.33', '19.99', '250']) {
    const owed = await fixture.owed('0', {
      ...bill(rate),
      lines: [
        { category: 'Advertising', amount, tax_rate_ids: [rate.id] },
        { category: 'Travel', amount: '7.77', tax_rate_ids: [] },
      ],
    });
    await fixture.pay(owed, { amount: '1.11' });
    await fixture.pay(owed, { amount: '2.22' });
    await fixture.pay(owed);
  }
  const total = async (basis: string) => (await ask('get_profit_and_loss', { basis })).totals.operating_expenses.amount;
  assert.equal(await total('cash'), await total('accrual'));
  assert.equal(await total('cash'), '296.63');
});
