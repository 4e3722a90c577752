import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire, withPermissions } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
const shop = shopOf(world);
const payIn = (client: Wire, amount: string, more: object = {}): Promise<Wire> =>
  shop.keyed('create_payment', { client_id: client.id, amount, method: 'Bank transfer', ...more });
const give = (client: Wire, more: object = {}): Promise<Wire> =>
  shop.keyed('refund_client', { id: client.id, method: 'Bank transfer', reason: 'other', ...more });
const balances = ({ id }: Wire): Promise<Wire> => call('get_client_balances', { id });
const refuses = (code: string, work: Promise<Wire>, said: object = {}) =>
  assert.rejects(
    work,
    refused(code, (details) => assert.deepEqual({ ...details, ...said }, details)),
  );

describe('giving a client money with no payment to point at', () => {
  test('takes the oldest credit first, payment by payment', async () => {
    const client = await shop.client();
    const late = await payIn(client, '30');
    const early = await payIn(client, '20', { payment_date: '2025-01-02' });
    const moved = await shop.moves(async () => {
      const answer = await give(client, { amount: '25' });
      assert.deepEqual([answer.amount, answer.from_credit, answer.beyond_credit], ['25.00', '25.00', '0.00']);
      assert.deepEqual(
        answer.refunds.map((one: Wire) => [one.payment_id, one.amount, one.charged_account_id]),
        [
          [early.id, '20.00', null],
          [late.id, '5.00', null],
        ],
      );
    });
    assert.deepEqual(moved, { '1010': -2500n, '2300': 2500n });
    assert.equal((await balances(client)).unapplied_credit, '25.00');
    assert.equal((await give(client)).amount, '25.00', 'without an amount, all the credit');
    assert.equal((await balances(client)).balance, '0.00');
    await shop.booksAgree();
  });

  test('never goes beyond the credit unless that is asked for, and then is charged and owed by nobody', async () => {
    const client = await shop.client();
    await refuses('refund_exceeds_refundable', give(client), { max: '0.00' });
    await payIn(client, '10');
    await refuses('refund_exceeds_refundable', give(client, { amount: '10.01' }), { max: '10.00', currency: 'EUR' });
    const moved = await shop.moves(async () => {
      const answer = await give(client, { amount: '25', beyond_credit: true, external_id: 'sorry-1' });
      assert.deepEqual([answer.from_credit, answer.beyond_credit], ['10.00', '15.00']);
      const [back, gift] = answer.refunds;
      assert.deepEqual([back.external_id, gift.external_id, gift.payment_id], ['sorry-1', null, null]);
      assert.deepEqual([gift.status, gift.destination, gift.client_id], ['completed', 'other', client.id]);
      const account = await call('get_account', { id: gift.charged_account_id });
      assert.equal(account.system_role, 'discount_given');
    });
    assert.deepEqual(moved, { '1010': -2500n, '2300': 1000n, '6800': 1500n });
    const after = await balances(client);
    assert.deepEqual([after.receivable, after.unapplied_credit, after.balance], ['0.00', '0.00', '0.00']);
    const days = { from: '2000-01-01', to: '2099-12-31' };
    const statement = await call('get_client_statement', { client_id: client.id, ...days });
    assert.deepEqual(
      statement.rows.map((one: Wire) => [one.kind, one.amount.amount ?? one.amount]),
      [
        ['payment', '-10.00'],
        ['refund', '10.00'],
      ],
      'a gift changes nothing between the two',
    );
    const { data } = await call('list_transactions', { client_id: client.id, kind: ['refund'] });
    assert.deepEqual(data.map((one: Wire) => one.amount).toSorted(), ['10.00', '15.00']);
    await shop.booksAgree();
  });

  test('is charged to the account that is named, if it is one of revenue or of expenses', async () => {
    const client = await shop.client();
    const account = async (code: string) => (await call('list_accounts', { code })).data[0].id;
    const gift = { amount: '5', beyond_credit: true };
    const moved = await shop.moves(async () => give(client, { ...gift, account_id: await account('4000') }));
    assert.deepEqual(moved, { '1010': -500n, '4000': 500n });
    await refuses('validation_failed', give(client, { ...gift, account_id: await account('1100') }));
    await refuses('not_found', give(client, { ...gift, account_id: 'acct_01h455vb4pex5vsknk084sn02q' }));
    await refuses('validation_failed', give(client, { ...gift, method: undefined }));
    await refuses('validation_failed', give(client, { ...gift, amount: '0' }));
    await refuses('validation_failed', give(client, { ...gift, exchange_rate: '2' }));
    await refuses('validation_failed', give(client, { ...gift, refund_date: '2099-01-01' }));
    await call('create_payment_method', { name: 'Old bank', kind: 'bank_transfer', account_id: await account('1010') });
    await refuses('ambiguous_name', give(client, { ...gift, method: 'bank_transfer' }));
    const { data } = await call('list_payment_methods', {});
    const old = data.find((one: Wire) => one.name === 'Old bank');
    await call('archive_payment_method', { id: old.id });
    await refuses('payment_method_archived', give(client, { ...gift, method: undefined, method_id: old.id }));
    await assert.rejects(give({ id: 'client_01h455vb4pex5vsknk084sn02q' }, gift), refused('not_found'));
  });

  test('needs a permission of its own beyond the credit', async () => {
    const client = await shop.client();
    await payIn(client, '4');
    const clerk = withPermissions(world.ana, ['payments:refund']);
    const asked = { id: client.id, method: 'Cash', reason: 'other', amount: '5', beyond_credit: true };
    await refuses('forbidden', world.call('refund_client', asked, { as: clerk, key: 'a' }), {
      needs: 'payments:refund_unlinked',
    });
    const { refunds } = await world.call('refund_client', { ...asked, amount: '4' }, { as: clerk, key: 'b' });
    assert.equal(refunds.length, 1);
  });

  test('is taken back as any refund: the gift is none, and the credit is there again', async () => {
    const client = await shop.client();
    await payIn(client, '10');
    const moved = await shop.moves(async () => {
      const { refunds } = await give(client, { amount: '12', beyond_credit: true });
      for (const { id } of refunds) await shop.keyed('void_refund', { id, reason: 'By mistake.' });
    });
    assert.deepEqual(moved, {});
    assert.equal((await balances(client)).unapplied_credit, '10.00');
    await shop.booksAgree();
  });

  test('in another currency is worth the rate of its day, and takes no credit of other currencies', async () => {
    const client = await shop.client();
    await payIn(client, '50');
    const gift = { amount: '10', currency: 'USD', beyond_credit: true };
    await refuses('exchange_rate_missing', give(client, gift), { currency: 'USD' });
    const moved = await shop.moves(async () => {
      const { refunds } = await give(client, { ...gift, exchange_rate: '0.9' });
      assert.deepEqual([refunds[0].amount, refunds[0].base_amount, refunds[0].currency], ['10.00', '9.00', 'USD']);
    });
    assert.deepEqual(moved, { '1010': -900n, '6800': 900n });
    assert.equal((await balances(client)).unapplied_credit, '50.00');
  });

  test('two who pay the same credit back at once give it once', async () => {
    const client = await shop.client();
    await payIn(client, '40');
    const answers = await Promise.allSettled([give(client, { amount: '40' }), give(client, { amount: '40' })]);
    const codes: string[] = answers.map((one) => (one.status === 'fulfilled' ? 'given' : one.reason.kind.code));
    assert.deepEqual(codes.toSorted(), ['given', 'refund_exceeds_refundable']);
    assert.equal((await balances(client)).unapplied_credit, '0.00');
    const other = await shop.client();
    await payIn(other, '80');
    const both = await Promise.all([give(other, { amount: '40' }), give(other, { amount: '40' })]);
    assert.deepEqual(
      both.map((one) => one.amount),
      ['40.00', '40.00'],
      'where there is enough, both are given',
    );
    await shop.booksAgree();
  });
});
