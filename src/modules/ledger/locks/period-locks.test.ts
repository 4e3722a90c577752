import assert from 'node:assert/strict';
import { test } from 'node:test';
import { book, soldOn } from '../../../../test/support/books.ts';
import { asOwner } from '../../../../test/support/database.ts';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire, withPermissions } from '../../../../test/support/world.ts';
import type { Actor } from '../../../operation/actor.ts';
import type { BusinessError } from '../../../operation/errors.ts';

const world = await createWorld();
const { call } = world;
world.setNow('2026-04-15T10:00:00Z');

/** Books of their own, because locks close all of them. */
async function opened(): Promise<{
  as: Actor;
  lock: (locks: object) => Promise<Wire>;
  shop: ReturnType<typeof shopOf>;
}> {
  const as = await world.found('Locked');
  return { as, lock: (locks) => call('set_period_locks', locks, { as }), shop: shopOf(world, as) };
}

const closedBy = (lock: string, through: string, open_from: string) =>
  refused('period_locked', (details) =>
    assert.deepEqual([details.lock, details.through, details.open_from], [lock, through, open_from]),
  );

test('books are open until somebody locks them, and then say who, when and why', async () => {
  const { as, lock } = await opened();
  const open = await call('get_period_locks', {}, { as });
  assert.deepEqual([open.soft, open.hard, open.open_from, open.version], [null, null, null, 1]);
  world.emitted();
  const locked = await lock({ soft: '2026-03-31', tax: '2026-02-28', reason: 'March is done.' });
  assert.equal(locked.soft.through, '2026-03-31');
  assert.equal(locked.soft.reason, 'March is done.');
  assert.equal(locked.soft.changed_at, '2026-04-15T10:00:00.000Z');
  assert.equal(locked.soft.changed_by.name, as.name);
  assert.deepEqual([locked.tax.through, locked.sales, locked.open_from], ['2026-02-28', null, '2026-04-01']);
  assert.deepEqual(await call('get_period_locks', {}, { as }), locked);
  assert.deepEqual(
    world.emitted().map(({ type }) => type),
    ['period.locked'],
  );
  const moved = await lock({ soft: '2026-01-31', version: 2 });
  assert.deepEqual([moved.soft.through, moved.soft.reason, moved.tax.through], ['2026-01-31', null, '2026-02-28']);
  assert.equal((await lock({ soft: null, tax: null })).open_from, null);
});

test('a lock keeps to days that were, and to the version that the caller read', async () => {
  const { lock } = await opened();
  await assert.rejects(
    lock({ soft: '2026-04-16' }),
    refused('validation_failed', ({ max }) => assert.equal(max, '2026-04-15')),
  );
  await lock({ soft: '2026-03-31' });
  await assert.rejects(
    lock({ soft: null, version: 1 }),
    refused('version_conflict', ({ current_version }) => assert.equal(current_version, 2)),
  );
});

test('a hard lock is neither lifted nor moved back, by nobody', async () => {
  const { as, lock } = await opened();
  await lock({ hard: '2026-01-31' });
  for (const hard of [null, '2026-01-30']) await assert.rejects(lock({ hard }), refused('hard_lock_stays'));
  assert.equal((await lock({ hard: '2026-02-28' })).hard.through, '2026-02-28');
  await assert.rejects(
    asOwner(world.database.ownerUrl, async (client) => {
      await client.query(`select set_config('daybook.organization', $1, false)`, [as.organization?.id]);
      await client.query('update period_locks set hard = null, version = version + 1 where organization_id = $1', [
        as.organization?.id,
      ]);
    }),
    { constraint: 'hard_lock_stays' },
  );
});

test('into a closed day nothing is entered: the refusal names the lock and the first open day', async () => {
  const { as, lock, shop } = await opened();
  await book(world, [soldOn('2026-03-31', '10.00')], as);
  await lock({ soft: '2026-03-31' });
  const before = (await call('list_journal_entries', {}, { as })).data.length;
  await assert.rejects(shop.sold('10.00', { sale_date: '2026-03-31' }), closedBy('soft', '2026-03-31', '2026-04-01'));
  assert.equal((await call('list_journal_entries', {}, { as })).data.length, before);
  assert.equal((await call('list_sales', { status: ['confirmed'] }, { as })).data.length, 0);
  assert.equal((await shop.sold('10.00', { sale_date: '2026-04-01' })).status, 'confirmed');
});

test('a draft may be dated into a closed day and out of it, and is refused when it would be posted there', async () => {
  const { as, lock, shop } = await opened();
  await lock({ sales: '2026-03-31' });
  const draft = await shop.draft(['10.00'], { sale_date: '2026-03-10', client_id: (await shop.client()).id });
  await assert.rejects(shop.keyed('confirm_sale', { id: draft.id }), closedBy('sales', '2026-03-31', '2026-04-01'));
  await call('update_sale', { id: draft.id, sale_date: '2026-04-02' }, { as });
  await call('update_sale', { id: draft.id, sale_date: '2026-03-31' }, { as });
  await assert.rejects(shop.keyed('confirm_sale', { id: draft.id }), refused('period_locked'));
  await call('update_sale', { id: draft.id, sale_date: '2026-04-01' }, { as });
  const confirmed = await shop.keyed('confirm_sale', { id: draft.id });
  assert.equal(confirmed.status, 'confirmed');
  await assert.rejects(
    call('update_sale', { id: draft.id, sale_date: '2026-03-31' }, { as }),
    refused('invalid_state_transition'),
  );
});

test('the sales lock closes sales and no payments, the purchases lock expenses and not their payments', async () => {
  const { as, lock, shop } = await opened();
  const sale = await shop.sold('30.00', { sale_date: '2026-03-10' });
  const category = (await call('list_expense_categories', { limit: 1 }, { as })).data[0].id;
  const spend = (more: object) =>
    shop.keyed('create_expense', {
      payee_name: 'Rent',
      post: true,
      lines: [{ category_id: category, amount: '5.00' }],
      ...more,
    });
  const owed = await spend({ expense_date: '2026-03-10' });
  await lock({ sales: '2026-03-31' });
  await assert.rejects(shop.sold('1.00', { sale_date: '2026-03-31' }), closedBy('sales', '2026-03-31', '2026-04-01'));
  await shop.pay(sale, { payment_date: '2026-03-20', amount: '10.00' });
  await spend({ expense_date: '2026-03-11' });
  await lock({ sales: null, purchases: '2026-03-31' });
  await assert.rejects(spend({ expense_date: '2026-03-31' }), closedBy('purchases', '2026-03-31', '2026-04-01'));
  const method = 'Bank transfer';
  await shop.keyed('pay_expense', { id: owed.id, method, payment_date: '2026-03-20' });
  await shop.sold('1.00', { sale_date: '2026-03-31' });
});

test('the tax lock closes what a return was made from: payments too where tax falls due with them', async () => {
  const { as, lock, shop } = await opened();
  const sale = await shop.sold('30.00', { sale_date: '2026-03-10' });
  await lock({ tax: '2026-03-31' });
  await assert.rejects(shop.sold('1.00', { sale_date: '2026-03-31' }), closedBy('tax', '2026-03-31', '2026-04-01'));
  await shop.pay(sale, { payment_date: '2026-03-20', amount: '10.00' });
  await call('update_organization', { tax_basis: 'payment' }, { as });
  await assert.rejects(shop.pay(sale, { payment_date: '2026-03-20', amount: '10.00' }), refused('period_locked'));
});

test('stock is not moved, counted or sold into a closed day, even where it is worth nothing', async () => {
  const { as, lock, shop } = await opened();
  const variant = await shop.product();
  await shop.receive(variant, '5', '2.00', { effective_date: '2026-03-01' });
  await lock({ soft: '2026-03-31' });
  const on = { effective_date: '2026-03-31' };
  await assert.rejects(shop.receive(variant, '5', '2.00', on), refused('period_locked'));
  await assert.rejects(shop.receive(variant, '5', '0.00', on), refused('period_locked'));
  await assert.rejects(
    shop.keyed('create_stock_count', {
      lines: [{ variant_id: variant.id, expected_on_hand: '5', counted: '4' }],
      ...on,
    }),
    refused('period_locked'),
  );
  const free = { lines: [{ name: 'Gift', quantity: '1', unit_price: '0' }], confirm: true };
  await assert.rejects(call('create_sale', { ...free, sale_date: '2026-03-31' }, { as }), refused('period_locked'));
  assert.equal((await call('create_sale', { ...free, sale_date: '2026-04-01' }, { as })).status, 'completed');
});

test('stock is not valued in another way from a closed day on', async () => {
  const { lock, shop } = await opened();
  const variant = await shop.product();
  await shop.receive(variant, '10', '1.00', { effective_date: '2025-12-01' });
  await shop.receive(variant, '10', '3.00', { effective_date: '2025-12-02' });
  await lock({ hard: '2026-01-31' });
  const change = { costing_method: 'fifo' };
  await assert.rejects(shop.keyed('change_costing_method', change), closedBy('hard', '2026-01-31', '2026-02-01'));
});

test('voiding an invoice of March after March is closed reverses it today, and March stays as it was', async () => {
  const { as, lock, shop } = await opened();
  const sale = await shop.sold('10.00', { sale_date: '2026-03-10' });
  const march = { entry_date: { gte: '2026-03-01', lte: '2026-03-31' } };
  const before = await call('list_journal_entries', march, { as });
  await lock({ soft: '2026-03-31' });
  await assert.rejects(
    shop.keyed('void_sale', { id: sale.id, date: '2026-03-31' }),
    closedBy('soft', '2026-03-31', '2026-04-01'),
  );
  const voided = await shop.keyed('void_sale', { id: sale.id });
  assert.equal(voided.voided_on, '2026-04-15');
  assert.deepEqual(
    (await call('list_journal_entries', march, { as })).data.map(({ id, number }: Wire) => [id, number]),
    before.data.map(({ id, number }: Wire) => [id, number]),
  );
  await shop.booksAgree();
});

test('where today itself is closed, a reversal goes to the first open day', async () => {
  const { as, lock, shop } = await opened();
  const sale = await shop.sold('10.00', { sale_date: '2026-04-10' });
  const paid = await shop.pay(await shop.sold('20.00', { sale_date: '2026-04-10' }), { payment_date: '2026-04-11' });
  await lock({ soft: '2026-04-15' });
  assert.equal((await shop.keyed('void_sale', { id: sale.id })).voided_on, '2026-04-16');
  const payment = paid.payments?.[0] ?? paid.payment ?? paid;
  assert.equal((await shop.keyed('void_payment', { id: payment.id })).voided_on, '2026-04-16');
  await shop.booksAgree();
  assert.equal((await call('list_journal_entries', { entry_date: '2026-04-16' }, { as })).data.length, 2);
});

test('a reversal goes to the day that was asked for, which is not before the record', async () => {
  const { shop } = await opened();
  const sale = await shop.sold('10.00', { sale_date: '2026-03-10' });
  for (const date of ['2026-03-09', '2026-04-17']) {
    await assert.rejects(shop.keyed('void_sale', { id: sale.id, date }), refused('validation_failed'));
  }
  assert.equal((await shop.keyed('void_sale', { id: sale.id, date: '2026-03-31' })).voided_on, '2026-03-31');
});

test('who may not lock periods does not, and another organisation is not locked', async () => {
  const { as, lock } = await opened();
  const reader = withPermissions(as, ['periods:read', 'periods:override']);
  await assert.rejects(
    call('set_period_locks', { soft: '2026-03-31' }, { as: reader }),
    (error: BusinessError) => error.kind.code === 'forbidden',
  );
  await lock({ soft: '2026-03-31' });
  assert.equal((await call('get_period_locks', {}, { as: world.rival })).soft, null);
  await book(world, [soldOn('2026-03-01', '1.00')], world.rival);
});
