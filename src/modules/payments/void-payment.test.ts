import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { longTest } from '../../../test/support/dose.ts';
import { refused } from '../../../test/support/refused.ts';
import { shopOf } from '../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';
import type { Emitted } from '../../operation/events.ts';

const world = await createWorld();
const { call } = world;
const shop = shopOf(world);
const voided = ({ id }: Wire, more: object = {}) => shop.keyed('void_payment', { id, ...more });

describe('voiding a payment', () => {
  test('of tomorrow, or of a sale of tomorrow, takes nothing off today', async () => {
    world.setNow('2026-03-10T12:00:00Z');
    const [one, other] = [
      await shop.sold('50', { sale_date: '2026-03-11' }),
      await shop.sold('70', { sale_date: '2026-03-11' }),
    ];
    const late = await voided(await shop.pay(one, { payment_date: '2026-03-11' }));
    const early = await voided(await shop.pay(other, { payment_date: '2026-03-10' }));
    assert.deepEqual([late.voided_on, late.allocations[0].reversed_on], ['2026-03-11', '2026-03-11']);
    assert.deepEqual([early.voided_on, early.allocations[0].reversed_on], ['2026-03-10', '2026-03-11']);
    for (const as_at of ['2026-03-10', '2026-03-11', '2026-03-12']) {
      const { reconciliation } = await call('get_receivables_aging', { as_at });
      assert.equal(reconciliation.difference, '0.00', as_at);
      const { rows } = await call('get_trial_balance', { from: as_at, to: as_at });
      const odd = rows.filter(({ code, closing }: Wire) => ['1010', '2300'].includes(code) && closing !== '0.00');
      assert.deepEqual(odd, [], `${as_at}: the bank, and what clients have left`);
    }
    world.setNow(undefined);
    await shop.booksAgree();
  });

  test('makes what it settled owed again, and reverses its entries today', async () => {
    world.setNow('2026-03-10T12:00:00Z');
    const sale = await shop.sold('100');
    const payment = await shop.pay(sale, { method: 'Card', fee_amount: '2' });
    world.setNow('2026-04-02T12:00:00Z');
    world.emitted();
    const codes = ['1030', '6810', '1100'];
    const before = await Promise.all(codes.map(shop.balance));
    const done = await voided(payment, { reason: 'Wrong client' });
    world.setNow(undefined);
    assert.deepEqual(
      [done.status, done.amount, done.amount_allocated, done.amount_unapplied],
      ['voided', '100.00', '0.00', '0.00'],
    );
    assert.deepEqual([done.voided_on, done.void_reason, done.number], ['2026-04-02', 'Wrong client', payment.number]);
    assert.deepEqual(
      done.allocations.map((one: Wire) => [one.status, one.reversed_on]),
      [['reversed', '2026-04-02']],
    );
    const now = await Promise.all(codes.map(shop.balance));
    assert.deepEqual(
      now.map((balance, index) => balance - (before[index] ?? 0n)),
      [-9_800n, -200n, 10_000n],
    );
    const open = await shop.sale(sale);
    assert.deepEqual([open.status, open.payment_status, open.amount_due], ['confirmed', 'unpaid', '100.00']);
    assert.deepEqual(
      world.emitted().map(({ type }: Emitted) => type),
      ['sale.updated', 'payment.voided'],
    );
    const { data } = await call('list_journal_entries', { source_id: payment.id, sort: 'entry_date' });
    assert.deepEqual(
      data.map(({ kind, entry_date }: Wire) => [kind, entry_date]),
      [
        ['system', '2026-03-10'],
        ['reversal', '2026-04-02'],
      ],
    );
    await shop.booksAgree();
  });

  test('takes its credit back, also what was used later', async () => {
    const client_id = (await shop.client()).id;
    const payment = await shop.keyed('create_payment', { client_id, amount: '50', method: 'Cash' });
    const sale = await shop.sold('30', { client_id });
    await shop.keyed('apply_client_credit', { id: payment.id });
    await voided(payment);
    assert.equal((await shop.sale(sale)).amount_due, '30.00');
    assert.equal((await call('get_client_balances', { id: client_id })).unapplied_credit, '0.00');
    await shop.booksAgree();
  });

  test('happens once and for good', async () => {
    const payment = await shop.pay(await shop.sold('10'));
    const tries = await Promise.allSettled(Array.from({ length: 10 }, () => voided(payment)));
    assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1);
    await assert.rejects(voided(payment), refused('invalid_state_transition'));
    await assert.rejects(shop.keyed('apply_client_credit', { id: payment.id }), refused('invalid_state_transition'));
    await shop.booksAgree();
  });

  test('of a walk-in leaves a sale that anybody may pay', async () => {
    const sold = await shop.keyed('record_sale', {
      lines: [{ name: 'Tea', quantity: '1', unit_price: '3' }],
      payments: [{ method: 'Card' }],
    });
    await voided(sold.payments[0]);
    assert.equal((await shop.sale(sold)).status, 'confirmed');
    const client_id = (await shop.client()).id;
    const allocations = [{ sale_id: sold.id, amount: '3' }];
    await shop.keyed('create_payment', { client_id, amount: '3', method: 'Cash', allocations });
    assert.equal((await shop.sale(sold)).status, 'completed');
    await shop.booksAgree();
  });
});

describe('using what is left of a payment', () => {
  const credited = async (amount: string) => {
    const client_id = (await shop.client()).id;
    return shop.keyed('create_payment', { client_id, amount, method: 'Cash' });
  };

  test('settles what is due first, as far as it goes', async () => {
    const payment = await credited('50');
    const { client_id } = payment;
    const later = await shop.sold('40', { client_id, sale_date: '2026-01-01', due_date: '2026-03-01' });
    const sooner = await shop.sold('40', { client_id, sale_date: '2026-01-01', due_date: '2026-02-01' });
    world.emitted();
    const used = await shop.keyed('apply_client_credit', { id: payment.id });
    assert.deepEqual([used.amount_allocated, used.amount_unapplied, used.version], ['50.00', '0.00', 2]);
    assert.deepEqual([(await shop.sale(sooner)).amount_due, (await shop.sale(later)).amount_due], ['0.00', '30.00']);
    assert.deepEqual(
      world.emitted().map(({ type }: Emitted) => type),
      ['sale.completed', 'sale.updated', 'payment.allocated'],
    );
    assert.deepEqual(await call('get_payment', { id: payment.id }), used);
    await assert.rejects(
      shop.keyed('apply_client_credit', { id: payment.id }),
      refused('amount_exceeds_credit', ({ max }) => assert.equal(max, '0.00')),
    );
    await shop.booksAgree();
  });

  test('settles what is named, of the same client, with no more than there is', async () => {
    const payment = await credited('50');
    const { client_id } = payment;
    const [mine, theirs] = [await shop.sold('80', { client_id }), await shop.sold('80')];
    const apply = (sale: Wire, amount: string) =>
      shop.keyed('apply_client_credit', { id: payment.id, allocations: [{ sale_id: sale.id, amount }] });
    await assert.rejects(apply(theirs, '10'), refused('client_mismatch'));
    await assert.rejects(
      apply(mine, '50.01'),
      refused('amount_exceeds_credit', ({ max }) => assert.equal(max, '50.00')),
    );
    assert.equal((await apply(mine, '20')).amount_unapplied, '30.00');
    assert.equal((await shop.sale(mine)).amount_paid, '20.00');
    await shop.booksAgree();
  });

  test('of twenty who use the same credit at once, one does', longTest, async () => {
    const payment = await credited('10');
    const sales = await Promise.all(
      Array.from({ length: 20 }, () => shop.sold('10', { client_id: payment.client_id })),
    );
    const tries = await Promise.allSettled(
      sales.map(({ id }) =>
        shop.keyed('apply_client_credit', { id: payment.id, allocations: [{ sale_id: id, amount: '10' }] }),
      ),
    );
    assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1);
    await shop.booksAgree();
  });
});
