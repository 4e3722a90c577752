import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createExpenseFixture } from '../../../../test/support/expense-fixture.ts';
import { countFlights } from '../../../../test/support/flights.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';
import { run as runOperation } from '../../../operation/run.ts';
import { createExpense } from '../create-expense.ts';

const world = await createWorld();
world.setNow('2026-04-15T12:00:00Z');
const as = await world.found('Harbour Trading', { country: 'US', currency: 'USD', timezone: 'America/New_York' });
const fixture = createExpenseFixture(world, as);
const run = (name: string, input: object = {}): Promise<Wire> => world.call(name, input, { as });
const half = await run('create_tax_rate', { name: 'Half', percentage: '19', recoverable_percent: '50' });
const soundly = async () => {
  await fixture.booksAgree();
  const { checks } = await run('check_books');
  assert.deepEqual(
    checks.filter(({ ok }: Wire) => !ok),
    [],
  );
};

const good = async (): Promise<Wire> =>
  (await run('create_product', { name: `Paper ${randomUUID()}`, price: '9.00' })).variants[0];

test('goods on a bill in euros come into stock for their worth in dollars, and leave with it', async () => {
  const paper = await good();
  const lines = [
    { variant_id: paper.id, quantity: '3', amount: '10.01', tax_rate_ids: [half.id] },
    { category: 'Travel', amount: '5', tax_rate_ids: [] },
  ];
  let bill: Wire = {};
  const moved = await shopOf(world, as).moves(
    async () => (bill = await fixture.owed('0', { currency: 'EUR', exchange_rate: '1.09', lines })),
  );
  assert.deepEqual([moved['1200'], moved['2060']], [11_95n, undefined]);
  const [movement] = (await run('list_stock_movements', { expense_id: bill.id })).data;
  assert.equal(movement.total_cost, '11.95');
  await soundly();
  await fixture.keyed('void_expense', { id: bill.id });
  await soundly();
});

for (const costing of ['weighted_average', 'fifo']) {
  test(`goods to several places, by names, in another currency, take five flights at most (${costing})`, async () => {
    const own = await world.found(`Places ${costing}`, { country: 'US', currency: 'USD', timezone: 'Etc/UTC' });
    const call = (name: string, input: object) => world.call(name, input, { as: own, key: randomUUID() });
    await call('update_organization', { inventory: { costing_method: costing } });
    await call('set_exchange_rate', { currency: 'EUR', rate: '1.1', rate_date: '2026-01-01' });
    const taxed = await call('create_tax_rate', { name: 'VAT', percentage: '19' });
    const skus = ['A-1', 'B-2'];
    for (const sku of skus) {
      await call('create_product', { name: sku, price: '9', sku, tax_rate_ids: [taxed.id] });
    }
    const places = await Promise.all(['North', 'South'].map((name) => call('create_location', { name, code: name })));
    await call('create_client', {
      type: 'business',
      display_name: 'Mill',
      roles: ['supplier'],
      currency: 'EUR',
    });
    const at = [{}, ...places.map(({ id }) => ({ location_id: id }))];
    const lines = at.flatMap((where) => skus.map((sku) => ({ sku, quantity: '7', amount: '10', ...where })));
    for (const round of [1, 2]) {
      const counted = countFlights(world.runtime.db);
      const input = { supplier: 'Mill', lines: [...lines, { category: 'Travel', amount: '1' }], post: true };
      const origin = { door: 'rest', requestId: randomUUID() } as const;
      const request = { actor: own, input, idempotencyKey: randomUUID(), origin };
      await runOperation({ ...world.runtime, db: counted.db }, createExpense, request);
      assert.ok(counted.flights() <= 5, `${counted.flights()} flights in round ${round}`);
    }
    const levels = (await call('list_stock_levels', {})).data;
    assert.deepEqual(
      levels.map(({ on_hand: quantity }: Wire) => quantity),
      levels.map(() => '14'),
    );
    assert.equal(levels.length, 6);
    const { totals } = await call('get_inventory_valuation', {});
    assert.equal(totals.value, '132.00');
    await createExpenseFixture(world, own).booksAgree();
    const { checks } = await call('check_books', {});
    assert.deepEqual(
      checks.filter(({ ok }: Wire) => !ok),
      [],
    );
  });
}
