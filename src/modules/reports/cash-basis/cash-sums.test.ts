import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createYear } from '../../../../test/support/random-year.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { seed } from '../../../../test/support/seed.ts';
import { slowlyOnCash } from '../../../../test/support/slowly-on-cash.ts';
import { createWorld } from '../../../../test/support/world.ts';

const world = await createWorld();
const sold = await createYear(seed);

test('a payment dated before others moves the cents of rounding, and one taken back moves them again', async () => {
  const who = await world.found('Late');
  const shop = shopOf(world, who);
  world.setNow('2026-01-05T12:00:00Z');
  const lines = ['33.33', '33.35', '0.05'].map((price) => ({ name: 'Work', quantity: '1', unit_price: price }));
  const { id: client_id } = await shop.client();
  const sale = await shop.draft([], { lines, client_id, confirm: true });
  world.setNow('2026-06-01T12:00:00Z');
  const paid = [];
  for (const [payment_date, amount] of [
    ['2026-04-01', '0.11'],
    ['2026-02-01', '0.07'],
    ['2026-03-01', '33.33'],
    ['2026-03-01', '0.01'],
  ] as const) {
    paid.push(await shop.pay(sale, { amount, payment_date }));
    const { kept, slow } = await slowlyOnCash(world, who);
    assert.deepEqual(kept, slow, payment_date);
  }
  await shop.keyed('void_payment', { id: paid[1]?.id });
  await shop.pay(sale);
  const { kept, slow } = await slowlyOnCash(world, who);
  assert.deepEqual(kept, slow);
  const { totals } = await world.call(
    'get_profit_and_loss',
    { from: '2026-01-01', to: '2026-12-31', basis: 'cash' },
    { as: who },
  );
  assert.equal(totals.revenue.amount, '66.73');
});

test('a part of a bill that is too small for any of its tax has its base all the same', async () => {
  const who = await world.found('Small');
  const shop = shopOf(world, who);
  world.setNow('2026-06-10T12:00:00Z');
  const { id: rate } = await world.call('create_tax_rate', { name: 'USt', percentage: '19' }, { as: who });
  const { id: supplier_id } = await shop.client({ roles: ['supplier'] });
  const lines = [{ category: 'Travel', description: 'Tickets', amount: '100.00', tax_rate_ids: [rate] }];
  const { id } = await world.call('create_expense', { supplier_id, lines, post: true }, { as: who });
  for (const amount of ['0.02', '0.02', '50.00']) await shop.keyed('pay_expense', { id, amount, method: 'Cash' });
  const { kept, slow } = await slowlyOnCash(world, who);
  assert.deepEqual(kept, slow);
  world.setNow('2026-06-11T12:00:00Z');
  await shop.keyed('pay_expense', { id, amount: '0.02', method: 'Cash' });
  const later = await slowlyOnCash(world, who);
  const [{ tax, base }] = later.kept.slice(-1) as [{ tax: bigint; base: bigint }];
  assert.deepEqual([tax, base], [0n, -2n]);
  assert.deepEqual(later.kept, later.slow);
});

test('sums kept by day are to the cent and the day what every settlement comes to', async () => {
  const { kept, slow } = await slowlyOnCash(sold.world, sold.year.who);
  assert.ok(kept.length > 50, `control: ${kept.length} sums`);
  assert.deepEqual(kept, slow);
});
