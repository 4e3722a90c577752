import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
const shop = shopOf(world);
world.setNow('2026-03-15T12:00:00Z');
const [ada, ben] = [await shop.client(), await shop.client()];
const far = await call('create_location', { name: 'Far', code: 'FAR' });
const goods = await shop.product();
await shop.receive(goods, '10', '4');
await shop.receive(goods, '10', '4', { location_id: far.id });
const sell = (client: Wire, quantity: string, more: object = {}): Promise<Wire> =>
  call('create_sale', {
    client_id: client.id,
    confirm: true,
    ...more,
    lines: [{ variant_id: goods.id, quantity, unit_price: '10' }],
  });
await sell(ada, '3');
const paid = await sell(ada, '2', { location_id: far.id });
await shop.pay(paid);
const mistake = await sell(ada, '1');
await shop.keyed('void_sale', { id: mistake.id });
await sell(ben, '5');
await shop.pay(await sell(ben, '1'), { amount: '4' });

const asked = { name: 'profit-and-loss', period: 'this_month' };
const drilled = (more: object): Promise<Wire> => call('get_report_drilldown', { ...asked, ...more });

test('what is behind a result is told of one client, member or location, and adds up to the result', async () => {
  const { totals } = await call('get_profit_and_loss', { period: 'this_month' });
  for (const [row, ...expected] of [
    ['revenue', '50.00', '60.00'],
    ['cost_of_sales', '20.00', '24.00'],
    ['net_profit', '30.00', '36.00'],
  ] as const) {
    const each = await Promise.all([ada, ben].map(({ id }) => drilled({ row, client_id: id })));
    assert.deepEqual(
      each.map(({ total }) => total),
      expected,
      row,
    );
    const cents = each.reduce((sum, { total }) => sum + Math.round(Number(total) * 100), 0);
    assert.equal(cents, Math.round(Number(totals[row].amount) * 100), row);
  }
  const here = await drilled({ row: 'revenue', location_id: far.id });
  assert.deepEqual([here.total, here.data.length], ['20.00', 1]);
  const { member_id } = paid;
  assert.equal((await drilled({ row: 'revenue', member_id })).total, totals.revenue.amount);
});

test('the same on the cash basis, of the sales as far as they are paid', async () => {
  const { data, total } = await drilled({ row: 'revenue', basis: 'cash', client_id: ada.id });
  assert.deepEqual([total, data.map(({ id }: Wire) => id)], ['20.00', [paid.id]]);
  assert.equal((await drilled({ row: 'revenue', basis: 'cash', client_id: ben.id })).total, '4.00');
});

test('what the figures of a report are not narrowed by is refused, and not left out', async () => {
  const place = { name: 'trial-balance', period: 'this_month', row: 'total', column: 'debit' };
  await assert.rejects(
    call('get_report_drilldown', { ...place, client_id: ada.id }),
    refused('validation_failed', ({ errors }) => assert.equal(errors[0].pointer, '/client_id')),
  );
  assert.ok((await call('get_report_drilldown', place)).data.length > 0, 'control');
});
