import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refused } from '../../../test/support/refused.ts';
import { shopOf } from '../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';

const world = await createWorld();
const shop = shopOf(world);
const on = (day: number) => world.setNow(`${march(day)}T12:00:00Z`);
const march = (day: number) => `2026-03-${String(day).padStart(2, '0')}`;

/** On every day since the first of March what sales are owed is what is on the account, and so is credit. */
async function agreesDaily(): Promise<void> {
  for (let day = 1; day <= 15; day += 1) {
    const { reconciliation, rows } = await world.call('get_receivables_aging', { as_at: march(day) });
    assert.equal(reconciliation.difference, '0.00', march(day));
    const below = rows.filter(({ total }: Wire) => Number(total) < 0);
    assert.deepEqual(below, [], march(day));
  }
  await shop.booksAgree();
}

const faultOf = (code: string) => refused('validation_failed', ({ errors }) => assert.equal(errors[0].code, code));

/** A payment of the first of March that settles a sale of the eighth since the tenth. */
async function settledLate() {
  on(1);
  const client_id = (await shop.client()).id;
  const paid = await shop.keyed('create_payment', { client_id, amount: '100', method: 'Cash', auto_allocate: 'none' });
  on(8);
  const sale = await shop.sold('100', { client_id });
  on(10);
  await shop.keyed('apply_client_credit', { id: paid.id, date: march(10) });
  on(12);
  return { paid, sale };
}

test('money is not paid back on a day on which it was used otherwise', async () => {
  const { paid } = await settledLate();
  const refund = { id: paid.id, amount: '30' };
  await assert.rejects(shop.keyed('refund_payment', { ...refund, refund_date: march(9) }), faultOf('before_use'));
  const given = await shop.keyed('refund_payment', { ...refund, refund_date: march(10) });
  assert.equal(given.refund_date, march(10));
  await agreesDaily();
});

test('credit is paid back on the day that it became credit, or later', async () => {
  const { paid } = await settledLate();
  await shop.keyed('reverse_allocation', { id: (await world.call('get_payment', { id: paid.id })).allocations[0].id });
  const refund = { id: paid.id, amount: '30' };
  await assert.rejects(shop.keyed('refund_payment', { ...refund, refund_date: march(11) }), faultOf('before_use'));
  await assert.rejects(shop.keyed('refund_payment', { ...refund, refund_date: march(14) }), faultOf('in_future'));
  await shop.keyed('refund_payment', { ...refund, refund_date: march(12) });
  await agreesDaily();
});

test('what a return of a past day leaves overpaid is credit since it was paid', async () => {
  const { sale } = await settledLate();
  const { refunds } = await shop.keyed('return_sale', { id: sale.id, return_date: march(9) });
  assert.deepEqual(
    refunds.map((one: Wire) => [one.refund_date, one.amount]),
    [[march(10), '100.00']],
  );
  await agreesDaily();
});

test('a debt is recovered on the day that it was given up, or later', async () => {
  on(8);
  const sale = await shop.sold('100');
  on(11);
  await shop.keyed('write_off_sale', { id: sale.id, reason: 'Gone' });
  on(12);
  await shop.pay(sale, { amount: '40', payment_date: march(9) });
  await agreesDaily();
  const { rows } = await world.call('get_receivables_aging', { as_at: march(10) });
  assert.equal(rows.find((row: Wire) => row.client_id === sale.client_id).total, '60.00');
  const backdated = { id: sale.id, date: march(10) };
  await assert.rejects(shop.keyed('reverse_write_off', backdated), faultOf('wrong_day'));
  await shop.keyed('reverse_write_off', { ...backdated, date: march(11) });
  assert.equal((await shop.sale(sale)).amount_due, '60.00');
  await agreesDaily();
});
