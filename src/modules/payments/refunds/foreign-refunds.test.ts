import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
const harbour = await world.found('Harbour Trading', { country: 'US', currency: 'USD', timezone: 'America/New_York' });
const shop = shopOf(world, harbour);
const as = harbour;
await shop.leavesByDay('1010', '1030');
const run = (name: string, input: object): Promise<Wire> => call(name, input, { as });

const inEuros = { currency: 'EUR', exchange_rate: '1.09' };
const invoice = async (total: string, more: object = inEuros): Promise<Wire> => shop.sold(total, more);
describe('what is given back', () => {
  const goBack = (sale: Wire, more: object) => shop.keyed('return_sale', { id: sale.id, reason: 'damaged', ...more });

  test('is worth what it was sold for, and leaves nothing behind, whatever was paid of it', async () => {
    const client_id = (await shop.client()).id;
    const lines = [{ name: 'Rope', quantity: '3', unit_price: '33.33' }];
    const sale = await run('create_sale', { ...inEuros, client_id, lines, confirm: true });
    await shop.pay(sale, { amount: '50.01', exchange_rate: '1.2' });
    const [line] = sale.lines;
    for (const step of [1, 2, 3]) {
      const back = await goBack(sale, { lines: [{ line_id: line.id, quantity: '1' }] });
      assert.deepEqual([back.currency, back.exchange_rate, back.total], ['EUR', '1.09', '33.33'], `return ${step}`);
      await shop.booksAgree();
    }
    const done = await shop.sale(sale);
    assert.deepEqual([done.amount_due, done.amount_credited], ['0.00', '99.99']);
  });

  test('as money leaves at the rate that it came in by, and its gain is lost again', async () => {
    const sale = await invoice('4500');
    await shop.pay(sale, { exchange_rate: '1.095' });
    const moved = await shop.moves(() => goBack(sale, { refund: { destination: 'original_method' } }));
    assert.deepEqual(moved, { 1010: -4927_50n, 4000: 4905_00n, 6900: 22_50n });
    await shop.booksAgree();
  });

  test('of a payment without a return is owed again, part by part to the last cent', async () => {
    const sale = await invoice('100.01');
    const payment = await shop.pay(sale, { exchange_rate: '1.2' });
    for (const amount of ['33.33', '33.33', '33.35']) {
      await shop.keyed('refund_payment', { id: payment.id, amount });
      await shop.booksAgree();
    }
    assert.equal((await shop.sale(sale)).amount_due, '100.01');
    await shop.pay(sale, { exchange_rate: '1', reference: 'again' });
    assert.equal((await shop.sale(sale)).amount_due, '0.00');
    await shop.booksAgree();
  });

  test('on its way is worth as much when it leaves, or when it fails', async () => {
    const sale = await invoice('100.01');
    const payment = await shop.pay(sale, { exchange_rate: '1.2' });
    const first = await shop.keyed('refund_payment', { id: payment.id, amount: '33.33', pending: true });
    const second = await shop.keyed('refund_payment', { id: payment.id, amount: '33.34', pending: true });
    const left = await shop.moves(() => shop.keyed('complete_refund', { id: first.id }));
    assert.deepEqual(left, { 1010: -40_00n, 1030: 40_00n });
    await shop.keyed('fail_refund', { id: second.id, reason: 'Unknown account.' });
    await shop.booksAgree();
    const gift = { method: 'Bank transfer', reason: 'other', amount: '7', beyond_credit: true, pending: true };
    const moved = await shop.moves(async () => {
      const { refunds } = await shop.keyed('refund_client', { id: sale.client_id, ...gift, ...inEuros });
      await shop.keyed('complete_refund', { id: refunds[0].id });
    });
    assert.deepEqual(moved, { 1010: -7_63n, 6800: 7_63n });
    const { checks } = await run('check_books', {});
    assert.deepEqual(
      checks.filter(({ ok }: Wire) => !ok),
      [],
    );
  });

  test('can be taken back itself: refunds, returns and allocations', async () => {
    const sale = await invoice('100.01');
    const payment = await shop.pay(sale, { exchange_rate: '1.2' });
    const refund = await shop.keyed('refund_payment', { id: payment.id, amount: '33.33' });
    await shop.keyed('void_refund', { id: refund.id });
    await shop.booksAgree();
    const back = await goBack(sale, {});
    assert.equal(back.refunds[0].destination, 'client_credit');
    await shop.booksAgree();
    await shop.keyed('void_sale', { id: back.id });
    await shop.booksAgree();
    const [allocation] = payment.allocations;
    await shop.keyed('reverse_allocation', { id: allocation.id });
    assert.equal((await shop.sale(sale)).amount_due, '100.01');
    await shop.booksAgree();
    await shop.keyed('apply_client_credit', { id: payment.id });
    assert.equal((await shop.sale(sale)).amount_due, '0.00');
    await shop.booksAgree();
  });

  test('a debt that is given up is lost at the rate of the sale, and is owed again at it', async () => {
    const sale = await invoice('100.01');
    const gone = { id: sale.id, reason: 'Gone.' };
    for (const amount of ['33.33', '33.33', '33.35']) {
      await shop.keyed('write_off_sale', { ...gone, amount });
      await shop.booksAgree();
    }
    await assert.rejects(shop.pay(sale, { amount: '1', exchange_rate: '1' }), refused('amount_exceeds_due'));
    await shop.keyed('reverse_write_off', { id: sale.id, amount: '50' });
    await shop.booksAgree();
    await shop.pay(sale, { exchange_rate: '1' });
    await assert.rejects(goBack(sale, {}), refused('invalid_state_transition'));
    await shop.keyed('reverse_write_off', { id: sale.id });
    await goBack(sale, {});
    await shop.booksAgree();
  });
});
