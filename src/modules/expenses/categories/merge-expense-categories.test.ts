import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asOwner } from '../../../../test/support/database.ts';
import { uuidFrom } from '../../../wire/type-id.ts';
import { longTest } from '../../../../test/support/dose.ts';
import { createExpenseFixture } from '../../../../test/support/expense-fixture.ts';
import { refused } from '../../../../test/support/refused.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
const fixture = createExpenseFixture(world);
const [account] = (await call('list_accounts', { code: '6300' })).data;
let made = 0;
const category = (more: object = {}): Promise<Wire> =>
  call('create_expense_category', { name: `Category ${(made += 1)}`, account_id: account.id, ...more });
const merge = (from: Wire, into: Wire): Promise<Wire> =>
  fixture.keyed('merge_expense_categories', { id: from.id, into_id: into.id });
const spent = (of: Wire, amount = '10') => ({ lines: [{ category_id: of.id, amount }] });
const fault = (code: string) =>
  refused('validation_failed', ({ errors }) =>
    assert.deepEqual([errors[0].code, errors[0].pointer], [code, '/into_id']),
  );

test('expenses, schedules and what is below move to the other, and the books stay as they are', async () => {
  const [from, into] = [await category({ budget_monthly: '50' }), await category()];
  const below = await category({ parent_id: from.id });
  const deeper = await category({ parent_id: below.id });
  const posted = await fixture.owed('0', spent(from));
  const draft = await fixture.draft('0', spent(from));
  const schedule = await fixture.keyed('create_recurring_expense', {
    name: 'Rent',
    frequency: 'month',
    template: { payee_name: 'Kim', ...spent(from) },
  });
  const balance = await fixture.balance('6300');
  world.emitted();
  const merged = await merge(from, into);
  assert.deepEqual([merged.status, merged.merged_into_id, merged.version], ['merged', into.id, 2]);
  assert.deepEqual(
    world.emitted().map(({ type }) => type),
    ['expense_category.merged'],
  );
  for (const one of [posted, draft]) assert.equal((await fixture.expense(one)).lines[0].category_id, into.id);
  const { template } = await call('get_recurring_expense', { id: schedule.id });
  assert.equal(template.lines[0].category_id, into.id);
  assert.deepEqual((await call('get_expense_category', { id: deeper.id })).path, [into.name, below.name, deeper.name]);
  assert.equal(await fixture.balance('6300'), balance);
  const { categories } = await call('get_expenses_by_category', {});
  assert.equal(
    categories.find(({ category_id: id }: Wire) => id === from.id),
    undefined,
  );
  assert.deepEqual(
    (await call('list_expense_categories', { status: ['merged'] })).data.map(({ id }: Wire) => id),
    [from.id],
  );
  await assert.rejects(fixture.draft('0', spent(from)), refused('expense_category_archived'));
  await fixture.keyed('post_expense', { id: draft.id });
  await fixture.booksAgree();
});

test('what does not fit together is refused', async () => {
  const [from, into] = [await category(), await category()];
  const child = await category({ parent_id: from.id, name: 'Same' });
  await category({ parent_id: into.id, name: 'Same' });
  await assert.rejects(merge(from, into), refused('expense_category_name_taken'));
  await assert.rejects(merge(from, child), refused('expense_category_cycle'));
  await assert.rejects(merge(from, from), fault('same'));
  const gone = await category();
  await call('archive_expense_category', { id: gone.id });
  await assert.rejects(merge(from, gone), fault('archived'));
  const [goods] = (await call('list_expense_categories', { kind: ['cogs'] })).data;
  await assert.rejects(merge(from, goods), fault('wrong_kind'));
  let deep = await category();
  for (let level = 2; level <= 6; level += 1) deep = await category({ parent_id: deep.id });
  await assert.rejects(merge(from, deep), refused('expense_category_too_deep'));
});

test('what was merged is neither merged again, archived nor restored', async () => {
  const [from, into] = [await category(), await category()];
  await merge(from, into);
  const state = refused('invalid_state_transition', ({ status, allowed }) => {
    assert.deepEqual([status, allowed], ['merged', []]);
  });
  await assert.rejects(merge(from, into), state);
  await assert.rejects(call('archive_expense_category', { id: from.id }), state);
  await assert.rejects(call('restore_expense_category', { id: from.id }), state);
});

test('a line of a posted expense moves nowhere but where its category was merged into', async () => {
  const [from, into] = [await category(), await category()];
  await fixture.owed('0', spent(from));
  const uuids = [into, from].map(({ id }) => uuidFrom('xcat', id));
  for (const change of ['category_id = $1::uuid', 'description = $1::text']) {
    await assert.rejects(
      asOwner(world.database.ownerUrl, (client) =>
        client.query(`update expense_lines set ${change} where category_id = $2`, uuids),
      ),
      /stay as they are/,
    );
  }
});

test('whoever records while two categories become one files it in the one that is left', longTest, async () => {
  for (let round = 0; round < 5; round += 1) {
    const [from, into] = [await category(), await category()];
    const drafts = [await fixture.draft('0', spent(from)), await fixture.draft('0', spent(from))];
    const all = await Promise.allSettled([
      ...drafts.map(({ id }) => fixture.keyed('post_expense', { id })),
      ...Array.from({ length: 4 }, () => fixture.draft('0', spent(from))),
      merge(from, into),
      ...Array.from({ length: 4 }, () => fixture.owed('0', spent(from))),
    ]);
    for (const one of all) if (one.status === 'rejected') refused('expense_category_archived')(one.reason);
    assert.deepEqual((await call('list_expenses', { category_id: from.id })).data, []);
    for (const { id } of drafts) assert.equal((await call('get_expense', { id })).status, 'posted');
  }
  await fixture.booksAgree();
});
