import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
const shop = shopOf(world);

const sale = await shop.sold('100');
const paid = await shop.pay(sale, { amount: '80', fee_amount: '0.80' });
const refund = await shop.keyed('refund_payment', { id: paid.id, amount: '30', method: 'Cash' });
const mistake = await shop.keyed('refund_payment', { id: paid.id, amount: '7' });
await shop.keyed('void_refund', { id: mistake.id });
await shop.keyed('refund_payment', { id: paid.id, amount: '5', destination: 'client_credit' });
const twice = await shop.keyed('create_payment', { client_id: sale.client_id, amount: '9', method: 'Cash' });
await shop.keyed('void_payment', { id: twice.id });
const [category] = (await call('list_expense_categories', { limit: 1 })).data;
const expense = await call('create_expense', {
  payee_name: 'Landlord',
  method: 'Cash',
  post: true,
  lines: [{ category_id: category.id, amount: '40.00' }],
});

const shown = ({ kind, direction, amount }: Wire): string => `${kind} ${direction} ${amount}`;
const all = ['payment in 80.00', 'refund out 30.00', 'refund out 7.00', 'refund_void in 7.00'];
const rest = ['payment in 9.00', 'payment_void out 9.00', 'expense_payment out 40.00'];

test('tells of every movement of money once, of what became credit nothing, and of what moved so far', async () => {
  const { data, running } = await call('list_transactions');
  assert.deepEqual(data.map(shown).toSorted(), [...all, ...rest].toSorted());
  assert.deepEqual(running, [{ currency: 'EUR', in: '96.00', out: '86.00', net: '10.00' }]);
  const [first] = data.filter((row: Wire) => row.record_id === paid.id);
  assert.deepEqual([first.fee_amount, first.net_amount, first.number], ['0.80', '79.20', paid.number]);
});

test('page by page it comes to the same, in either direction', async () => {
  for (const sort of ['date', '-date']) {
    const rows: Wire[] = [];
    let page: Wire = { next_cursor: undefined };
    do {
      page = await call('list_transactions', { sort, limit: 2, cursor: page.next_cursor ?? undefined });
      rows.push(...page.data);
    } while (page.has_more);
    assert.deepEqual(rows, (await call('list_transactions', { sort })).data);
    assert.deepEqual(page.running, [{ currency: 'EUR', in: '96.00', out: '86.00', net: '10.00' }]);
  }
});

test('is found by direction, kind, method, account, client, day and amount', async () => {
  const found = async (filter: object) => (await call('list_transactions', filter)).data.map(shown).toSorted();
  assert.deepEqual(await found({ direction: 'in' }), ['payment in 80.00', 'payment in 9.00', 'refund_void in 7.00']);
  assert.deepEqual(await found({ kind: ['refund'] }), ['refund out 30.00', 'refund out 7.00']);
  assert.deepEqual(await found({ method_id: refund.method_id, amount: { gte: '30' } }), [
    'expense_payment out 40.00',
    'refund out 30.00',
  ]);
  assert.deepEqual(
    await found({ client_id: sale.client_id, account_id: paid.account_id, amount: '80.00' }),
    all.slice(0, 1),
  );
  assert.deepEqual(await found({ date: { gt: refund.refund_date } }), []);
  assert.deepEqual(await found({ direction: 'in', kind: ['refund'] }), []);
  assert.equal(expense.amount_due, '0.00');
  await assert.rejects(call('list_transactions', { amount: '0.001' }), refused('validation_failed'));
  await assert.rejects(call('list_transactions', { cursor: 'odd' }), refused('invalid_cursor'));
});
