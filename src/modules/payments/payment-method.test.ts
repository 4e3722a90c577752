import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { refused } from '../../../test/support/refused.ts';
import { shopOf } from '../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';

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
