import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire, withPermissions } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
const shop = shopOf(world);
const back = (sale: Wire, more: object = {}): Promise<Wire> => shop.keyed('return_sale', { id: sale.id, ...more });
const refuses = (code: string, work: Promise<Wire>, said: object = {}) =>
  assert.rejects(
    work,
    refused(code, (details) => assert.deepEqual({ ...details, ...said }, details)),
  );
const line = (sale: Wire, quantity: string, more: object = {}) => ({ line_id: sale.lines[0].id, quantity, ...more });

describe('taking goods back', () => {
  test('credits what was owed, and what was paid beyond it is credit of the client', async () => {
    const client = await shop.client();
    const sale = await shop.sold('100', { client_id: client.id });
    await shop.pay(sale, { amount: '60' });
    const half = await shop.sold('0', {
      client_id: client.id,
      lines: [{ name: 'Chair', quantity: '2', unit_price: '50.00' }],
    });
    await shop.pay(half, { amount: '80' });
    const credited = await back(half, { lines: [line(half, '1')] });
    assert.equal(credited.kind, 'return');
    assert.match(credited.number, /^SR-\d{4}-\d{5}$/);
    assert.deepEqual([credited.total, credited.original_sale_id, credited.status], ['50.00', half.id, 'completed']);
    assert.deepEqual(
      credited.refunds.map((one: Wire) => [one.destination, one.amount]),
      [['client_credit', '30.00']],
    );
    const after = await shop.sale(half);
    assert.deepEqual(
      [after.amount_paid, after.amount_refunded, after.amount_credited, after.amount_due, after.status],
      ['80.00', '30.00', '50.00', '0.00', 'completed'],
    );
    assert.equal(after.payment_status, 'partially_refunded');
    assert.equal(after.lines[0].quantity_returned, '1');
    const balances = await call('get_client_balances', { id: client.id });
    assert.deepEqual([balances.receivable, balances.unapplied_credit], ['40.00', '30.00']);
    await shop.booksAgree();
  });

  test('a line of three, net 10.00, returned one by one gives back 3.33, 3.34 and 3.33', async () => {
    const sale = await shop.sold('0', {
      lines: [{ name: 'Cup', quantity: '3', unit_price: '4.00' }],
      discounts: [{ type: 'amount', value: '2.00' }],
    });
    const totals: string[] = [];
    for (let piece = 0; piece < 3; piece += 1) totals.push((await back(sale, { lines: [line(sale, '1')] })).total);
    assert.deepEqual(totals, ['3.33', '3.34', '3.33']);
    assert.equal((await shop.sale(sale)).amount_due, '0.00');
    await refuses('return_exceeds_sold', back(sale, { lines: [line(sale, '1')] }), { max: '0' });
    await refuses('validation_failed', back(sale));
    await shop.booksAgree();
  });

  test('goods go back at what they cost when they left, whatever they cost by now', async () => {
    const variant = await shop.product({ price: '30' });
    await shop.receive(variant, '2', '7.48');
    const sale = await shop.sold('0', { lines: [{ variant_id: variant.id, quantity: '2' }] });
    await shop.receive(variant, '9', '20');
    const before = await shop.balance('5000');
    const given = await back(sale, { lines: [line(sale, '1')] });
    assert.equal(given.cost_total, '7.48');
    assert.equal(before - (await shop.balance('5000')), 748n);
    const lost = await back(sale, { lines: [line(sale, '1', { restock: false, reason: 'damaged' })], reason: 'other' });
    assert.equal(lost.lines[0].return_reason, 'damaged');
    assert.equal(before - (await shop.balance('5000')), 748n, 'what does not go back into the stock is lost');
    await shop.booksAgree();
  });

  test('the money goes back in the same call, by the way that it came or another', async () => {
    const sale = await shop.sold('0', { lines: [{ name: 'Lamp', quantity: '4', unit_price: '25.00' }] });
    await shop.pay(sale, { amount: '60' });
    await shop.pay(sale, { amount: '40', method: 'Cash' });
    const cash = await shop.balance('1000');
    const first = await back(sale, { lines: [line(sale, '1')], refund: {} });
    assert.deepEqual(
      first.refunds.map((one: Wire) => [one.destination, one.amount, one.return_id]),
      [['original_method', '25.00', first.id]],
    );
    assert.equal(cash - (await shop.balance('1000')), 2500n);
    const second = await back(sale, { lines: [line(sale, '2')], refund: { method: 'Cash', amount: '30' } });
    assert.deepEqual(
      second.refunds.map((one: Wire) => [one.destination, one.amount]),
      [
        ['original_method', '15.00'],
        ['other', '15.00'],
        ['client_credit', '20.00'],
      ],
    );
    await refuses('refund_exceeds_refundable', back(sale, { refund: { amount: '25.01' } }), { max: '25.00' });
    const rest = await back(sale, { refund: { destination: 'client_credit' } });
    assert.equal(rest.refunds[0].destination, 'client_credit');
    const after = await shop.sale(sale);
    assert.deepEqual([after.payment_status, after.amount_refunded, after.amount_due], ['refunded', '100.00', '0.00']);
    await shop.booksAgree();
  });

  test('a walk-in gets the money back, having no account to credit', async () => {
    const sale = await shop.keyed('record_sale', {
      lines: [{ name: 'Tea', quantity: '1', unit_price: '3.00' }],
      payments: [{ method: 'Cash' }],
    });
    await refuses('client_required', back(sale));
    const given = await back(sale, { refund: { destination: 'original_method' } });
    assert.equal(given.refunds[0].amount, '3.00');
    await shop.booksAgree();
  });

  test('tax comes back at the rate of the sale, also once the rate is another', async () => {
    const tax = await shop.tax('20');
    const sale = await shop.sold('0', {
      lines: [{ name: 'Desk', quantity: '2', unit_price: '50.00', tax_rate_ids: [tax] }],
      charges: [{ kind: 'shipping', amount: '10.00', tax_rate_ids: [tax] }],
    });
    assert.equal(sale.total, '132.00');
    await call('archive_tax_rate', { id: tax });
    const owed = await shop.balance('2200');
    const part = await back(sale, { lines: [line(sale, '1')] });
    assert.deepEqual([part.total, part.totals.tax], ['60.00', '10.00']);
    assert.equal((await shop.balance('2200')) - owed, 1000n);
    const rest = await back(sale);
    assert.deepEqual([rest.total, rest.charges.length], ['72.00', 1]);
    assert.equal((await shop.sale(sale)).amount_due, '0.00');
    await refuses('validation_failed', back(sale, { charges: [1] }));
    await shop.booksAgree();
  });

  test('what was rounded to a coin comes back to the cent', async () => {
    await call('update_organization', { cash_rounding_increment: '0.05' });
    const sale = await shop.sold('0', { lines: [{ name: 'Bread', quantity: '3', unit_price: '3.34' }] });
    await call('update_organization', { cash_rounding_increment: null });
    assert.equal(sale.total, '10.00');
    const totals: string[] = [];
    for (let piece = 0; piece < 3; piece += 1) totals.push((await back(sale, { lines: [line(sale, '1')] })).total);
    assert.deepEqual(totals, ['3.33', '3.34', '3.33']);
    await shop.booksAgree();
  });

  test('is of a sale that stands, not of a draft, a void one or a return, and never before its day', async () => {
    await refuses('invalid_state_transition', back(await shop.draft(['1'], { client_id: (await shop.client()).id })));
    const sale = await shop.sold('5');
    await refuses('validation_failed', back(sale, { return_date: '2020-01-01' }));
    await refuses('not_found', back(sale, { lines: [{ line_id: (await shop.sold('1')).lines[0].id }] }));
    const given = await back(sale);
    await refuses('invalid_state_transition', back(given), { allowed: ['void_sale'] });
    await refuses('invalid_state_transition', shop.pay(given, { amount: '1' }));
    await refuses('returns_remain', shop.keyed('void_sale', { id: sale.id }), { amount_credited: '5.00' });
  });

  test('refuses a method or a place that is not used any more, and an external_id that is taken', async () => {
    const sale = await shop.sold('0', { lines: [{ name: 'Pen', quantity: '3', unit_price: '1.00' }] });
    const paid = await shop.pay(sale);
    const [account] = (await call('list_accounts', { code: '1000' })).data;
    const makeMethod = (name: string) =>
      call('create_payment_method', { name, kind: 'wallet', account_id: account.id });
    const old = await makeMethod('Old terminal');
    await call('archive_payment_method', { id: old.id });
    await makeMethod('Terminal left');
    await makeMethod('Terminal right');
    const archived = { method_id: old.id };
    await refuses('payment_method_archived', back(sale, { refund: archived }));
    await refuses('payment_method_archived', shop.keyed('refund_payment', { id: paid.id, ...archived }));
    await refuses('ambiguous_name', back(sale, { refund: { method: 'wallet' } }));
    await refuses('ambiguous_name', shop.keyed('refund_payment', { id: paid.id, method: 'wallet' }));
    const variant = await shop.product({ price: '30' });
    await shop.receive(variant, '1', '7');
    const goods = await shop.sold('0', { lines: [{ variant_id: variant.id, quantity: '1' }] });
    const place = await call('create_location', { name: 'Attic', code: 'ATTIC' });
    await call('archive_location', { id: place.id });
    await refuses('location_not_active', back(goods, { lines: [line(goods, '1', { location_id: place.id })] }));
    await back(sale, { lines: [line(sale, '1')], external_id: 'return-1' });
    await refuses('sale_external_id_taken', back(sale, { lines: [line(sale, '1')], external_id: 'return-1' }));
  });

  test('asks for the right to pay money back only where money is paid back', async () => {
    const seller = withPermissions(world.ana, ['sales:void', 'sales:read']);
    const sale = await shop.sold('0', { lines: [{ name: 'Pen', quantity: '2', unit_price: '1.00' }] });
    await shop.pay(sale);
    const ask = (refund: object) =>
      call('return_sale', { id: sale.id, lines: [line(sale, '1')], refund }, { as: seller, key: randomUUID() });
    await refuses('forbidden', ask({ method: 'Cash' }), { needs: 'payments:refund' });
    assert.equal((await ask({ destination: 'client_credit' })).refunds[0].destination, 'client_credit');
  });
});

describe('voiding a return', () => {
  test('puts everything back: goods, debt, credit and books', async () => {
    const variant = await shop.product({ price: '30' });
    await shop.receive(variant, '5', '10');
    const sale = await shop.sold('0', { lines: [{ variant_id: variant.id, quantity: '2' }] });
    await shop.pay(sale);
    const accounts = ['1000', '1010', '1100', '1200', '2300', '4000', '5000'];
    const balances = () => Promise.all(accounts.map((code) => shop.balance(code)));
    const before = await balances();
    const given = await back(sale, { lines: [line(sale, '1')], refund: { amount: '10', method: 'Cash' } });
    const voided = await shop.keyed('void_sale', { id: given.id, reason: 'Wrong sale.' });
    assert.deepEqual([voided.status, voided.amount_refunded], ['voided', '0.00']);
    assert.deepEqual(await balances(), before);
    const after = await shop.sale(sale);
    assert.deepEqual(
      [after.amount_paid, after.amount_refunded, after.amount_credited, after.payment_status],
      ['60.00', '0.00', '0.00', 'paid'],
    );
    assert.equal(after.lines[0].quantity_returned, '0');
    await refuses('invalid_state_transition', shop.keyed('void_sale', { id: given.id }));
    await shop.booksAgree();
  });

  test('is refused once its credit is used or its goods are sold', async () => {
    const variant = await shop.product({ price: '30' });
    await shop.receive(variant, '1', '10');
    const client = await shop.client();
    const sale = await shop.sold('0', { client_id: client.id, lines: [{ variant_id: variant.id, quantity: '1' }] });
    const paid = await shop.pay(sale);
    const given = await back(sale);
    const next = await shop.sold('30', { client_id: client.id });
    await shop.keyed('apply_client_credit', { id: paid.id, allocations: [{ sale_id: next.id, amount: '20' }] });
    await refuses('amount_exceeds_credit', shop.keyed('void_sale', { id: given.id }), { max: '10.00' });
    await shop.keyed('void_payment', { id: (await shop.pay(next, { amount: '10' })).id });
    const other = await shop.sold('0', { lines: [{ variant_id: variant.id, quantity: '1' }] });
    const [allocation] = (await call('get_payment', { id: paid.id })).allocations.slice(-1);
    await shop.keyed('reverse_allocation', { id: allocation.id });
    await refuses('insufficient_stock', shop.keyed('void_sale', { id: given.id }));
    await shop.keyed('void_sale', { id: other.id });
    await shop.keyed('void_sale', { id: given.id });
    await shop.booksAgree();
  });
});
