import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire, withPermissions } from '../../../../test/support/world.ts';

const world = await createWorld();
const shop = shopOf(world);
const look = (code: string, as = world.ana): Promise<Wire> => world.call('lookup_variant', { code }, { as });

const tea = await shop.product({ name: 'Tea', price: '4.50', sku: 'Tea-1', barcode: '0036000291452' });
await shop.receive(tea, '12', '1.10');

test('a barcode, with or without its zeros, and a SKU in any case find the variant with price and stock', async () => {
  for (const code of ['0036000291452', '036000291452', 'tea-1', ' TEA-1 ']) {
    const { variant, stock } = await look(code);
    assert.deepEqual([variant.id, variant.price, stock.available], [tea.id, '4.50', '12'], code);
  }
  const found = await look('tea-1');
  assert.deepEqual(found.variant, await world.call('get_variant', { id: tea.id }));
  const { id: _, ...availability } = await world.call('get_variant_availability', { id: tea.id });
  assert.deepEqual(found.stock, availability);
});

test('a barcode comes before a SKU of the same digits', async () => {
  const odd = await shop.product({ name: 'Odd', price: '1', sku: '4006381333931' });
  assert.equal((await look('4006381333931')).variant.id, odd.id);
  const pen = await shop.product({ name: 'Pen', price: '2', barcode: '4006381333931' });
  assert.equal((await look('4006381333931')).variant.id, pen.id);
});

test('a code that nothing has is not found, nor one of another organisation', async () => {
  for (const code of ['nothing', '96385074', '%', "' or true --"])
    await assert.rejects(look(code), refused('not_found'));
  await assert.rejects(look('tea-1', world.rival), refused('not_found'));
  await assert.rejects(look(''), refused('validation_failed'));
});

test('whoever may not see stock or costs sees neither', async () => {
  const seller = withPermissions(world.ana, ['products:read']);
  const { variant, stock } = await look('tea-1', seller);
  assert.deepEqual([stock, variant.average_cost, variant.last_cost], [null, null, null]);
  assert.equal((await look('tea-1')).variant.average_cost, '1.10', 'control');
});

test('a variant that was archived is found as such', async () => {
  const old = await shop.product({ name: 'Old', price: '3', sku: 'old-1' });
  await world.call('archive_product', { id: old.product_id });
  assert.equal((await look('old-1')).variant.id, old.id);
});
