import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire, withPermissions } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
const shop = shopOf(world);
const lifetime = async ({ id }: Wire): Promise<string[]> => {
  const { lifetime_invoiced: invoiced, lifetime_paid: paid } = await call('get_client_balances', { id });
  return [invoiced, paid];
};
const checksHold = async () => {
  const { checks } = await call('check_books');
  assert.deepEqual(
    checks.filter(({ ok }: Wire) => !ok),
    [],
  );
};

describe('what a client was ever charged and ever paid', () => {
  test('counts sales and payments, returns, refunds and voids, and no debt given up', async () => {
    const client = await shop.client();
    const sale = await shop.sold('100', { client_id: client.id });
    assert.deepEqual(await lifetime(client), ['100.00', '0.00']);
    const paid = await shop.keyed('create_payment', { client_id: client.id, amount: '130', method: 'Bank transfer' });
    assert.deepEqual(await lifetime(client), ['100.00', '130.00'], 'what is credit was paid as well');
    const back = await shop.keyed('return_sale', { id: sale.id, refund: { amount: '40' } });
    assert.deepEqual(await lifetime(client), ['0.00', '90.00']);
    await shop.keyed('void_sale', { id: back.id });
    assert.deepEqual(await lifetime(client), ['100.00', '130.00']);
    const refund = await shop.keyed('refund_payment', { id: paid.id, amount: '50', pending: true });
    assert.deepEqual(await lifetime(client), ['100.00', '80.00']);
    await shop.keyed('fail_refund', { id: refund.id, reason: 'Account closed.' });
    await shop.keyed('refund_payment', { id: paid.id, amount: '10', destination: 'client_credit' });
    assert.deepEqual(await lifetime(client), ['100.00', '130.00'], 'credit moves no money');
    await shop.keyed('apply_client_credit', { id: paid.id });
    const lost = await shop.sold('25', { client_id: client.id });
    await shop.keyed('write_off_sale', { id: lost.id, reason: 'Gone.' });
    assert.deepEqual(await lifetime(client), ['125.00', '130.00'], 'a debt given up was charged');
    await shop.keyed('reverse_write_off', { id: lost.id });
    await shop.keyed('void_sale', { id: lost.id });
    await shop.keyed('refund_client', {
      id: client.id,
      method: 'Cash',
      reason: 'other',
      amount: '35',
      beyond_credit: true,
    });
    assert.deepEqual(await lifetime(client), ['100.00', '100.00'], 'a gift was never paid, nor is it paid back');
    await shop.keyed('void_payment', { id: (await shop.pay(await shop.sold('5', { client_id: client.id }))).id });
    assert.deepEqual(await lifetime(client), ['105.00', '100.00']);
    await checksHold();
  });

  test('is told in each currency, and with the client itself where that is asked for', async () => {
    const client = await shop.client();
    await shop.sold('10', { client_id: client.id });
    const dollars = { client_id: client.id, currency: 'USD', exchange_rate: '0.5' };
    await shop.pay(await shop.sold('8', dollars), { exchange_rate: '0.75', amount: '6' });
    const told = await call('get_client', { id: client.id, expand: ['balances'] });
    assert.deepEqual(told.balances, [
      {
        currency: 'EUR',
        receivable: '10.00',
        overdue: '0.00',
        unapplied_credit: '0.00',
        balance: '10.00',
        lifetime_invoiced: '10.00',
        lifetime_paid: '0.00',
      },
      {
        currency: 'USD',
        receivable: '2.00',
        overdue: '0.00',
        unapplied_credit: '0.00',
        balance: '2.00',
        lifetime_invoiced: '8.00',
        lifetime_paid: '6.00',
      },
    ]);
    const { by_currency: all, ...total } = await call('get_client_balances', { id: client.id });
    assert.deepEqual(all, told.balances);
    assert.deepEqual([total.currency, total.lifetime_invoiced], ['EUR', '14.00']);
    assert.equal('balances' in (await call('get_client', { id: client.id })), false);
    const clerk = withPermissions(world.ana, ['clients:read']);
    await assert.rejects(
      world.call('get_client', { id: client.id, expand: ['balances'] }, { as: clerk }),
      refused('forbidden'),
    );
    await checksHold();
  });

  test('is not known of what is not there, nor of anybody else', async () => {
    const client = await shop.client();
    assert.deepEqual((await call('get_client', { id: client.id, expand: ['balances'] })).balances, []);
    await assert.rejects(
      world.call('get_client', { id: client.id, expand: ['balances'] }, { as: world.rival }),
      refused('not_found'),
    );
  });
});
