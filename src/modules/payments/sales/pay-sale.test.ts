import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { longTest } from '../../../../test/support/dose.ts';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire, withPermissions } from '../../../../test/support/world.ts';
import type { Emitted } from '../../../operation/events.ts';

const world = await createWorld();
const { call } = world;
const shop = shopOf(world);
const types = () => world.emitted().map(({ type }: Emitted) => type);

describe('paying a sale', () => {
  test('pays all that is still to pay, unless an amount is said', async () => {
    const sale = await shop.sold('121');
    types();
    const first = await shop.pay(sale, { amount: '40.33' });
    assert.deepEqual([first.amount, first.amount_allocated, first.amount_unapplied], ['40.33', '40.33', '0.00']);
    assert.deepEqual(types(), ['sale.updated', 'payment.completed', 'payment.allocated']);
    const partly = await shop.sale(sale);
    assert.deepEqual(
      [partly.status, partly.payment_status, partly.amount_due],
      ['confirmed', 'partially_paid', '80.67'],
    );
    const rest = await shop.pay(sale);
    assert.equal(rest.amount, '80.67');
    const paid = await shop.sale(sale);
    assert.deepEqual([paid.status, paid.payment_status, paid.amount_due], ['completed', 'paid', '0.00']);
    assert.deepEqual(types(), ['sale.completed', 'payment.completed', 'payment.allocated']);
    await shop.booksAgree();
  });

  test('more than is still to pay is refused, and says how much is', async () => {
    const sale = await shop.sold('89');
    await assert.rejects(
      shop.pay(sale, { amount: '95' }),
      refused('amount_exceeds_due', ({ max, currency }) => assert.deepEqual([max, currency], ['89.00', 'EUR'])),
    );
    await shop.pay(sale);
    for (const again of [{}, { amount: '0.01' }, { amount: '1', overpayment: 'credit' }]) {
      await assert.rejects(shop.pay(sale, again), refused('amount_exceeds_due'));
    }
  });

  test('more than is still to pay is kept as credit where that is asked for', async () => {
    const sale = await shop.sold('89');
    const payment = await shop.pay(sale, { amount: '95', overpayment: 'credit' });
    assert.deepEqual([payment.amount_allocated, payment.amount_unapplied], ['89.00', '6.00']);
    assert.equal((await call('get_client_balances', { id: sale.client_id })).unapplied_credit, '6.00');
    await shop.booksAgree();
  });

  test('cash gives change, and only cash does', async () => {
    const sale = await shop.sold('43.10');
    await assert.rejects(
      shop.pay(sale, { method: 'Card', tendered: '50' }),
      refused('validation_failed', ({ errors }) => assert.equal(errors[0].code, 'not_cash')),
    );
    await assert.rejects(
      shop.pay(sale, { method: 'Cash', tendered: '43' }),
      refused('validation_failed', ({ errors }) => assert.equal(errors[0].code, 'tendered_too_little')),
    );
    const payment = await shop.pay(sale, { method: 'Cash', tendered: '50' });
    assert.deepEqual([payment.amount, payment.change_given], ['43.10', '6.90']);
  });

  test('a fee goes to its own account, and what lands is the rest', async () => {
    const codes = ['1030', '6810', '1100'];
    const sale = await shop.sold('100');
    const before = await Promise.all(codes.map(shop.balance));
    const payment = await shop.pay(sale, { method: 'Card', fee_amount: '1.40' });
    assert.deepEqual([payment.fee_amount, payment.net_amount], ['1.40', '98.60']);
    const now = await Promise.all(codes.map(shop.balance));
    assert.deepEqual(
      now.map((balance, index) => balance - (before[index] ?? 0n)),
      [9_860n, 140n, -10_000n],
    );
    await assert.rejects(
      shop.pay(await shop.sold('1'), { fee_amount: '2' }),
      refused('validation_failed', ({ errors }) => assert.equal(errors[0].code, 'fee_exceeds_amount')),
    );
  });

  test('a draft is paid in full at the till, which confirms it, walk-in or not', async () => {
    const variant = await shop.product({ price: '5' });
    await shop.receive(variant, '1', '2');
    const draft = await call('create_sale', { lines: [{ variant_id: variant.id, quantity: '1' }] });
    await assert.rejects(
      shop.pay(draft, { amount: '3' }),
      refused('invalid_state_transition', ({ status, allowed }) => {
        assert.deepEqual([status, allowed], ['draft', ['confirm_sale']]);
      }),
    );
    const teller = withPermissions(world.ana, ['payments:write']);
    await assert.rejects(
      call('pay_sale', { id: draft.id, method: 'Cash' }, { as: teller, key: 'till' }),
      refused('forbidden', ({ needs }) => assert.equal(needs, 'sales:confirm')),
    );
    types();
    const payment = await shop.pay(draft, { method: 'Cash', tendered: '10' });
    assert.equal(payment.change_given, '5.00');
    const sale = await shop.sale(draft);
    assert.deepEqual([sale.status, sale.client_id], ['completed', null]);
    assert.equal((await shop.stock(variant))?.on_hand, '0');
    assert.deepEqual(
      types().filter((type) => !type.startsWith('stock.')),
      ['sale.confirmed', 'sale.completed', 'payment.completed', 'payment.allocated'],
    );
    await shop.booksAgree();
  });

  test('the same money twice is refused, and taken where it is said to be other money', async () => {
    const [one, two, three] = [await shop.sold('10'), await shop.sold('10'), await shop.sold('11')];
    const said = { reference: 'RF-1', method: 'Bank transfer' };
    const first = await shop.pay(one, said);
    assert.deepEqual(first.warnings, []);
    const { id, number, payment_date } = first;
    await assert.rejects(
      shop.pay(two, said),
      refused('payment_duplicate_suspected', ({ candidates }) =>
        assert.deepEqual(candidates, [{ id, number, payment_date, reference: 'RF-1', amount: '10.00' }]),
      ),
    );
    assert.equal((await shop.sale(two)).amount_paid, '0.00', 'nothing is left behind');
    const [warning] = (await shop.pay(two, { ...said, allow_duplicate: true })).warnings;
    assert.equal(warning.code, 'duplicate_suspected');
    assert.match(warning.message, /P-\d{4}-\d+ of .* 10\.00 EUR|10\.00 EUR/);
    assert.deepEqual((await shop.pay(three, said)).warnings, [], 'another amount is other money');
  });

  test('a payment before the sale is credit until the day of the sale', async () => {
    world.setNow('2026-06-10T12:00:00Z');
    const sale = await shop.sold('10', { sale_date: '2026-06-10' });
    const payment = await shop.pay(sale, { payment_date: '2026-06-01' });
    world.setNow(undefined);
    assert.deepEqual([payment.payment_date, payment.allocations[0].allocated_on], ['2026-06-01', '2026-06-10']);
    const { data } = await call('list_journal_entries', { source_id: payment.id, sort: 'entry_date' });
    assert.deepEqual(
      data.map((entry: Wire) => entry.entry_date),
      ['2026-06-01', '2026-06-10'],
    );
    await shop.booksAgree();
  });

  test('of a version that has changed, by a method that is not there, or without one is refused', async () => {
    const sale = await shop.sold('10');
    const method = { method: undefined };
    await assert.rejects(shop.pay(sale, { version: 9 }), refused('version_conflict'));
    await assert.rejects(shop.pay(sale, { method: 'Barter' }), refused('not_found'));
    await assert.rejects(shop.pay(sale, method), refused('validation_failed'));
    await assert.rejects(shop.pay(sale, { amount: '0' }), refused('validation_failed'));
    await assert.rejects(shop.pay(sale, { payment_date: '2999-01-01' }), refused('validation_failed'));
    await assert.rejects(
      call('pay_sale', { id: sale.id, method: 'Cash' }, { as: world.rival, key: 'k' }),
      refused('not_found'),
    );
  });
});

test('twenty times, of fifty who pay the same debt at once exactly one does', longTest, async () => {
  for (let round = 0; round < 20; round += 1) {
    const sale = await shop.sold('100');
    const tries = await Promise.allSettled(Array.from({ length: 50 }, () => shop.pay(sale, { amount: '100' })));
    assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1);
    for (const one of tries) {
      if (one.status === 'rejected') refused('amount_exceeds_due', ({ max }) => assert.equal(max, '0.00'))(one.reason);
    }
  }
  await shop.booksAgree();
});

test('however often it is sent with one key, money is taken once', async () => {
  const sale = await shop.sold('100');
  const input = { id: sale.id, amount: '25', method: 'Cash' };
  const tries = await Promise.allSettled(Array.from({ length: 20 }, () => call('pay_sale', input, { key: 'one' })));
  const answers = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : []));
  assert.equal(new Set(answers).size, 1);
  for (const one of tries) if (one.status === 'rejected') refused('request_in_progress')(one.reason);
  assert.equal((await shop.sale(sale)).amount_paid, '25.00');
});
