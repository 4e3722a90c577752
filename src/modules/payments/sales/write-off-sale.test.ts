import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
const shop = shopOf(world);
const giveUp = (sale: Wire, more: object = {}): Promise<Wire> =>
  shop.keyed('write_off_sale', { id: sale.id, reason: 'Bankrupt.', ...more });
const owedAfterAll = (sale: Wire, more: object = {}): Promise<Wire> =>
  shop.keyed('reverse_write_off', { id: sale.id, ...more });
const refuses = (code: string, work: Promise<Wire>, said: object = {}) =>
  assert.rejects(
    work,
    refused(code, (details) => assert.deepEqual({ ...details, ...said }, details)),
  );

describe('giving up what is owed', () => {
  test('makes it a loss of the day, whole or in parts, and the sale is done with', async () => {
    const sale = await shop.sold('100');
    await shop.pay(sale, { amount: '30' });
    const lost = await shop.balance('6820');
    const part = await giveUp(sale, { amount: '20' });
    assert.deepEqual([part.amount_written_off, part.amount_due, part.status], ['20.00', '50.00', 'confirmed']);
    await refuses('amount_exceeds_due', giveUp(sale, { amount: '50.01' }), { max: '70.00' });
    const rest = await giveUp(sale);
    assert.deepEqual([rest.amount_due, rest.status, rest.payment_status], ['0.00', 'completed', 'paid']);
    assert.equal((await shop.balance('6820')) - lost, 7000n);
    await refuses('amount_exceeds_due', giveUp(sale));
    await refuses('returns_remain', shop.keyed('void_sale', { id: sale.id }), { amount_written_off: '70.00' });
    const balances = await call('get_client_balances', { id: sale.client_id });
    assert.equal(balances.receivable, '0.00');
    await shop.booksAgree();
  });

  test('is no payment: what was given up whole stays unpaid', async () => {
    const sale = await shop.sold('10');
    const given = await giveUp(sale);
    assert.deepEqual([given.payment_status, given.status, given.is_overdue], ['unpaid', 'completed', false]);
    const unpaid = await call('list_sales', { payment_status: ['unpaid'], client_id: sale.client_id });
    assert.deepEqual(
      unpaid.data.map((one: Wire) => one.id),
      [sale.id],
    );
  });

  test('takes the tax back where the law allows it, in proportion and to the cent', async () => {
    const tax = await shop.tax('20');
    const lines = [{ name: 'Desk', quantity: '1', unit_price: '83.33', tax_rate_ids: [tax] }];
    const sale = await shop.sold('0', { lines });
    assert.equal(sale.total, '100.00');
    const [owed, lost] = [await shop.balance('2200'), await shop.balance('6820')];
    await giveUp(sale, { amount: '33.33', tax_relief: true });
    assert.equal((await shop.balance('2200')) - owed, 556n);
    await giveUp(sale, { tax_relief: true });
    assert.equal((await shop.balance('2200')) - owed, 1667n);
    assert.equal((await shop.balance('6820')) - lost, 8333n);
    await owedAfterAll(sale, { amount: '50' });
    await owedAfterAll(sale);
    assert.deepEqual([await shop.balance('2200'), await shop.balance('6820')], [owed, lost]);
    assert.equal((await shop.sale(sale)).amount_due, '100.00');
    await shop.booksAgree();
  });

  test('is for what is confirmed and of its day or later', async () => {
    const draft = await shop.draft(['1'], { client_id: (await shop.client()).id });
    await refuses('invalid_state_transition', giveUp(draft), { allowed: ['confirm_sale'] });
    const sale = await shop.sold('5');
    await refuses('validation_failed', giveUp(sale, { written_off_on: '2020-01-01' }));
    await refuses('validation_failed', giveUp(sale, { amount: '0' }));
    await refuses('invalid_state_transition', owedAfterAll(sale));
    await giveUp(sale);
    await refuses('validation_failed', owedAfterAll(sale, { amount: '5.01' }));
  });
});

describe('a debt that was given up and is paid after all', () => {
  test('is recovered: the loss is none to that extent, and the sale is paid', async () => {
    const sale = await shop.sold('100');
    const lost = await shop.balance('6820');
    await giveUp(sale, { amount: '90' });
    const paid = await shop.pay(sale, { amount: '40' });
    assert.equal(paid.amount_allocated, '40.00');
    const after = await shop.sale(sale);
    assert.deepEqual([after.amount_written_off, after.amount_due], ['60.00', '0.00']);
    assert.equal((await shop.balance('6820')) - lost, 6000n);
    await shop.keyed('create_payment', {
      client_id: sale.client_id,
      amount: '60',
      method: 'Cash',
      allocations: [{ sale_id: sale.id, amount: '60' }],
    });
    assert.equal((await shop.sale(sale)).payment_status, 'paid');
    assert.equal(await shop.balance('6820'), lost);
    await refuses('amount_exceeds_due', shop.pay(sale, { amount: '0.01' }));
    await shop.booksAgree();
  });

  test('is not what a payment goes to by itself', async () => {
    const sale = await shop.sold('100');
    await giveUp(sale);
    const paid = await shop.keyed('create_payment', { client_id: sale.client_id, amount: '60', method: 'Cash' });
    assert.equal(paid.amount_unapplied, '60.00');
    await shop.keyed('apply_client_credit', { id: paid.id, allocations: [{ sale_id: sale.id, amount: '60' }] });
    assert.equal((await shop.sale(sale)).amount_written_off, '40.00');
    await shop.booksAgree();
  });

  test('and whose goods come back is no loss at all', async () => {
    const sale = await shop.sold('100');
    await shop.pay(sale, { amount: '30' });
    const lost = await shop.balance('6820');
    await giveUp(sale);
    const returned = await shop.keyed('return_sale', { id: sale.id });
    assert.deepEqual(
      returned.refunds.map((one: Wire) => one.amount),
      ['30.00'],
    );
    assert.equal(await shop.balance('6820'), lost);
    const after = await shop.sale(sale);
    assert.deepEqual([after.amount_written_off, after.amount_due, after.payment_status], ['0.00', '0.00', 'refunded']);
    await shop.booksAgree();
  });
});
