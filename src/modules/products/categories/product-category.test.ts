import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { refused } from '../../../../test/support/refused.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call, rival } = world;
let made = 0;
const create = (input: object = {}): Promise<Wire> =>
  call('create_product_category', { name: `Category ${(made += 1)}`, ...input });
const move = (id: string, parent: Wire): Promise<Wire> =>
  call('update_product_category', { id, parent_id: parent?.id ?? null });
const pathOf = async ({ id }: Wire): Promise<string[]> => (await call('get_product_category', { id })).path;

/** A chain of categories, each below the one before. */
async function chain(length: number): Promise<Wire[]> {
  const links: Wire[] = [];
  for (let level = 0; level < length; level += 1) links.push(await create({ parent_id: links.at(-1)?.id ?? null }));
  return links;
}

describe('product categories', () => {
  test('every field comes back as it will be read', async () => {
    const [rate] = (await call('list_tax_rates')).data;
    const income = await call('create_account', { code: '4020', name: 'Books', type: 'revenue' });
    const fields = {
      position: 3,
      tax_rate_ids: [rate.id],
      income_account_id: income.id,
      tags: ['t'],
      external_id: 'c1',
    };
    const created = await create({ name: 'Books', ...fields });
    for (const [field, value] of Object.entries(fields)) assert.deepEqual(created[field], value, field);
    assert.deepEqual(created.path, ['Books']);
    assert.deepEqual(await call('get_product_category', { id: created.id }), created);
    const changed = await call('update_product_category', {
      id: created.id,
      income_account_id: null,
      tax_rate_ids: [],
    });
    assert.deepEqual([changed.income_account_id, changed.tax_rate_ids, changed.version], [null, [], 2]);
    await assert.rejects(
      call('update_product_category', { id: created.id, name: 'x', version: 1 }),
      refused('version_conflict'),
    );
    await assert.rejects(create({ external_id: 'c1' }), refused('category_external_id_taken'));
    await assert.rejects(call('get_product_category', { id: created.id }, { as: rival }), refused('not_found'));
  });

  test('siblings have different names, cousins may have the same', async () => {
    const [root, other] = [await create(), await create()];
    await create({ name: 'Ähnlich', parent_id: root.id });
    await assert.rejects(create({ name: 'ahnlich', parent_id: root.id }), refused('category_name_taken'));
    const cousin = await create({ name: 'ahnlich', parent_id: other.id });
    await assert.rejects(move(cousin.id, root), refused('category_name_taken'));
  });

  test('there are six levels and no seventh', async () => {
    const links = await chain(6);
    assert.equal((await pathOf(links[5])).length, 6);
    await assert.rejects(create({ parent_id: links[5].id }), refused('category_too_deep'));
    const [top, below] = await chain(2);
    await assert.rejects(move(top.id, links[4]), refused('category_too_deep'));
    await move(below.id, links[4]);
  });

  test('a category moves with all that is below it', async () => {
    const [a, b, c] = await chain(3);
    const root = await create({ name: 'Root' });
    await move(b.id, root);
    assert.deepEqual(await pathOf(c), ['Root', b.name, c.name]);
    await move(b.id, null);
    assert.deepEqual(await pathOf(c), [b.name, c.name]);
    assert.deepEqual(
      (await call('list_product_categories', { below_id: b.id })).data.map(({ id }: Wire) => id),
      [c.id],
    );
    assert.deepEqual((await call('list_product_categories', { parent_id: a.id })).data, []);
  });

  test('a category is never below itself, not even when two move at once', async () => {
    const [a, b] = await chain(2);
    await assert.rejects(move(a.id, b), refused('category_cycle'));
    await assert.rejects(move(a.id, a), refused('category_cycle'));
    for (let round = 0; round < 6; round += 1) {
      const [left, leftChild] = await chain(2);
      const [right, rightChild] = await chain(2);
      const moves = await Promise.allSettled([move(left.id, rightChild), move(right.id, leftChild)]);
      assert.equal(moves.filter(({ status }) => status === 'fulfilled').length, 1);
      for (const one of moves) if (one.status === 'rejected') refused('category_cycle')(one.reason);
    }
  });

  test('a child that is made while its parent moves lands where the parent is', async () => {
    for (let round = 0; round < 6; round += 1) {
      const [top, parent] = await chain(2);
      const root = await create();
      const [child] = await Promise.all([create({ parent_id: parent.id }), move(parent.id, root)]);
      assert.deepEqual(await pathOf(child), [root.name, parent.name, child.name]);
      assert.ok(top);
    }
  });

  test('an unknown or archived parent is refused', async () => {
    const foreign = await call('create_product_category', { name: 'Foreign' }, { as: rival });
    const old = await create();
    await call('archive_product_category', { id: old.id });
    const at = ({ errors }: Wire) => assert.equal(errors[0].pointer, '/parent_id');
    await assert.rejects(create({ parent_id: foreign.id }), refused('not_found', at));
    await assert.rejects(create({ parent_id: old.id }), refused('validation_failed', at));
  });

  test('one is archived and restored, unless its name was given to another meanwhile', async () => {
    const old = await create({ name: 'Season' });
    assert.equal((await call('archive_product_category', { id: old.id })).status, 'archived');
    await assert.rejects(call('archive_product_category', { id: old.id }), refused('invalid_state_transition'));
    const next = await create({ name: 'Season' });
    await assert.rejects(call('restore_product_category', { id: old.id }), refused('category_name_taken'));
    await call('delete_product_category', { id: next.id });
    assert.equal((await call('restore_product_category', { id: old.id })).status, 'active');
    await assert.rejects(call('restore_product_category', { id: old.id }), refused('invalid_state_transition'));
  });

  test('one is deleted only when it is empty', async () => {
    const [parent, child] = await chain(2);
    const other = await create();
    const product = await call('create_product', {
      name: 'P',
      price: '1',
      category_id: child.id,
      category_ids: [other.id],
    });
    for (const { id } of [parent, child, other]) {
      await assert.rejects(call('delete_product_category', { id }), refused('has_history'));
    }
    await call('delete_product', { id: product.id });
    assert.deepEqual(await call('delete_product_category', { id: child.id }), { id: child.id, deleted: true });
    await call('delete_product_category', { id: parent.id });
    await assert.rejects(call('delete_product_category', { id: parent.id }), refused('not_found'));
  });

  test('they are listed from the root down', async () => {
    const owner = await world.found('Tree');
    const as = { as: owner };
    const b = await call('create_product_category', { name: 'B' }, as);
    await call('create_product_category', { name: 'b2', parent_id: b.id }, as);
    await call('create_product_category', { name: 'a' }, as);
    await call('create_product_category', { name: 'First', position: 0, parent_id: b.id }, as);
    const { data } = await call('list_product_categories', { expand: ['parent'] }, as);
    assert.deepEqual(
      data.map(({ name, parent }: Wire) => [name, parent?.name ?? null]),
      [
        ['a', null],
        ['B', null],
        ['b2', 'B'],
        ['First', 'B'],
      ],
    );
    assert.equal((await call('list_product_categories', { is_root: true }, as)).data.length, 2);
  });
});
