import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';
import type { Emitted } from '../../../operation/events.ts';

const world = await createWorld();
const { call } = world;
const shop = shopOf(world);
const voided = ({ id }: Wire, more: object = {}) => shop.keyed('void_sale', { id, ...more });

describe('voiding a sale', () => {
  test('brings its goods back at what they cost and reverses its entry, both today', async () => {
    const variant = await shop.product({ price: '30' });
    await shop.receive(variant, '2', '7.48');
    world.setNow('2026-03-10T12:00:00Z');
    const sale = await shop.sold('1', { lines: [{ variant_id: variant.id, quantity: '1' }] });
    world.setNow('2026-04-02T12:00:00Z');
    await shop.receive(variant, '9', '20');
    world.emitted();
    const done = await voided(sale, { reason: 'Entered twice' });
    world.setNow(undefined);
    assert.deepEqual([done.status, done.number, done.voided_on], ['voided', sale.number, '2026-04-02']);
    assert.deepEqual([done.total, done.amount_due, done.void_reason], ['30.00', '0.00', 'Entered twice']);
    assert.deepEqual(await shop.stock(variant), { on_hand: '11', value: '194.96' });
    const { data } = await call('list_journal_entries', { source_id: sale.id, sort: 'entry_date' });
    assert.deepEqual(
      data.map(({ kind, entry_date }: Wire) => [kind, entry_date]),
      [
        ['system', '2026-03-10'],
        ['reversal', '2026-04-02'],
      ],
    );
    assert.deepEqual(
      world.emitted().map(({ type }: Emitted) => type),
      ['sale.voided'],
    );
    await shop.booksAgree();
  });

  test('that is dated tomorrow counts tomorrow: no day sees a void of what it never had', async () => {
    world.setNow('2026-03-10T12:00:00Z');
    const variant = await shop.product({ price: '30' });
    await shop.receive(variant, '1', '7');
    const lines = [{ variant_id: variant.id, quantity: '1' }];
    const done = await voided(await shop.sold('1', { lines, sale_date: '2026-03-11' }));
    assert.equal(done.voided_on, '2026-03-11');
    const { data } = await call('list_stock_movements', { variant_id: variant.id, sort: 'occurred_at' });
    const [, ...moved]: Wire[] = data;
    assert.deepEqual(
      moved.map(({ effective_date }) => effective_date),
      ['2026-03-11', '2026-03-11'],
    );
    for (const as_at of ['2026-03-10', '2026-03-11', '2026-03-12']) {
      const { reconciliation } = await call('get_receivables_aging', { as_at });
      assert.equal(reconciliation.difference, '0.00', as_at);
    }
    world.setNow(undefined);
    await shop.booksAgree();
  });

  test('leaves nothing on any account', async () => {
    const codes = ['1100', '4000', '2200', '4100', '5000', '1200'];
    const before = await Promise.all(codes.map(shop.balance));
    const [vat, variant] = [await shop.tax('7'), await shop.product({ price: '3' })];
    await shop.receive(variant, '1', '1');
    const received = await Promise.all(codes.map(shop.balance));
    const lines = [{ variant_id: variant.id, quantity: '1', tax_rate_ids: [vat] }];
    await voided(await shop.sold('1', { lines, charges: [{ kind: 'shipping', amount: '5' }] }));
    assert.deepEqual(await Promise.all(codes.map(shop.balance)), received);
    assert.notDeepEqual(received, before, 'the goods are still there');
  });

  test('is refused while there is a payment, and possible once that is void', async () => {
    const sale = await shop.sold('10');
    const payment = await shop.pay(sale, { amount: '4' });
    await assert.rejects(
      voided(sale),
      refused('payments_remain', (details) => assert.equal(details.amount_paid, '4.00')),
    );
    await shop.keyed('void_payment', { id: payment.id });
    assert.equal((await voided(sale)).status, 'voided');
    await shop.booksAgree();
  });

  test('is for what is confirmed, and for good', async () => {
    const draft = await shop.draft(['10']);
    await assert.rejects(
      voided(draft),
      refused('invalid_state_transition', ({ allowed }) => assert.deepEqual(allowed, ['delete_sale', 'confirm_sale'])),
    );
    const sale = await voided(await shop.sold('10'));
    for (const again of ['void_sale', 'confirm_sale']) {
      await assert.rejects(
        shop.keyed(again, { id: sale.id }),
        refused('invalid_state_transition', ({ allowed }) => assert.deepEqual(allowed, [])),
      );
    }
    await assert.rejects(shop.pay(sale, { amount: '1' }), refused('invalid_state_transition'));
  });

  test('of a sale worth nothing works as well', async () => {
    const free = await shop.sold('10', { discounts: [{ type: 'percent', value: '100' }] });
    assert.equal(free.status, 'completed');
    assert.equal((await voided(free)).status, 'voided');
  });

  test('happens once, however many ask', async () => {
    const sale = await shop.sold('10');
    const tries = await Promise.allSettled(Array.from({ length: 10 }, () => voided(sale)));
    assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1);
    await shop.booksAgree();
  });
});
