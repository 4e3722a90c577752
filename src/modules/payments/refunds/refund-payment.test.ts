import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
const shop = shopOf(world);
const refund = (payment: Wire, more: object = {}): Promise<Wire> =>
  shop.keyed('refund_payment', { id: payment.id, ...more });
const payment = ({ id }: Wire): Promise<Wire> => call('get_payment', { id });
const refuses = (code: string, work: Promise<Wire>, said: object = {}) =>
  assert.rejects(
    work,
    refused(code, (details) => assert.deepEqual({ ...details, ...said }, details)),
  );

describe('paying money back', () => {
  test('takes what nobody used first, then what settled sales, which are owed again', async () => {
    const client = await shop.client();
    const sale = await shop.sold('89', { client_id: client.id });
    const paid = await shop.keyed('create_payment', { client_id: client.id, amount: '95', method: 'Bank transfer' });
    assert.deepEqual([paid.amount_allocated, paid.amount_unapplied], ['89.00', '6.00']);
    const first = await refund(paid, { amount: '10', reason: 'duplicate' });
    assert.match(first.number, /^R-\d{4}-\d{5}$/);
    assert.deepEqual([first.destination, first.status, first.reason], ['original_method', 'completed', 'duplicate']);
    const after = await payment(paid);
    assert.deepEqual(
      [after.status, after.amount_allocated, after.amount_refunded, after.amount_unapplied],
      ['partially_refunded', '85.00', '10.00', '0.00'],
    );
    assert.deepEqual(
      after.allocations.map((one: Wire) => [one.amount, one.refund_id]),
      [
        ['89.00', null],
        ['-4.00', first.id],
      ],
    );
    const owed = await shop.sale(sale);
    assert.deepEqual([owed.amount_due, owed.status, owed.payment_status], ['4.00', 'confirmed', 'partially_refunded']);
    await refuses('refund_exceeds_refundable', refund(paid, { amount: '85.01' }), { max: '85.00' });
    await refund(paid);
    assert.equal((await payment(paid)).status, 'refunded');
    assert.equal((await shop.sale(sale)).payment_status, 'refunded');
    await refuses('refund_exceeds_refundable', refund(paid), { max: '0.00' });
    await shop.booksAgree();
  });

  test('goes out another way where one is named, on a day of its own', async () => {
    const sale = await shop.sold('20');
    const paid = await shop.pay(sale);
    const cash = await shop.balance('1000');
    const given = await refund(paid, { amount: '5', method: 'Cash', reference: 'Till 2' });
    assert.equal(given.destination, 'other');
    assert.equal((await shop.balance('1000')) - cash, -500n);
    await refuses('validation_failed', refund(paid, { destination: 'other' }));
    await refuses('validation_failed', refund(paid, { destination: 'client_credit', method: 'Cash' }));
    await refuses('validation_failed', refund(paid, { destination: 'original_method', method: 'Cash' }));
    await refuses('validation_failed', refund(paid, { refund_date: '2020-01-01' }));
    await refuses('validation_failed', refund(paid, { amount: '0' }));
    await shop.booksAgree();
  });

  test('to credit moves no money: the sale is owed again, and the client may use it', async () => {
    const client = await shop.client();
    const sale = await shop.sold('50', { client_id: client.id });
    const paid = await shop.pay(sale);
    const bank = await shop.balance('1010');
    const given = await refund(paid, { amount: '30', destination: 'client_credit' });
    assert.deepEqual([given.method_id, given.amount], [null, '30.00']);
    assert.equal(await shop.balance('1010'), bank);
    const after = await payment(paid);
    assert.deepEqual([after.status, after.amount_unapplied, after.amount_refunded], ['completed', '30.00', '0.00']);
    await refuses('refund_exceeds_refundable', refund(paid, { amount: '21', destination: 'client_credit' }));
    const till = await shop.keyed('record_sale', {
      lines: [{ name: 'Tea', quantity: '1', unit_price: '3.00' }],
      payments: [{ method: 'Cash' }],
    });
    await refuses('client_required', refund(till.payments[0], { destination: 'client_credit' }));
    await shop.booksAgree();
  });

  test('what was paid back is neither voided nor used', async () => {
    const client = await shop.client();
    const paid = await shop.keyed('create_payment', { client_id: client.id, amount: '10', method: 'Cash' });
    const { id, number } = await refund(paid, { amount: '4' });
    const told = { amount_refunded: '4.00', refunds: [{ id, number }] };
    await refuses('refunds_remain', shop.keyed('void_payment', { id: paid.id }), told);
    const sale = await shop.sold('10', { client_id: client.id });
    const used = { id: paid.id, allocations: [{ sale_id: sale.id, amount: '6.01' }] };
    await refuses('amount_exceeds_credit', shop.keyed('apply_client_credit', used), { max: '6.00' });
    const balances = await call('get_client_balances', { id: client.id });
    assert.equal(balances.unapplied_credit, '6.00');
    await shop.booksAgree();
  });

  test('what was paid back of what settled a sale is voided first, and then the payment', async () => {
    const sale = await shop.sold('100');
    const paid = await shop.pay(sale);
    const some = await refund(paid, { amount: '65.51' });
    const due = async () => (await shop.sale(sale)).amount_due;
    assert.equal(await due(), '65.51');
    const told = { refunds: [{ id: some.id, number: some.number }] };
    await refuses('refunds_remain', shop.keyed('void_payment', { id: paid.id }), told);
    assert.equal(await due(), '65.51', 'nothing is left behind');
    await shop.keyed('void_refund', { id: some.id });
    assert.equal(await due(), '0.00');
    await shop.keyed('void_payment', { id: paid.id });
    assert.equal(await due(), '100.00');
    await shop.booksAgree();
  });

  test('is found by payment, by client, by day and by words', async () => {
    const client = await shop.client({ display_name: 'Zoë Quill' });
    const paid = await shop.keyed('create_payment', { client_id: client.id, amount: '10', method: 'Cash' });
    const given = await refund(paid, { amount: '4', external_id: 'refund-4' });
    const found = async (filter: object) => (await call('list_refunds', filter)).data.map((one: Wire) => one.id);
    assert.deepEqual(await found({ payment_id: paid.id }), [given.id]);
    assert.deepEqual(await found({ client_id: client.id, amount: '4.00' }), [given.id]);
    assert.deepEqual(await found({ q: 'zoe', refund_date: { gte: given.refund_date } }), [given.id]);
    assert.deepEqual(await found({ client_id: client.id, destination: ['client_credit'] }), []);
    assert.deepEqual(await call('get_refund', { id: given.id }), given);
    await refuses('refund_external_id_taken', refund(paid, { amount: '1', external_id: 'refund-4' }));
  });
});

test('a payment that became credit, for a return or without one, is voided with that credit', async () => {
  const sale = await shop.sold('50');
  const paid = await shop.pay(sale);
  await refund(paid, { amount: '10', destination: 'client_credit' });
  await shop.pay(sale, { amount: '5', method: 'Cash' });
  const returned = await shop.keyed('return_sale', { id: sale.id });
  assert.equal(returned.amount_refunded, '45.00');
  await shop.keyed('void_payment', { id: paid.id });
  assert.equal((await shop.sale(returned)).amount_refunded, '5.00');
  assert.deepEqual((await shop.sale(sale)).amount_due, '0.00');
  await shop.booksAgree();
});

describe('voiding a refund', () => {
  const voided = (given: Wire): Promise<Wire> => shop.keyed('void_refund', { id: given.id, reason: 'By mistake.' });

  test('settles again what it took of a sale', async () => {
    const sale = await shop.sold('50');
    const paid = await shop.pay(sale);
    const given = await refund(paid, { amount: '20' });
    assert.equal((await voided(given)).status, 'voided');
    assert.deepEqual([(await payment(paid)).amount_refunded, (await payment(paid)).status], ['0.00', 'completed']);
    assert.equal((await shop.sale(sale)).payment_status, 'paid');
    await refuses('invalid_state_transition', voided(given));
    await shop.booksAgree();
  });

  test('leaves as credit what the sale is not owed any more', async () => {
    const sale = await shop.sold('50');
    const paid = await shop.pay(sale);
    const given = await refund(paid, { amount: '20' });
    await shop.pay(sale, { method: 'Cash' });
    await voided(given);
    assert.equal((await payment(paid)).amount_unapplied, '20.00');
    await shop.booksAgree();
    const returned = await shop.keyed('return_sale', { id: sale.id, refund: {} });
    for (const one of returned.refunds) if (one.destination !== 'client_credit') await voided(one);
    await shop.booksAgree();
    await shop.keyed('void_sale', { id: returned.id });
    assert.equal((await shop.sale(sale)).payment_status, 'paid');
    await shop.booksAgree();
  });

  test('of credit is refused once the credit is used, and while the return stands that gave it', async () => {
    const client = await shop.client();
    const sale = await shop.sold('50', { client_id: client.id });
    const paid = await shop.pay(sale);
    const given = await refund(paid, { amount: '20', destination: 'client_credit' });
    const other = await shop.sold('20', { client_id: client.id });
    const used = { id: paid.id, allocations: [{ sale_id: other.id, amount: '15' }] };
    await shop.keyed('apply_client_credit', used);
    await refuses('amount_exceeds_credit', voided(given), { max: '5.00' });
    const settled = await shop.sold('10', { client_id: client.id });
    await shop.pay(settled);
    const returned = await shop.keyed('return_sale', { id: settled.id });
    await refuses('returns_remain', voided(returned.refunds[0]));
    const till = await shop.keyed('record_sale', {
      lines: [{ name: 'Tea', quantity: '1', unit_price: '3.00' }],
      payments: [{ method: 'Cash' }],
    });
    const tea = await shop.keyed('return_sale', { id: till.id, refund: {} });
    await refuses('client_required', voided(tea.refunds[0]));
    await shop.booksAgree();
  });
});

describe('taking an allocation back', () => {
  const reverse = (one: Wire): Promise<Wire> => shop.keyed('reverse_allocation', { id: one.id, reason: 'Wrong sale.' });

  test('makes the sale owed again and the money credit of the client, once', async () => {
    const client = await shop.client();
    const sale = await shop.sold('50', { client_id: client.id });
    const paid = await shop.pay(sale);
    const after = await reverse(paid.allocations[0]);
    assert.deepEqual([after.amount_allocated, after.amount_unapplied], ['0.00', '50.00']);
    assert.equal(after.allocations[0].status, 'reversed');
    assert.equal((await shop.sale(sale)).amount_due, '50.00');
    await refuses('invalid_state_transition', reverse(paid.allocations[0]));
    await shop.keyed('apply_client_credit', { id: paid.id });
    assert.equal((await shop.sale(sale)).payment_status, 'paid');
    const listed = await call('list_allocations', { sale_id: sale.id });
    assert.deepEqual(listed.data.map((one: Wire) => one.status).toSorted(), ['active', 'reversed']);
    await shop.booksAgree();
  });

  test('is refused where part of it was given back since, and where nobody would have the credit', async () => {
    const sale = await shop.sold('50');
    const paid = await shop.pay(sale);
    await refund(paid, { amount: '20' });
    const { allocations } = await payment(paid);
    for (const one of allocations) await refuses('invalid_state_transition', reverse(one));
    const till = await shop.keyed('record_sale', {
      lines: [{ name: 'Tea', quantity: '1', unit_price: '3.00' }],
      payments: [{ method: 'Cash' }],
    });
    await refuses('client_required', reverse(till.payments[0].allocations[0]));
    await shop.booksAgree();
  });
});

test('nothing is taken back on a day that is closed', async () => {
  const sale = await shop.sold('50', { sale_date: '2026-01-10' });
  const paid = await shop.pay(sale, { payment_date: '2026-01-11', amount: '20' });
  await shop.keyed('write_off_sale', { id: sale.id, reason: 'Gone.', written_off_on: '2026-01-12' });
  await call('set_period_locks', { soft: '2026-01-31' });
  const closed = { date: '2026-01-20' };
  const { id } = paid.allocations[0];
  await refuses('period_locked', shop.keyed('reverse_allocation', { id, ...closed }));
  await refuses('period_locked', shop.keyed('reverse_write_off', { id: sale.id, ...closed }));
  await refuses('period_locked', refund(paid, { refund_date: '2026-01-20' }));
  await refuses('period_locked', shop.keyed('return_sale', { id: sale.id, return_date: '2026-01-20' }));
  await shop.keyed('reverse_allocation', { id });
  await shop.keyed('reverse_write_off', { id: sale.id });
  await shop.booksAgree();
});
