import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { longTest } from '../../../../test/support/dose.ts';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const { ana, call } = world;
const as = { as: ana };
const shop = shopOf(world);

type Part = readonly [Wire, string];

async function bundle(parts: readonly Part[], more: object = {}): Promise<Wire> {
  const components = parts.map(([variant, quantity]) => ({ variant_id: variant.id, quantity }));
  const product = await call(
    'create_product',
    { name: 'Set', type: 'bundle', price: '20.00', components, ...more },
    as,
  );
  return product.variants[0];
}

async function stocked(quantity: string, unit_cost: string, more: object = {}): Promise<Wire> {
  const variant = await shop.product(more);
  const input = { type: 'purchase_receipt', variant_id: variant.id, quantity, unit_cost };
  await call('create_stock_movement', input, { ...as, key: randomUUID() });
  return variant;
}

async function onHand(variant: Wire): Promise<string | undefined> {
  return (await call('list_stock_levels', { variant_id: variant.id }, as)).data[0]?.on_hand;
}

const sell = (lines: readonly Part[]): Promise<Wire> => {
  const input = lines.map(([variant, quantity]) => ({ variant_id: variant.id, quantity }));
  return shop.client().then((client) => call('create_sale', { client_id: client.id, lines: input, confirm: true }, as));
};

describe('selling a bundle', () => {
  test('its components leave the stock, and its line costs what they cost', async () => {
    const cup = await stocked('10', '2.00');
    const saucer = await stocked('10', '0.50');
    const set = await bundle([
      [cup, '2'],
      [saucer, '3'],
    ]);
    const sale = await sell([[set, '2']]);
    assert.equal(sale.lines[0].cost_total, '11.00');
    assert.equal(sale.cost_total, '11.00');
    assert.deepEqual([await onHand(cup), await onHand(saucer), await onHand(set)], ['6', '4', undefined]);
    await shop.booksAgree();
  });

  test('the demand for a component is summed over every line, bundles and single ones alike', async () => {
    const cup = await stocked('10', '2.00');
    const six = await bundle([[cup, '6']]);
    const four = await bundle([[cup, '4']]);
    await assert.rejects(
      sell([
        [six, '1'],
        [four, '1'],
        [cup, '1'],
      ]),
      refused('insufficient_stock', ({ short }) => {
        assert.deepEqual([short[0].requested, short[0].available], ['11', '10']);
      }),
    );
    assert.equal(await onHand(cup), '10');
    const sale = await sell([
      [six, '1'],
      [four, '1'],
    ]);
    assert.deepEqual(
      sale.lines.map((line: Wire) => line.cost_total),
      ['12.00', '8.00'],
    );
    assert.equal(await onHand(cup), '0');
  });

  test('voiding the sale brings the components back at what they cost', async () => {
    const cup = await stocked('10', '2.00');
    const set = await bundle([[cup, '2']]);
    const sale = await sell([[set, '3']]);
    await shop.keyed('void_sale', { id: sale.id });
    assert.equal(await onHand(cup), '10');
    await shop.booksAgree();
  });

  test('goods in layers leave as bundles, oldest first', async () => {
    const owner = await world.found('Layers');
    const other = shopOf(world, owner);
    await call('update_organization', { inventory: { costing_method: 'fifo' } }, { as: owner });
    const cup = await other.product();
    for (const unit_cost of ['1.00', '3.00']) {
      const input = { type: 'purchase_receipt', variant_id: cup.id, quantity: '5', unit_cost };
      await call('create_stock_movement', input, { as: owner, key: randomUUID() });
    }
    const components = [{ variant_id: cup.id, quantity: '4' }];
    const set = { name: 'Set', type: 'bundle', price: '20', components };
    const { variants } = await call('create_product', set, { as: owner });
    const lines = [{ variant_id: variants[0].id, quantity: '2' }];
    const client = await other.client();
    const sale = await call('create_sale', { client_id: client.id, lines, confirm: true }, { as: owner });
    assert.equal(sale.cost_total, '14.00');
    await other.booksAgree();
  });

  test('twenty buyers of the last ten bundles: ten get one', longTest, async () => {
    const cup = await stocked('20', '2.00');
    const set = await bundle([[cup, '2']]);
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => sell([[set, '1']])));
    assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 10);
    assert.equal(await onHand(cup), '0');
  });

  test('a quantity that would split a component is refused', async () => {
    const cup = await shop.product({ unit: { label: 'piece', decimals: 0 } });
    const set = await bundle([[cup, '3']]);
    await assert.rejects(sell([[set, '0.5']]), refused('validation_failed'));
  });
});

describe('what a bundle is made of', () => {
  test('new components count for new sales', async () => {
    const cup = await stocked('10', '2.00');
    const plate = await stocked('10', '1.00');
    const set = await bundle([[cup, '1']]);
    const components = [{ variant_id: plate.id, quantity: '2' }];
    const product = await call('update_product', { id: set.product_id, components }, as);
    assert.deepEqual(product.components, components);
    await sell([[set, '1']]);
    assert.deepEqual([await onHand(cup), await onHand(plate)], ['10', '8']);
  });

  test('nothing, a bundle, another organisation’s goods and goods of their own are refused', async () => {
    const cup = await shop.product();
    const set = await bundle([[cup, '1']]);
    await assert.rejects(bundle([]), refused('validation_failed'));
    await assert.rejects(bundle([[set, '1']]), refused('validation_failed'));
    const components = [{ variant_id: cup.id, quantity: '1' }];
    await assert.rejects(
      call('create_product', { name: 'Cup', price: '1', components }, as),
      refused('validation_failed'),
    );
    await assert.rejects(
      call('create_product', { name: 'Set', price: '1', type: 'bundle' }, as),
      refused('validation_failed'),
    );
    await assert.rejects(bundle([[cup, '1']], { track_inventory: true }), refused('validation_failed'));
    const foreign = await call('create_product', { name: 'Theirs', price: '1' }, { as: world.rival });
    await assert.rejects(bundle([[foreign.variants[0], '1']]), refused('not_found'));
  });

  test('what a bundle is made of cannot be deleted', async () => {
    const cup = await shop.product();
    await bundle([[cup, '1']]);
    await assert.rejects(call('delete_product', { id: cup.product_id }, as), refused('has_history'));
  });
});

describe('how many bundles there are', () => {
  const available = async (variant: Wire) => call('get_variant_availability', { id: variant.id }, as);

  test('as many as the scarcest component allows, at each place', async () => {
    const cup = await stocked('10', '2.00');
    const saucer = await stocked('7', '0.50');
    const advice = await shop.service();
    const set = await bundle([
      [cup, '2'],
      [saucer, '2'],
      [advice, '1'],
    ]);
    const found = await available(set);
    assert.equal(found.available, '3');
    assert.deepEqual(found.limited_by, [saucer.id]);
    assert.deepEqual(
      found.locations.map((place: Wire) => place.available),
      ['3'],
    );
    assert.equal((await available(cup)).available, '10');
  });

  test('what has no stock is not limited, and what was never stocked is not there', async () => {
    assert.equal((await available(await shop.service())).available, null);
    const cup = await shop.product();
    assert.equal((await available(cup)).available, '0');
    assert.equal((await available(await bundle([[cup, '1']]))).available, '0');
    await assert.rejects(available({ id: 'variant_01h455vb4pex5vsknk084sn02q' }), refused('not_found'));
  });
});
