import assert from 'node:assert/strict';
import { test } from 'node:test';
import { book } from '../../../../test/support/books.ts';
import { behindOf } from '../../../../test/support/behind.ts';
import { createExpenseFixture } from '../../../../test/support/expense-fixture.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
world.setNow('2026-03-20T12:00:00Z');
const fixture = createExpenseFixture(world);
const behind = behindOf((name, input) => call(name, input));
const { data: accounts } = await call('list_accounts', { limit: 100 });
const equipment = accounts.find(({ code }: Wire) => code === '1500');
await call('create_expense_category', { name: 'Machines', account_id: equipment.id });
const machine = (amount: string, more: object = {}) => ({
  lines: [
    { category: 'Machines', amount },
    { category: 'Travel', amount: '100.00' },
  ],
  ...more,
});

async function flow(from: string, to = from): Promise<Wire> {
  const { rows, totals } = await call('get_cash_flow', { from, to });
  for (const activity of ['operating', 'investing', 'financing']) {
    assert.equal(totals.direct[activity].amount, totals.indirect[activity].amount, activity);
  }
  for (const row of rows) {
    await behind('cash-flow', { from, to }, { row: row.key }, row.amount);
  }
  const { operating, investing, financing } = totals.direct;
  return [operating.amount, investing.amount, financing.amount];
}

test('what pays a bill is for what the bill was for, as far as it is paid and not void', async () => {
  const bill = await fixture.owed('1', machine('300.00', { expense_date: '2026-03-01' }));
  assert.deepEqual(await flow('2026-03-01'), ['0.00', '0.00', '0.00']);
  const first = await fixture.pay(bill, { amount: '100.00', payment_date: '2026-03-02' });
  assert.deepEqual(await flow('2026-03-02'), ['-25.00', '-75.00', '0.00']);
  await fixture.pay(bill, { payment_date: '2026-03-03' });
  assert.deepEqual(await flow('2026-03-03'), ['-75.00', '-225.00', '0.00']);
  const [payment] = first.payments;
  await fixture.keyed('void_expense_payment', { id: payment.id, date: '2026-03-20' });
  assert.deepEqual(await flow('2026-03-20'), ['25.00', '75.00', '0.00']);
});

test('what moved no money is in neither: opening stock, depreciation, a loan for equipment', async () => {
  const line = (code: string, sum: string) => ({ code, sum });
  const entry = (date: string, ...lines: { code: string; sum: string }[]) => ({ date, lines });
  await book(world, [
    entry('2026-02-01', line('1200', '1000.00'), line('3100', '-1000.00')),
    entry('2026-02-02', line('6700', '50.00'), line('1500', '-50.00')),
    entry('2026-02-03', line('1500', '700.00'), line('2500', '-700.00')),
    {
      ...entry('2026-02-04', line('1010', '80.00'), line('1200', '20.00'), line('3100', '-100.00')),
      header: { kind: 'opening' },
    },
    entry('2026-02-05', line('2500', '40.00'), line('6700', '5.00'), line('1010', '-45.00')),
    entry('2026-02-06', line('3000', '60.00'), line('1010', '-60.00')),
    entry('2026-02-07', line('1000', '30.00'), line('1010', '-30.00')),
  ]);
  for (const day of ['2026-02-01', '2026-02-02', '2026-02-03', '2026-02-07']) {
    assert.deepEqual(await flow(day), ['0.00', '0.00', '0.00'], day);
  }
  assert.deepEqual(await flow('2026-02-04'), ['0.00', '0.00', '80.00']);
  assert.deepEqual(await flow('2026-02-05'), ['-5.00', '0.00', '-40.00']);
  assert.deepEqual(await flow('2026-02-06'), ['0.00', '0.00', '-60.00']);
});
