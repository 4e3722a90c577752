import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
const shop = shopOf(world);
const accounts: Wire[] = (await call('list_accounts', { limit: 100 })).data;
const account = (code: string): string => accounts.find((one) => one.code === code)?.id ?? '';

test('a new organisation has the usual methods, each with its account', async () => {
  const { data } = await call('list_payment_methods');
  assert.deepEqual(
    data.map(({ name, kind }: Wire) => [name, kind]),
    [
      ['Cash', 'cash'],
      ['Card', 'card'],
      ['Bank transfer', 'bank_transfer'],
      ['Cheque', 'cheque'],
      ['Mobile money', 'mobile_money'],
      ['Other', 'other'],
    ],
  );
  assert.equal(data[0].account_id, account('1000'));
  assert.deepEqual((await call('list_payment_methods', { kind: ['cash'] })).data.length, 1);
});

describe('payment methods', () => {
  test('are added, changed, taken out of use and back', async () => {
    const made = await call('create_payment_method', {
      name: 'PayFriend',
      kind: 'wallet',
      account_id: account('1030'),
    });
    const { id } = made;
    const changed = await call('update_payment_method', { id, name: 'Pay Friend', position: 9, version: 1 });
    assert.deepEqual([changed.name, changed.position, changed.version], ['Pay Friend', 9, 2]);
    await assert.rejects(call('update_payment_method', { id, name: 'x', version: 1 }), refused('version_conflict'));
    assert.equal((await call('archive_payment_method', { id })).status, 'archived');
    await assert.rejects(call('archive_payment_method', { id }), refused('invalid_state_transition'));
    const sale = await shop.sold('1');
    await assert.rejects(shop.pay(sale, { method: undefined, method_id: id }), refused('payment_method_archived'));
    assert.equal((await call('restore_payment_method', { id })).status, 'active');
    await assert.rejects(call('restore_payment_method', { id }), refused('invalid_state_transition'));
    assert.equal((await shop.pay(sale, { method: 'wallet' })).method_id, id, 'the only one of its kind');
    assert.equal((await call('get_payment_method', { id })).name, 'Pay Friend');
  });

  test('have names that differ, whatever the case, while they are in use', async () => {
    await assert.rejects(
      call('create_payment_method', { name: 'CASH', kind: 'cash', account_id: account('1000') }),
      refused('payment_method_name_taken'),
    );
    const make = (name: string) =>
      call('create_payment_method', { name, kind: 'other', account_id: account('1000'), external_id: 'pm-1' });
    await make('One');
    await assert.rejects(make('Two'), refused('payment_method_external_id_taken'));
  });

  test('put their money where money is', async () => {
    const make = (account_id: string) => call('create_payment_method', { name: 'Odd', kind: 'other', account_id });
    for (const code of ['4000', '1100', '2300']) {
      await assert.rejects(
        make(account(code)),
        refused('validation_failed', ({ errors }) => assert.equal(errors[0].code, 'wrong_account_type')),
        code,
      );
    }
    await assert.rejects(make('acct_01h455vb4pex5vsknk084sn02q'), refused('not_found'));
  });

  test('of a kind there are two of are named by name', async () => {
    await call('create_payment_method', { name: 'Second till', kind: 'cash', account_id: account('1000') });
    const sale = await shop.sold('1');
    assert.equal((await shop.pay(sale, { method: 'Cash', amount: '0.50' })).status, 'completed', 'that is a name');
    await call('create_payment_method', { name: 'EC', kind: 'card', account_id: account('1030') });
    const { id } = (await call('list_payment_methods', { kind: ['card'], sort: 'created_at' })).data[0];
    await call('update_payment_method', { id, name: 'Credit card' });
    await assert.rejects(
      shop.pay(sale, { method: 'card' }),
      refused('ambiguous_name', ({ candidates }) => assert.deepEqual(candidates.toSorted(), ['Credit card', 'EC'])),
    );
  });

  test('that need a reference get one', async () => {
    const name = 'Voucher';
    await call('create_payment_method', { name, kind: 'other', account_id: account('1000'), requires_reference: true });
    const sale = await shop.sold('1');
    await assert.rejects(shop.pay(sale, { method: name }), refused('validation_failed'));
    assert.equal((await shop.pay(sale, { method: name, reference: 'V-1' })).reference, 'V-1');
  });
});

test('another organisation neither sees nor uses a method', async () => {
  const { id } = (await call('list_payment_methods')).data[0];
  const as = world.rival;
  await assert.rejects(call('get_payment_method', { id }, { as }), refused('not_found'));
  await assert.rejects(call('update_payment_method', { id, name: 'x' }, { as }), refused('not_found'));
  const theirs = shopOf(world, as);
  await assert.rejects(theirs.pay(await theirs.sold('1'), { method: undefined, method_id: id }), refused('not_found'));
});

describe('what a way to be paid costs', () => {
  test('is kept of each payment by its rule, on its own account', async () => {
    const fees = await call('create_account', { code: '6811', name: 'Card fees', type: 'expense' });
    const method = await call('create_payment_method', {
      name: 'Gateway',
      kind: 'gateway',
      account_id: account('1030'),
      fee_percent: '1.4',
      fee_fixed: '0.25',
      fee_account_id: fees.id,
    });
    assert.deepEqual([method.fee_percent, method.fee_fixed], ['1.4', '0.25']);
    const sale = await shop.sold('100');
    const payment = await shop.pay(sale, { method: 'Gateway' });
    assert.deepEqual([payment.amount, payment.fee_amount, payment.net_amount], ['100.00', '1.65', '98.35']);
    assert.equal(await shop.balance('6811'), 1_65n);
    const said = await shop.pay(await shop.sold('100'), { method: 'Gateway', fee_amount: '2' });
    assert.equal(said.fee_amount, '2.00', 'what was really kept goes before the rule');
    const tiny = await shop.pay(await shop.sold('0.10'), { method: 'Gateway' });
    assert.deepEqual([tiny.fee_amount, tiny.net_amount], ['0.10', '0.00'], 'never more than was paid');
    await shop.keyed('void_payment', { id: payment.id });
    assert.equal(await shop.balance('6811'), 2_10n);
    await shop.booksAgree();
    const free = await call('update_payment_method', { id: method.id, fee_percent: null, fee_fixed: null });
    assert.deepEqual([free.fee_percent, free.fee_fixed, free.fee_account_id], [null, null, fees.id]);
  });

  test('is posted on an account of expenses, and is never more than everything', async () => {
    const given = { name: 'Odd', kind: 'card', account_id: account('1030') };
    for (const wrong of [{ fee_percent: '101' }, { fee_fixed: '0.001' }, { fee_account_id: account('1030') }]) {
      await assert.rejects(call('create_payment_method', { ...given, ...wrong }), refused('validation_failed'));
    }
  });
});
