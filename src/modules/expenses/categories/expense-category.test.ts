import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { refused } from '../../../../test/support/refused.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call, rival } = world;
let made = 0;
const accounts: Wire[] = (await call('list_accounts', { limit: 100 })).data;
const account = (code: string): string => accounts.find((one) => one.code === code).id;
const create = (input: object = {}): Promise<Wire> =>
  call('create_expense_category', { name: `Category ${(made += 1)}`, account_id: account('6700'), ...input });
const move = (id: string, parent: Wire): Promise<Wire> =>
  call('update_expense_category', { id, parent_id: parent?.id ?? null });
const pathOf = async ({ id }: Wire): Promise<string[]> => (await call('get_expense_category', { id })).path;

/** A chain of categories, each below the one before. */
async function chain(length: number): Promise<Wire[]> {
  const links: Wire[] = [];
  for (let level = 0; level < length; level += 1) links.push(await create({ parent_id: links.at(-1)?.id ?? null }));
  return links;
}

describe('expense categories', () => {
  test('a new organisation has the usual ones, each on its account', async () => {
    const { data } = await call('list_expense_categories', {});
    const codes = new Map(accounts.map(({ id, code }) => [id, code]));
    assert.deepEqual(
      data.map((one: Wire) => [one.name, one.kind, codes.get(one.account_id), one.system]),
      [
        ['Advertising', 'operating', '6000', true],
        ['Rent and utilities', 'operating', '6100', true],
        ['Office and software', 'operating', '6200', true],
        ['Travel', 'operating', '6300', true],
        ['Insurance', 'operating', '6400', true],
        ['Professional fees', 'operating', '6500', true],
        ['Wages', 'operating', '6600', true],
        ['Other expenses', 'operating', '6700', true],
        ['Bank and payment fees', 'operating', '6810', true],
        ['Goods and materials', 'cogs', '5000', true],
        ['Equipment', 'asset', '1500', true],
        ['Goods for stock', 'asset', '2060', true],
      ],
    );
    const [first] = data;
    await assert.rejects(call('delete_expense_category', { id: first.id }), refused('expense_category_is_system'));
    const renamed = await call('update_expense_category', { id: first.id, name: 'Marketing' });
    assert.deepEqual([renamed.name, renamed.system], ['Marketing', true]);
    assert.equal((await call('archive_expense_category', { id: first.id })).status, 'archived');
  });

  test('every field comes back as it will be read', async () => {
    const [rate] = (await call('list_tax_rates')).data;
    const fields = {
      position: 3,
      kind: 'other',
      account_id: account('6900'),
      default_tax_rate_id: rate.id,
      color: '#4a90d9',
      budget_monthly: '250.00',
      excluded_from_reports: true,
      tags: ['t'],
      external_id: 'c1',
    };
    world.emitted();
    const created = await create({ name: 'Hosting', ...fields });
    assert.deepEqual(
      world.emitted().map(({ type }) => type),
      ['expense_category.created'],
    );
    for (const [field, value] of Object.entries(fields)) assert.deepEqual(created[field], value, field);
    assert.deepEqual([created.path, created.system], [['Hosting'], false]);
    assert.deepEqual(await call('get_expense_category', { id: created.id }), created);
    const changed = await call('update_expense_category', {
      id: created.id,
      budget_monthly: null,
      default_tax_rate_id: null,
      account_id: account('5000'),
    });
    assert.deepEqual(
      [changed.budget_monthly, changed.default_tax_rate_id, changed.kind, changed.version],
      [null, null, 'cogs', 2],
    );
    await assert.rejects(
      call('update_expense_category', { id: created.id, name: 'x', version: 1 }),
      refused('version_conflict'),
    );
    await assert.rejects(create({ external_id: 'c1' }), refused('expense_category_external_id_taken'));
    await assert.rejects(call('get_expense_category', { id: created.id }, { as: rival }), refused('not_found'));
  });

  test('an account that takes no expenses is refused, and so is a kind that it is not of', async () => {
    const wrong = (code: string) => refused('validation_failed', ({ errors }) => assert.equal(errors[0].code, code));
    for (const code of ['1000', '1100', '1200', '1300', '2000', '2050', '3000', '4000']) {
      await assert.rejects(create({ account_id: account(code) }), wrong('wrong_account_type'), code);
    }
    await assert.rejects(create({ kind: 'asset' }), wrong('wrong_kind'));
    const old = await call('create_account', { code: '6799', name: 'Old', type: 'expense' });
    await call('archive_account', { id: old.id });
    await assert.rejects(create({ account_id: old.id }), wrong('archived'));
    const sales = await call('create_tax_rate', { name: 'Sales only', percentage: '5', applies_to: 'sales' });
    await assert.rejects(create({ default_tax_rate_id: sales.id }), wrong('wrong_side'));
    const withheld = await call('create_tax_rate', { name: 'Withheld', percentage: '5', kind: 'withholding' });
    await assert.rejects(create({ default_tax_rate_id: withheld.id }), wrong('withholding_tax'));
    await assert.rejects(create({ budget_monthly: '1.005' }), wrong('wrong_scale'));
  });

  test('siblings have different names, cousins may have the same', async () => {
    const [root, other] = [await create(), await create()];
    await create({ name: 'Ähnlich', parent_id: root.id });
    await assert.rejects(create({ name: 'ahnlich', parent_id: root.id }), refused('expense_category_name_taken'));
    const cousin = await create({ name: 'ahnlich', parent_id: other.id });
    await assert.rejects(move(cousin.id, root), refused('expense_category_name_taken'));
  });

  test('there are six levels and no seventh, and a category moves with all that is below it', async () => {
    const links = await chain(6);
    await assert.rejects(create({ parent_id: links[5].id }), refused('expense_category_too_deep'));
    const [top, below, lowest] = await chain(3);
    await assert.rejects(move(top.id, links[4]), refused('expense_category_too_deep'));
    const root = await create({ name: 'Root' });
    await move(below.id, root);
    assert.deepEqual(await pathOf(lowest), ['Root', below.name, lowest.name]);
    assert.deepEqual(
      (await call('list_expense_categories', { below_id: root.id })).data.map(({ id }: Wire) => id),
      [below.id, lowest.id],
    );
  });

  test('a category is never below itself, not even when two move at once', async () => {
    const [a, b] = await chain(2);
    await assert.rejects(move(a.id, b), refused('expense_category_cycle'));
    await assert.rejects(move(a.id, a), refused('expense_category_cycle'));
    for (let round = 0; round < 6; round += 1) {
      const [left, leftChild] = await chain(2);
      const [right, rightChild] = await chain(2);
      const moves = await Promise.allSettled([move(left.id, rightChild), move(right.id, leftChild)]);
      assert.equal(moves.filter(({ status }) => status === 'fulfilled').length, 1);
      for (const one of moves) if (one.status === 'rejected') refused('expense_category_cycle')(one.reason);
    }
  });

  test('one is archived and restored, unless its name was given to another, and deleted when it is empty', async () => {
    const old = await create({ name: 'Season' });
    await call('archive_expense_category', { id: old.id });
    await assert.rejects(call('archive_expense_category', { id: old.id }), refused('invalid_state_transition'));
    await assert.rejects(
      create({ parent_id: old.id }),
      refused('validation_failed', ({ errors }) => assert.equal(errors[0].pointer, '/parent_id')),
    );
    const next = await create({ name: 'Season' });
    await assert.rejects(call('restore_expense_category', { id: old.id }), refused('expense_category_name_taken'));
    await call('delete_expense_category', { id: next.id });
    await assert.rejects(call('get_expense_category', { id: next.id }), refused('not_found'));
    assert.equal((await call('restore_expense_category', { id: old.id })).status, 'active');
    await assert.rejects(call('restore_expense_category', { id: old.id }), refused('invalid_state_transition'));
    const [parent] = await chain(2);
    await assert.rejects(call('delete_expense_category', { id: parent.id }), refused('has_history'));
  });
});
