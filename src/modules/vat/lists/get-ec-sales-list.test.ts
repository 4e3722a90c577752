import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createVatFixture } from '../../../../test/support/vat-fixture.ts';
import { createWorld } from '../../../../test/support/world.ts';

const world = await createWorld();
const vat = createVatFixture(world);

const lastQuarters = [
  ['IT', '2025-01-01', '2025-03-31'],
  ['ES', '2025-10-01', '2025-12-31'],
] as const;

for (const [country, from, to] of lastQuarters) {
  test(`by payment, a sale is taken off in the quarter of its void (${country})`, async () => {
    const shop = await vat({ country, period: 'quarter', starts_on: '2024-01-01', tax_basis: 'payment' });
    const exempt = await shop.rate('0', { category: 'K' });
    const sale = await shop.sell([['1000.00', exempt]], '2024-03-10', 'FR');
    const goods = async (first: string, last: string): Promise<string> =>
      (await shop.call('get_ec_sales_list', { from: first, to: last })).totals.goods;
    assert.equal(await goods(from, to), '1000.00');
    await shop.keyed('void_sale', { id: sale.id, date: '2026-05-05' });
    assert.equal(await goods('2026-04-01', '2026-06-30'), '-1000.00');
    assert.equal(await goods('2024-01-01', '2026-06-30'), '0.00');
  });
}
