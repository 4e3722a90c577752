/** Records give new lines the values of dimensions that those do not name, and change nothing that was made before. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createExpenseFixture } from '../../../test/support/expense-fixture.ts';
import { refused } from '../../../test/support/refused.ts';
import { shopOf } from '../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';

const world = await createWorld();

async function business(name: string) {
  world.setNow('2026-03-10T12:00:00Z');
  const as = await world.found(name);
  const shop = shopOf(world, as);
  const { keyed } = createExpenseFixture(world, as);
  const call = (operation: string, input: object = {}) => world.call(operation, input, { as });
  const valued = async (dimension: string, codes: readonly string[], more: object = {}) => {
    const { id } = await call('create_dimension', { name: dimension });
    const values: string[] = [];
    for (const code of codes) {
      const value = { dimension_id: id, code, name: `${dimension} ${code}`, ...more };
      values.push((await call('create_dimension_value', value)).id);
    }
    return { id, values };
  };
  const { data } = await call('list_locations');
  const [location] = data;
  const sell = (line: object, more: object = {}) =>
    keyed('create_sale', { lines: [{ quantity: '1', unit_price: '10', tax_rate_ids: [], ...line }], ...more });
  const spend = (line: object, more: object = {}) =>
    keyed('create_expense', {
      payee_name: 'Kim',
      lines: [{ category: 'Travel', amount: '10', tax_rate_ids: [], ...line }],
      ...more,
    });
  return { as, call, keyed, shop, valued, location, sell, spend };
}

const valuesIn = ({ lines }: Wire) => lines.map((line: Wire) => line.dimension_value_ids);

describe('a new line takes of each dimension', () => {
  test('its own, else that of the whole, the product, its category, the client and the location', async () => {
    const { call, shop, valued, location, sell } = await business('Order of defaults');
    const { values } = await valued('Project', ['L', 'H', 'P', 'G', 'C', 'S']);
    const [line, header, product, category, client, store] = values;
    const made = {
      category: await call('create_product_category', { name: 'Bread' }),
      client: await shop.client(),
    };
    const loaf = await shop.product({ price: '5', category_id: made.category.id, track_inventory: false });
    const one = async (own: object = {}, more: object = {}) =>
      valuesIn(await sell({ variant_id: loaf.id, ...own }, { client_id: made.client.id, ...more }))[0];
    assert.deepEqual(await one(), []);
    const give = [
      ['update_location', location.id, store],
      ['update_client', made.client.id, client],
      ['update_product_category', made.category.id, category],
      ['update_product', loaf.product_id, product],
    ] as const;
    for (const [operation, id, value] of give) {
      const changed = await call(operation, { id, dimension_value_ids: [value] });
      assert.deepEqual(changed.dimension_value_ids, [value]);
      assert.deepEqual(await one(), [value], operation);
    }
    assert.deepEqual(await one({}, { dimension_value_ids: [header] }), [header]);
    assert.deepEqual(await one({ dimension_value_ids: [line] }, { dimension_value_ids: [header] }), [line]);
    assert.deepEqual(await one({ dimension_value_ids: [] }), [], 'a line that says none has none');
    assert.deepEqual(valuesIn(await sell({ name: 'Work' }, { client_id: made.client.id })), [[client]]);
    assert.deepEqual(valuesIn(await sell({ name: 'Work' })), [[store]]);
  });

  test('the first that has one, dimension by dimension', async () => {
    const { call, shop, valued, location, sell } = await business('By dimension');
    const project = (await valued('Project', ['A'])).values;
    const centre = (await valued('Cost centre', ['100', '200'])).values;
    const buyer = await shop.client({ dimension_value_ids: [...centre.slice(0, 1), ...project] });
    assert.deepEqual(buyer.dimension_value_ids, [...project, ...centre.slice(0, 1)]);
    await call('update_location', { id: location.id, dimension_value_ids: centre.slice(1) });
    const work = await shop.product({ type: 'service', price: '5', dimension_value_ids: centre.slice(1) });
    const lines = await sell({ variant_id: work.id }, { client_id: buyer.id });
    assert.deepEqual(valuesIn(lines), [[...project, ...centre.slice(1)]]);
  });

  test('on a bill that of the product, the category and the supplier', async () => {
    const { call, shop, valued, spend, keyed } = await business('Bills');
    const [product, category, supplier] = (await valued('Project', ['P', 'G', 'S'])).values;
    const baker = await call('create_client', {
      type: 'business',
      display_name: 'Baker',
      roles: ['supplier'],
      dimension_value_ids: [supplier],
    });
    const bill = { supplier_id: baker.id, payee_name: undefined };
    assert.deepEqual(valuesIn(await spend({}, bill)), [[supplier]]);
    const { data } = await call('list_expense_categories', { limit: 100 });
    const travel = data.find(({ name }: Wire) => name === 'Travel');
    await call('update_expense_category', { id: travel.id, dimension_value_ids: [category] });
    assert.deepEqual(valuesIn(await spend({}, bill)), [[category]]);
    const flour = await shop.product({ price: '5', dimension_value_ids: [product] });
    const goods = { category: undefined, variant_id: flour.id, quantity: '1' };
    assert.deepEqual(valuesIn(await spend(goods, bill)), [[product]]);
    const recurring = await keyed('create_recurring_expense', {
      name: 'Rent',
      mode: 'post',
      frequency: 'month',
      start_date: '2026-03-10',
      template: { supplier_id: baker.id, lines: [{ category: 'Office and software', amount: '7', tax_rate_ids: [] }] },
    });
    const { expense_id: id } = await keyed('run_recurring_expense', { id: recurring.id });
    assert.deepEqual(valuesIn(await call('get_expense', { id })), [[supplier]]);
  });
});

describe('what a record gives', () => {
  test('is not taken if it is archived or of another day', async () => {
    const { call, shop, valued, sell } = await business('Out of use');
    const [a, b] = (await valued('Project', ['A', 'B'])).values;
    const [late] = (await valued('Cost centre', ['100'], { starts_on: '2026-04-01' })).values;
    const buyer = await shop.client({ dimension_value_ids: [a] });
    await assert.rejects(
      call('update_client', { id: buyer.id, dimension_value_ids: [a, late] }),
      refused('validation_failed', ({ errors }) => {
        assert.deepEqual([errors[0].pointer, errors[0].code], ['/dimension_value_ids/1', 'not_on_that_day']);
      }),
    );
    const later = { client_id: buyer.id, sale_date: '2026-03-11' };
    assert.deepEqual(valuesIn(await sell({ name: 'Work' }, later)), [[a]]);
    await call('update_dimension_value', { id: a, ends_on: '2026-03-10' });
    assert.deepEqual(valuesIn(await sell({ name: 'Work' }, later)), [[]]);
    assert.deepEqual(valuesIn(await sell({ name: 'Work' }, { client_id: buyer.id })), [[a]]);
    await call('archive_dimension_value', { id: a });
    assert.deepEqual(valuesIn(await sell({ name: 'Work' }, { client_id: buyer.id })), [[]]);
    const kept = await call('update_client', { id: buyer.id, dimension_value_ids: [a], notes_internal: 'Same' });
    assert.deepEqual(kept.dimension_value_ids, [a]);
    await assert.rejects(
      shop.client({ dimension_value_ids: [a] }),
      refused('validation_failed', ({ errors }) => assert.equal(errors[0].code, 'archived')),
    );
    const changed = await call('update_client', { id: buyer.id, dimension_value_ids: [b] });
    assert.deepEqual(changed.dimension_value_ids, [b]);
  });

  test('changes no draft and nothing that is posted', async () => {
    const { call, keyed, shop, valued, sell } = await business('Drafts');
    const [a, b] = (await valued('Project', ['A', 'B'])).values;
    const buyer = await shop.client({ dimension_value_ids: [a] });
    const [drafted, empty] = [await sell({ name: 'Work' }, { client_id: buyer.id }), await sell({ name: 'Work' })];
    await call('update_client', { id: buyer.id, dimension_value_ids: [b] });
    const confirmed = await keyed('confirm_sale', { id: drafted.id });
    assert.deepEqual(valuesIn(confirmed), [[a]]);
    const given = await call('update_sale', { id: empty.id, client_id: buyer.id });
    assert.deepEqual(valuesIn(given), [[]], 'a line that was there keeps what it had');
    const added = await call('update_sale', {
      id: empty.id,
      lines: [{ name: 'More', quantity: '1', unit_price: '1' }],
    });
    assert.deepEqual(valuesIn(added), [[b]]);
    assert.deepEqual(valuesIn(await call('get_sale', { id: drafted.id })), [[a]]);
  });

  test('fills what an account requires', async () => {
    const { call, keyed, shop, valued, sell } = await business('Required');
    const { id, values } = await valued('Project', ['A']);
    await call('update_dimension', { id, required_for: { account_types: ['revenue'] } });
    const [plain, giving] = [await shop.client(), await shop.client({ dimension_value_ids: values })];
    const refusedSale = await sell({ name: 'Work' }, { client_id: plain.id });
    await assert.rejects(
      keyed('confirm_sale', { id: refusedSale.id }),
      refused('validation_failed', ({ errors }) => assert.equal(errors[0].code, 'dimension_required')),
    );
    const sale = await sell({ name: 'Work' }, { client_id: giving.id });
    const { status } = await keyed('confirm_sale', { id: sale.id });
    assert.notEqual(status, 'draft');
  });

  test('cannot be of another organisation, or two of one dimension', async () => {
    const other = await business('Others');
    const foreign = (await other.valued('Project', ['X'])).values;
    const { call, shop, valued, location } = await business('Own');
    const own = (await valued('Project', ['A', 'B'])).values;
    const buyer = await shop.client();
    const loaf = await shop.product({ price: '5' });
    const records = [
      ['update_client', buyer.id],
      ['update_product', loaf.product_id],
      ['update_location', location.id],
    ] as const;
    for (const [operation, id] of records) {
      await assert.rejects(call(operation, { id, dimension_value_ids: foreign }), refused('not_found'));
      await assert.rejects(
        call(operation, { id, dimension_value_ids: own }),
        refused('validation_failed', ({ errors }) => assert.equal(errors[0].code, 'same_dimension')),
      );
    }
  });
});
