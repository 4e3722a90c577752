import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { within } from '../../../test/support/goods.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';
import { Id, type Prefixed } from '../../wire/index.ts';
import { loadVariants, taxRatesFor, variantIdsBySku, variantsFor } from './index.ts';

const world = await createWorld();
const { call, rival } = world;
const uuid = (of: Prefixed, { id }: Wire): string => z.decode(Id(of), id);

const [standard, reduced] = (await call('list_tax_rates')).data;
const income = await call('create_account', { code: '4030', name: 'Food', type: 'revenue' });
const food = await call('create_product_category', {
  name: 'Food',
  tax_rate_ids: [reduced.id],
  income_account_id: income.id,
});
const make = async (name: string, more: object): Promise<Wire> =>
  (await call('create_product', { name, price: '4.995', ...more })).variants[0];
const bread = await make('Bread', { category_id: food.id, sku: 'BRD', unit: { label: 'loaf' } });
const wine = await make('Wine', { category_id: food.id, tax_rate_ids: [standard.id, reduced.id], status: 'draft' });
const ids = [uuid('variant', bread), uuid('variant', wine)];

test('a sale gets price, taxes and accounts of each variant: the product’s own, else its category’s', async () => {
  const found = await within(world, (context) => variantsFor(context, [...ids, crypto.randomUUID()]));
  assert.equal(found.size, 2);
  const { taxRates, productId, categoryId, incomeAccountId, id, ...terms } = found.get(ids[0] ?? '') ?? assert.fail();
  assert.deepEqual(terms, {
    productName: 'Bread',
    name: null,
    fullName: 'Bread',
    sku: 'BRD',
    priceMicro: 499_500_000n,
    minPriceMicro: null,
    currency: 'EUR',
    priceIncludesTax: false,
    priceTiers: [],
    components: [],
    dimensionIds: [],
    categoryDimensionIds: [],
    trackInventory: true,
    negativeStock: null,
    unit: { code: null, label: 'loaf', decimals: 0 },
    isSold: true,
    status: 'active',
  });
  assert.deepEqual([id, productId], [ids[0], z.decode(Id('product'), bread.product_id)]);
  assert.deepEqual([categoryId, incomeAccountId], [uuid('product_category', food), uuid('account', income)]);
  assert.deepEqual(
    taxRates.map(({ name, percentage, kind, compound, isUsed, accountId }) => {
      return [name, percentage, kind, compound, isUsed, accountId];
    }),
    [['USt 7%', 7_000_000n, 'standard', false, false, null]],
  );
  const draft = found.get(ids[1] ?? '');
  assert.equal(draft?.status, 'draft');
  assert.deepEqual(
    draft?.taxRates.map(({ percentage }) => percentage),
    [19_000_000n, 7_000_000n],
  );
});

test('another organisation gets nothing by id or SKU', async () => {
  await within(
    world,
    async (context) => {
      assert.equal((await variantsFor(context, ids)).size, 0);
      assert.equal((await variantIdsBySku(context, ['BRD'])).size, 0);
      assert.equal((await loadVariants(context, ids)).size, 0);
      assert.equal((await taxRatesFor(context, [uuid('tax_rate', standard)])).size, 0);
    },
    { as: rival },
  );
});

test('variants are found by SKU as it was written', async () => {
  const found = await within(world, (context) => variantIdsBySku(context, ['brd', 'BRD', 'none']));
  assert.deepEqual(
    [...found],
    [
      ['brd', ids[0]],
      ['BRD', ids[0]],
    ],
  );
});
