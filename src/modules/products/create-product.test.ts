import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { goodsOf } from '../../../test/support/goods.ts';
import { refused } from '../../../test/support/refused.ts';
import { createWorld, type Wire, withPermissions } from '../../../test/support/world.ts';

const world = await createWorld();
const { call, ana, rival } = world;
const create = (input: object = {}, as = ana): Promise<Wire> =>
  call('create_product', { name: 'Thing', ...('variants' in input ? {} : { price: '10' }), ...input }, { as });

const refusedAt = async (input: object, pointer: string, code: string) => {
  const kind = code === 'not_found' ? 'not_found' : 'validation_failed';
  await assert.rejects(
    create(input),
    refused(kind, ({ errors }) => assert.deepEqual([errors[0].pointer, errors[0].code], [pointer, code])),
  );
};

describe('creating a product', () => {
  test('with a price makes the one variant that is sold', async () => {
    world.emitted();
    const made = await create({
      name: 'Coffee',
      price: '4.995',
      sku: 'COF',
      barcode: '4006381333931',
      weight: { value: '1.5', unit: 'kg' },
    });
    assert.deepEqual([made.type, made.status, made.version, made.options], ['good', 'active', 1, []]);
    const [variant] = made.variants;
    const { name, full_name, price, sku, barcode, barcode_type, currency, weight, track_inventory, status } = variant;
    assert.deepEqual(
      { name, full_name, price, sku, barcode, barcode_type, currency, weight, track_inventory, status },
      {
        name: null,
        full_name: 'Coffee',
        price: '4.995',
        sku: 'COF',
        barcode: '4006381333931',
        barcode_type: 'gtin_13',
        currency: 'EUR',
        weight: { value: '1.5', unit: 'kg' },
        track_inventory: true,
        status: 'active',
      },
    );
    assert.deepEqual(await call('get_product', { id: made.id }), made);
    assert.deepEqual(await call('get_variant', { id: variant.id }), variant);
    const [event, ...others] = world.emitted();
    assert.deepEqual(others, []);
    assert.equal(event?.type, 'product.created');
    assert.deepEqual(
      Object.keys(event?.data as object).filter((key) => key.includes('cost')),
      [],
    );
  });

  test('that is a service keeps no stock', async () => {
    const made = await create({ type: 'service', price: '80' });
    assert.deepEqual([made.variants[0].track_inventory, made.is_purchased], [false, false]);
    await refusedAt({ type: 'service', track_inventory: true }, '/track_inventory', 'not_a_good');
  });

  test('with options makes every combination, each with the price and a SKU of its own', async () => {
    const made = await create({
      name: 'Shirt',
      price: '20',
      sku_prefix: 'TS',
      low_stock_threshold: '3',
      options: [
        { name: 'Size', values: ['S', 'M'] },
        { name: 'Colour', values: ['Dark red', 'Blau'] },
      ],
    });
    assert.deepEqual(
      made.variants.map(({ sku, name, price, low_stock_threshold }: Wire) => [sku, name, price, low_stock_threshold]),
      [
        ['TS-S-DARKRED', 'S / Dark red', '20.00', '3'],
        ['TS-S-BLAU', 'S / Blau', '20.00', '3'],
        ['TS-M-DARKRED', 'M / Dark red', '20.00', '3'],
        ['TS-M-BLAU', 'M / Blau', '20.00', '3'],
      ],
    );
    assert.deepEqual(made.variants[0].option_values, { Size: 'S', Colour: 'Dark red' });
    assert.equal(made.variants[0].full_name, 'Shirt (S / Dark red)');
  });

  test('with variants takes exactly those, and reads the options off them', async () => {
    const made = await create({
      variants: [
        { price: '1', sku: 'v-1', option_values: { Size: 'S' } },
        { price: '2', sku: 'v-2', option_values: { size: 'L' }, external_id: 'x2', tags: ['big'] },
      ],
    });
    assert.deepEqual(made.options, [{ name: 'Size', values: ['S', 'L'] }]);
    assert.deepEqual(
      made.variants.map(({ price, option_values }: Wire) => [price, option_values]),
      [
        ['1.00', { Size: 'S' }],
        ['2.00', { Size: 'L' }],
      ],
    );
  });

  test('keeps its categories, taxes, accounts and unit', async () => {
    const category = await call('create_product_category', { name: 'Kept' });
    const other = await call('create_product_category', { name: 'Kept too' });
    const [rate, low] = (await call('list_tax_rates')).data;
    const income = await call('create_account', { code: '4010', name: 'Kept sales', type: 'revenue' });
    const supplier = await call('create_client', { type: 'business', display_name: 'Maker', roles: ['supplier'] });
    const fields = {
      category_id: category.id,
      category_ids: [other.id],
      tax_rate_ids: [low.id, rate.id],
      purchase_tax_rate_ids: [rate.id],
      income_account_id: income.id,
      supplier_id: supplier.id,
      unit: { code: 'KGM', label: 'kg', decimals: 3 },
      metadata: { shop: '1' },
      tags: ['kept'],
      external_id: 'kept-1',
    };
    const made = await create(fields);
    for (const [field, value] of Object.entries(fields)) assert.deepEqual(made[field], value, field);
    const expanded = await call('get_product', { id: made.id, expand: ['category'] });
    assert.equal(expanded.category.name, 'Kept');
    await assert.rejects(create({ external_id: 'kept-1' }), refused('product_external_id_taken'));
  });

  test('whose prices include tax where the organisation says so', async () => {
    const owner = await world.found('Gross');
    await call('update_organization', { tax_inclusive_default: true }, { as: owner });
    assert.equal((await create({}, owner)).variants[0].price_includes_tax, true);
    assert.equal((await create({ price_includes_tax: false }, owner)).variants[0].price_includes_tax, false);
    assert.equal((await create()).variants[0].price_includes_tax, false);
  });

  test('can be previewed: nothing is kept', async () => {
    const preview = await call('create_product', { name: 'Ghost', price: '1' }, { dryRun: true });
    await assert.rejects(call('get_product', { id: preview.id }), refused('not_found'));
  });
});

describe('a SKU and a barcode', () => {
  test('are of one variant, whatever the case and the number of digits', async () => {
    await create({ sku: 'Ab-1', barcode: '036000291452' });
    await assert.rejects(create({ sku: 'aB-1' }), refused('sku_taken'));
    await assert.rejects(create({ barcode: '0036000291452' }), refused('barcode_taken'));
    const owner = rival;
    assert.equal((await create({ sku: 'AB-1', barcode: '036000291452' }, owner)).variants[0].sku, 'AB-1');
  });

  test('a barcode has the right check digit', async () => {
    await refusedAt({ barcode: '4006381333932' }, '/barcode', 'invalid');
    await refusedAt({ barcode: '12345' }, '/barcode', 'invalid');
  });

  test('are of one of 20 products made at once', async () => {
    const made = await Promise.allSettled(Array.from({ length: 20 }, () => create({ sku: 'ONCE' })));
    assert.equal(made.filter(({ status }) => status === 'fulfilled').length, 1);
    for (const one of made) if (one.status === 'rejected') refused('sku_taken')(one.reason);
  });
});

describe('a product that does not fit is refused at the field', () => {
  test('prices and currencies', async () => {
    await refusedAt({ price: undefined }, '/price', 'required');
    await refusedAt({ price: '1.123456789' }, '/price', 'wrong_scale');
    await refusedAt({ price: '999999999999' }, '/price', 'too_large');
    await refusedAt({ currency: 'USD' }, '/currency', 'currency_mismatch');
    await refusedAt({ variants: [{ price: '1', currency: 'USD' }] }, '/variants/0/currency', 'currency_mismatch');
    await refusedAt({ standard_cost: '0.123456789' }, '/standard_cost', 'wrong_scale');
  });

  test('variants and options', async () => {
    const size = [{ name: 'Size', values: ['S', 'M'] }];
    await refusedAt({ variants: [{ price: '1' }], price: '2' }, '/price', 'belongs_to_variant');
    await refusedAt({ options: size, sku: 'X' }, '/sku', 'belongs_to_variant');
    await refusedAt({ options: [{ name: 'Size', values: ['S', 's'] }] }, '/options/0', 'invalid');
    await refusedAt({ options: [...size, ...size] }, '/options', 'invalid');
    await refusedAt(
      { variants: [{ price: '1', option_values: { Size: 'S' } }, { price: '1' }] },
      '/variants/1/option_values',
      'missing_option',
    );
    await refusedAt(
      { options: size, variants: [{ price: '1', option_values: { Size: 'S', Fit: 'slim' } }] },
      '/variants/0/option_values',
      'unknown_option',
    );
    const twins = [
      { price: '1', option_values: { Size: 'S' } },
      { price: '1', option_values: { Size: 's' } },
    ];
    await refusedAt({ variants: twins }, '/variants/1/option_values', 'repeated');
    const namesakes = [
      { price: '1', sku: 'NS', option_values: { Size: 'S' } },
      { price: '1', sku: 'ns', option_values: { Size: 'M' } },
    ];
    await refusedAt({ variants: namesakes }, '/variants/1/sku', 'repeated');
    await assert.rejects(
      create({ variants: [{ price: '1', option_values: { A: '1', B: '1', C: '1', D: '1' } }] }),
      refused('validation_failed'),
    );
    const many = Array.from({ length: 11 }, (_, index) => `v${index}`);
    await assert.rejects(
      create({
        options: [
          { name: 'A', values: many },
          { name: 'B', values: many },
        ],
      }),
      refused('validation_failed'),
    );
  });

  test('what it refers to', async () => {
    const foreign = await call('create_product_category', { name: 'Foreign' }, { as: rival });
    const archived = await call('create_product_category', { name: 'Old' });
    await call('archive_product_category', { id: archived.id });
    const rate = (await call('list_tax_rates', {}, { as: rival })).data[0];
    const spent = await call('create_tax_rate', { name: 'Spent', percentage: '3' });
    await call('archive_tax_rate', { id: spent.id });
    const buying = await call('create_tax_rate', { name: 'Buying', percentage: '3', applies_to: 'purchases' });
    const accounts = (await call('list_accounts', { limit: 100 })).data;
    const [account, owed] = ['1200', '1100'].map((code) => accounts.find((one: Wire) => one.code === code));
    const supplier = await call('create_client', { type: 'business', display_name: 'S' }, { as: rival });
    await refusedAt({ category_id: foreign.id }, '/category_id', 'not_found');
    await refusedAt({ category_ids: [foreign.id] }, '/category_ids/0', 'not_found');
    await refusedAt({ category_id: archived.id }, '/category_id', 'archived');
    await refusedAt({ tax_rate_ids: [rate.id] }, '/tax_rate_ids/0', 'not_found');
    await refusedAt({ tax_rate_ids: [spent.id] }, '/tax_rate_ids/0', 'archived');
    await refusedAt({ tax_rate_ids: [buying.id] }, '/tax_rate_ids/0', 'wrong_side');
    await refusedAt({ income_account_id: account.id }, '/income_account_id', 'wrong_class');
    await refusedAt({ inventory_account_id: owed.id }, '/inventory_account_id', 'control_account');
    await refusedAt({ supplier_id: supplier.id }, '/supplier_id', 'not_found');
  });
});

describe('costs', () => {
  test('are shown to whoever may see costs, and to nobody else', async () => {
    const goods = goodsOf(world);
    const variant = await goods.product({ standard_cost: '3' });
    await goods.receive(variant, '2', '4');
    await goods.receive(variant, '2', '5');
    const costs = ({ standard_cost, average_cost, last_cost }: Wire) => [standard_cost, average_cost, last_cost];
    assert.deepEqual(costs(await call('get_variant', { id: variant.id })), ['3.00', '4.50', '5.00']);
    const clerk = withPermissions(ana, ['products:read', 'products:write']);
    const hidden = [null, null, null];
    assert.deepEqual(costs(await call('get_variant', { id: variant.id }, { as: clerk })), hidden);
    const product = await call('get_product', { id: variant.product_id }, { as: clerk });
    assert.deepEqual(costs(product.variants[0]), hidden);
    const { data } = await call('list_products', { limit: 1 }, { as: clerk });
    assert.deepEqual(costs(data[0].variants[0]), hidden);
    const changed = await call('update_variant', { id: variant.id, price: '11' }, { as: clerk });
    assert.deepEqual(costs(changed), hidden);
    assert.deepEqual(costs(await call('get_variant', { id: variant.id })), ['3.00', '4.50', '5.00']);
  });
});

test('a product of nearly the name of another is made and told of', async () => {
  const first = await create({ name: 'Zirbenholz Brett', sku: 'ZB-1' });
  assert.equal(first.similar, undefined);
  for (const name of ['Zirbenholz-Brett', 'zirbenholz bret', 'Zirbenhölz Brett', 'Zirbenholz Brett']) {
    const { id, similar } = await create({ name });
    assert.ok(!similar.some((one: Wire) => one.id === id));
    const told = similar.find((one: Wire) => one.id === first.id);
    assert.deepEqual(told, { id: first.id, name: 'Zirbenholz Brett', status: 'active', skus: ['ZB-1'] });
  }
  assert.equal((await create({ name: 'Zirbenholz Brett 2' })).similar, undefined, 'figures tell apart');
  assert.equal((await create({ name: 'Zirbenkissen' })).similar, undefined);
  const { similar } = await create({ name: 'Zirbenholz Brett' }, rival);
  assert.equal(similar, undefined, 'of another organisation nothing is told');
});
