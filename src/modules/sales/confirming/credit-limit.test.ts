import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { longTest } from '../../../../test/support/dose.ts';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call, ana } = world;
const shop = shopOf(world);
const { keyed } = shop;

const line = (price: string) => ({ name: 'Item', quantity: '1', unit_price: price });
const limited = async (limit: string, more: object = {}) => (await shop.client({ credit_limit: limit, ...more })).id;
const confirmed = (client_id: string, price: string, more: object = {}) =>
  call('create_sale', { client_id, lines: [line(price)], confirm: true, ...more });

test('a client owes its limit at most, and the refusal says how much is left of it', async () => {
  const client_id = await limited('100');
  await confirmed(client_id, '60');
  const draft = await call('create_sale', { client_id, lines: [line('40.01')] });
  for (const attempt of [
    () => keyed('confirm_sale', { id: draft.id }),
    () => confirmed(client_id, '40.01'),
    () => keyed('record_sale', { client_id, lines: [line('50')], payments: [{ method: 'Cash', amount: '9.99' }] }),
  ]) {
    await assert.rejects(
      attempt(),
      refused('credit_limit_exceeded', ({ credit_limit, owed, available, asked, currency }) => {
        assert.deepEqual([credit_limit, owed, available, asked], ['100.00', '60.00', '40.00', '40.01']);
        assert.equal(currency, 'EUR');
      }),
    );
  }
  assert.equal((await shop.sale(draft)).status, 'draft');
  assert.equal((await confirmed(client_id, '40')).status, 'confirmed');
  await shop.booksAgree();
});

test('what is paid at once, by payments, or by credit that the client has leaves room', async () => {
  const client_id = await limited('10');
  const pay = (amount: string, more: object = {}) =>
    keyed('create_payment', { client_id, method: 'Cash', amount, auto_allocate: 'none', ...more });
  await keyed('record_sale', { client_id, lines: [line('500')], payments: [{ method: 'Cash', amount: '490' }] });
  await assert.rejects(confirmed(client_id, '0.01'), refused('credit_limit_exceeded'));
  const draft = await call('create_sale', { client_id, lines: [line('500')] });
  assert.equal((await shop.pay(draft)).amount, '500.00');
  await pay('4', { auto_allocate: 'oldest_due_first' });
  await confirmed(client_id, '4');
  const prepaid = await pay('100');
  await confirmed(client_id, '100');
  await assert.rejects(confirmed(client_id, '0.01'), refused('credit_limit_exceeded'));
  await keyed('void_payment', { id: prepaid.id });
  await assert.rejects(
    confirmed(client_id, '0.01'),
    refused('credit_limit_exceeded', ({ available }) => assert.equal(available, '0.00')),
  );
});

test('of many sales at once no more get through than the limit allows', longTest, async () => {
  for (let round = 0; round < 3; round += 1) {
    const client_id = await limited('50');
    const drafts = await Promise.all(
      Array.from({ length: 6 }, () => call('create_sale', { client_id, lines: [line('20')] })),
    );
    const results = await Promise.allSettled([
      ...drafts.map(({ id }: Wire) => keyed('confirm_sale', { id })),
      ...Array.from({ length: 6 }, () => confirmed(client_id, '20')),
    ]);
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 2);
    for (const result of results) {
      if (result.status === 'rejected') refused('credit_limit_exceeded')(result.reason);
    }
    assert.equal((await call('get_client_balances', { id: client_id })).receivable, '40.00');
  }
});

test('goods and limits that cross each other keep nobody waiting for ever', async () => {
  const [first, second] = [await shop.product({ price: '1' }), await shop.product({ price: '1' })];
  for (const variant of [first, second]) await shop.receive(variant, '100', '0.50');
  const clients = [await limited('1000'), await limited('1000')];
  const lines = [first, second].map(({ id }) => ({ variant_id: id, quantity: '1' }));
  const sales = Array.from({ length: 12 }, (_, nth) => {
    const client_id = clients[nth % 2];
    return call('create_sale', { client_id, lines: nth % 3 === 0 ? lines : lines.toReversed(), confirm: true });
  });
  assert.equal((await Promise.all(sales)).length, 12);
  await shop.booksAgree();
});

test('who may give credit beyond the limit says so, and nobody else can', async () => {
  const client_id = await limited('0');
  const override = ['credit_limit'];
  const clerk = { ...ana, permissions: new Set([...ana.permissions].filter((name) => name !== 'sales:credit')) };
  const draft = await call('create_sale', { client_id, lines: [line('5')] });
  await assert.rejects(
    call('confirm_sale', { id: draft.id, override }, { as: clerk, key: randomUUID() }),
    refused('forbidden', ({ needs }) => assert.equal(needs, 'sales:credit')),
  );
  assert.equal((await keyed('confirm_sale', { id: draft.id, override })).status, 'confirmed');
  assert.equal((await confirmed(client_id, '5', { override })).status, 'confirmed');
  assert.equal((await keyed('record_sale', { client_id, lines: [line('5')], override })).status, 'confirmed');
});

test('a client without a limit owes what it likes, and a limit in another currency counts in that one', async () => {
  const free = (await shop.client()).id;
  assert.equal((await confirmed(free, '99999')).status, 'confirmed');
  await call('update_client', { id: free, credit_limit: '10' });
  await assert.rejects(confirmed(free, '1'), refused('credit_limit_exceeded'));
  await call('update_client', { id: free, credit_limit: null });
  assert.equal((await confirmed(free, '1')).status, 'confirmed');
  const abroad = await limited('1', { currency: 'USD' });
  assert.equal((await confirmed(abroad, '50', { currency: 'EUR' })).status, 'confirmed');
  const dollars = { exchange_rate: '0.9' };
  await assert.rejects(confirmed(abroad, '1.01', dollars), refused('credit_limit_exceeded'));
  assert.equal((await confirmed(abroad, '1', dollars)).status, 'confirmed');
  const pounds = { currency: 'GBP', exchange_rate: '1.2' };
  assert.equal((await confirmed(abroad, '50', pounds)).status, 'confirmed');
});

test('a limit in the base currency counts what is owed in every currency, by what it is worth', async () => {
  const client_id = await limited('100');
  const dollars = { currency: 'USD', exchange_rate: '0.5' };
  await confirmed(client_id, '100', dollars);
  await assert.rejects(
    confirmed(client_id, '100.02', dollars),
    refused('credit_limit_exceeded', ({ owed, available, asked, currency }) =>
      assert.deepEqual([owed, available, asked, currency], ['50.00', '50.00', '50.01', 'EUR']),
    ),
  );
  const credit = { client_id, method: 'Cash', amount: '20', auto_allocate: 'none', ...dollars };
  await keyed('create_payment', credit);
  assert.equal((await confirmed(client_id, '120', dollars)).status, 'confirmed');
  await assert.rejects(confirmed(client_id, '0.01'), refused('credit_limit_exceeded'));
});
