import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
const ofAverages = shopOf(world);
const brisk = await world.found('Brisk');
await call('update_organization', { inventory: { costing_method: 'fifo' } }, { as: brisk });
const ofLayers = shopOf(world, brisk);

for (const [method, shop, as] of [
  ['at their average', ofAverages, world.ana],
  ['in layers', ofLayers, brisk],
] as const) {
  const onHand = async (variant: Wire): Promise<string> =>
    (await call('list_stock_levels', { variant_id: variant.id }, { as })).data[0].on_hand;

  /** Two sets of two cups and three saucers each; of the cups, three cost 2.00 and the others 5.00. */
  async function soldSets(): Promise<{ sale: Wire; cup: Wire; saucer: Wire }> {
    const [cup, saucer] = [await shop.product(), await shop.product()];
    await shop.receive(cup, '3', '2.00');
    await shop.receive(cup, '9', '5.00');
    await shop.receive(saucer, '10', '0.50');
    const components = [
      { variant_id: cup.id, quantity: '2' },
      { variant_id: saucer.id, quantity: '3' },
    ];
    const product = await call('create_product', { name: 'Set', type: 'bundle', price: '20', components }, { as });
    const lines = [{ variant_id: product.variants[0].id, quantity: '2' }];
    return { sale: await shop.sold('0', { lines }), cup, saucer };
  }

  describe(`bundles of goods that are valued ${method}`, () => {
    test('come back whole: every component is where it was, at what it cost', async () => {
      const { sale, cup, saucer } = await soldSets();
      const inventory = await shop.balance('1200');
      const given = await shop.keyed('return_sale', { id: sale.id });
      assert.equal(given.cost_total, sale.cost_total);
      assert.deepEqual([await onHand(cup), await onHand(saucer)], ['12', '10']);
      assert.equal((await shop.balance('1200')) - inventory, BigInt(sale.cost_total.replace('.', '')));
      await shop.booksAgree();
    });

    test('come back one by one: each brings its components, and all together bring what they cost', async () => {
      const { sale, cup, saucer } = await soldSets();
      const one = { id: sale.id, lines: [{ line_id: sale.lines[0].id, quantity: '1' }] };
      const first = await shop.keyed('return_sale', one);
      assert.deepEqual([await onHand(cup), await onHand(saucer)], ['10', '7']);
      const second = await shop.keyed('return_sale', one);
      assert.deepEqual([await onHand(cup), await onHand(saucer)], ['12', '10']);
      const cents = (amount: string) => BigInt(amount.replace('.', ''));
      assert.equal(cents(first.cost_total) + cents(second.cost_total), cents(sale.cost_total));
      await shop.booksAgree();
    });

    test('whose return is void are sold again, and those that stay sold can be returned once more', async () => {
      const { sale, cup } = await soldSets();
      const given = await shop.keyed('return_sale', { id: sale.id });
      await shop.keyed('void_sale', { id: given.id });
      assert.equal(await onHand(cup), '8');
      const again = await shop.keyed('return_sale', { id: sale.id });
      assert.deepEqual([again.cost_total, await onHand(cup)], [sale.cost_total, '12']);
      await shop.booksAgree();
    });
  });
}
