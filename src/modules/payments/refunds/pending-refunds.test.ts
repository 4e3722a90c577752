import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
const shop = shopOf(world);
const refund = (payment: Wire, more: object = {}): Promise<Wire> =>
  shop.keyed('refund_payment', { id: payment.id, pending: true, ...more });
const complete = ({ id }: Wire, more: object = {}): Promise<Wire> => shop.keyed('complete_refund', { id, ...more });
const fail = ({ id }: Wire, more: object = {}): Promise<Wire> =>
  shop.keyed('fail_refund', { id, reason: 'Account closed.', ...more });
const transactions = async ({ client_id }: Wire): Promise<string[][]> =>
  (await call('list_transactions', { client_id, sort: 'date' })).data.map((one: Wire) => [one.kind, one.amount]);
const refuses = (code: string, work: Promise<Wire>, said: object = {}) =>
  assert.rejects(
    work,
    refused(code, (details) => assert.deepEqual({ ...details, ...said }, details)),
  );

async function paidSale(total = '50'): Promise<{ readonly sale: Wire; readonly paid: Wire }> {
  const sale = await shop.sold(total, { client_id: (await shop.client()).id });
  return { sale, paid: await shop.pay(sale) };
}

describe('a refund that takes its time', () => {
  test('waits in clearing, holds its money back, and leaves when it is completed', async () => {
    const { sale, paid } = await paidSale();
    const pending: Wire[] = [];
    assert.deepEqual(await shop.moves(async () => pending.push(await refund(paid, { amount: '30' }))), {
      '1030': -3000n,
      '1100': 3000n,
    });
    const [one] = pending;
    assert.deepEqual([one.status, one.completed_on, one.destination], ['pending', null, 'original_method']);
    assert.deepEqual(await transactions(paid), [['payment', '50.00']], 'no money has left');
    await refuses('refund_exceeds_refundable', refund(paid, { amount: '20.01' }), { max: '20.00' });
    assert.equal((await shop.sale(sale)).amount_due, '30.00');
    await refuses('refunds_remain', shop.keyed('void_payment', { id: paid.id }));
    await refuses('invalid_state_transition', shop.keyed('void_refund', { id: one.id }), {
      status: 'pending',
      allowed: ['complete_refund', 'fail_refund'],
    });
    const moved = await shop.moves(async () => {
      const done = await complete(one, { reference: 'BANK-7' });
      assert.deepEqual([done.status, done.reference, done.version], ['completed', 'BANK-7', 2]);
      assert.equal(done.completed_on, done.refund_date);
    });
    assert.deepEqual(moved, { '1010': -3000n, '1030': 3000n });
    assert.deepEqual(await transactions(paid), [
      ['payment', '50.00'],
      ['refund', '30.00'],
    ]);
    assert.equal((await call('list_refunds', { q: 'BANK-7' })).data[0].id, one.id);
    await refuses('invalid_state_transition', complete(one), { status: 'completed', allowed: ['void_refund'] });
    await refuses('invalid_state_transition', fail(one), { status: 'completed' });
    await shop.booksAgree();
  });

  test('that fails gives back what it held, and says why', async () => {
    const { sale, paid } = await paidSale();
    const one = await refund(paid, { amount: '30' });
    await refuses('validation_failed', fail(one, { reason: undefined }));
    await refuses('version_conflict', fail(one, { version: 9 }), { current_version: 1 });
    const moved = await shop.moves(async () => {
      const failed = await fail(one);
      assert.deepEqual(
        [failed.status, failed.failure_reason, failed.voided_at, failed.voided_on, failed.completed_on],
        ['failed', 'Account closed.', null, null, null],
      );
      assert.notEqual(failed.failed_on, null);
    });
    assert.deepEqual(moved, { '1030': 3000n, '1100': -3000n });
    assert.equal((await shop.sale(sale)).status, 'completed', 'it is paid again');
    assert.deepEqual(await transactions(paid), [['payment', '50.00']], 'no money ever left');
    const { data } = await call('list_refunds', { status: ['failed'], payment_id: paid.id });
    assert.deepEqual(
      data.map((each: Wire) => each.id),
      [one.id],
    );
    assert.equal((await refund(paid, { amount: '50' })).status, 'pending', 'all of it can be given back anew');
    await shop.booksAgree();
  });

  test('completed and voided later is taken back as a whole', async () => {
    const { paid } = await paidSale();
    const moved = await shop.moves(async () => {
      const one = await refund(paid);
      await complete(one);
      assert.equal((await shop.keyed('void_refund', { id: one.id })).status, 'voided');
    });
    assert.deepEqual(moved, {});
    assert.deepEqual(
      (await transactions(paid)).map(([kind]) => kind),
      ['payment', 'refund', 'refund_void'],
    );
    await shop.booksAgree();
  });

  test('of a return leaves credit when it fails, and goes with the return when that is voided', async () => {
    const { sale, paid } = await paidSale();
    const back = async () => shop.keyed('return_sale', { id: (await shop.sale(sale)).id, refund: { pending: true } });
    const first = await back();
    assert.equal(first.refunds[0].status, 'pending');
    await fail(first.refunds[0]);
    assert.equal((await call('get_payment', { id: paid.id })).amount_unapplied, '50.00');
    await shop.booksAgree();
    const other = await paidSale();
    const second = await shop.keyed('return_sale', { id: other.sale.id, refund: { pending: true } });
    await shop.keyed('void_sale', { id: second.id });
    assert.equal((await call('get_refund', { id: second.refunds[0].id })).status, 'voided');
    assert.deepEqual(await transactions(other.paid), [['payment', '50.00']]);
    await shop.booksAgree();
  });

  test('to somebody unknown, for a return that stands, cannot fail: nobody has an account to keep it on', async () => {
    const till = await shop.keyed('record_sale', {
      lines: [{ name: 'Tea', quantity: '1', unit_price: '3.00' }],
      payments: [{ method: 'Cash' }],
    });
    const { refunds } = await shop.keyed('return_sale', { id: till.id, refund: { pending: true } });
    await refuses('client_required', fail(refunds[0]));
    assert.equal((await complete(refunds[0])).status, 'completed');
  });

  test('is dated as it goes: neither completed before it was made nor long after today', async () => {
    const { paid } = await paidSale();
    const one = await refund(paid);
    await refuses('validation_failed', complete(one, { date: '2020-01-01' }));
    await refuses('validation_failed', complete(one, { date: '2099-01-01' }));
    await refuses('validation_failed', refund(paid, { destination: 'client_credit' }));
    await assert.rejects(complete({ id: 'refund_01h455vb4pex5vsknk084sn02q' }), refused('not_found'));
  });

  test('tells who listens that it was made, that it was completed, and that it failed', async () => {
    const { paid } = await paidSale();
    const one = await refund(paid, { amount: '1' });
    await complete(one);
    await fail(await refund(paid, { amount: '2' }));
    const events = world
      .emitted()
      .filter(({ type }: Wire) => /refund/.test(type))
      .slice(-4)
      .map(({ type, data }: Wire) => [type, data.status]);
    assert.deepEqual(events, [
      ['payment.refunded', 'pending'],
      ['refund.completed', 'completed'],
      ['payment.refunded', 'pending'],
      ['refund.failed', 'failed'],
    ]);
  });

  test('is completed or fails, never both, and holds its money however many ask at once', async () => {
    const { paid } = await paidSale();
    const asked = await Promise.allSettled([refund(paid, { amount: '30' }), refund(paid, { amount: '30' })]);
    const ends: string[] = asked.map((each) => (each.status === 'fulfilled' ? 'given' : each.reason.kind.code));
    assert.deepEqual(ends.toSorted(), ['given', 'refund_exceeds_refundable']);
    const [one] = (await call('list_refunds', { payment_id: paid.id })).data;
    const settled = await Promise.allSettled([complete(one), fail(one), complete(one)]);
    const codes = settled.map((each) => (each.status === 'fulfilled' ? each.value.status : each.reason.kind.code));
    assert.equal(codes.filter((code) => code === 'invalid_state_transition').length, 2, codes.join());
    await shop.booksAgree();
    // With enough money for both, both refunds are recorded and completed.
    const { paid: enough } = await paidSale('60');
    const both = await Promise.all([refund(enough, { amount: '30' }), refund(enough, { amount: '30' })]);
    const done = await Promise.all(both.map((each) => complete(each)));
    assert.deepEqual(
      done.map(({ status }) => status),
      ['completed', 'completed'],
    );
    await shop.booksAgree();
  });
});
