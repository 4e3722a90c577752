import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asOwner } from '../../../../test/support/database.ts';
import { book } from '../../../../test/support/books.ts';
import { refused } from '../../../../test/support/refused.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';
import { accountTypes } from './chart.ts';
import { classOf } from '../chart-position.ts';
import { accountsMax } from './create-account.ts';

const world = await createWorld();
const { call } = world;

/** Refused, and the first error points here. */
const refusedAt = (code: string, pointer: string) =>
  refused(code, ({ errors }) => assert.equal(errors[0].pointer, pointer));

let code = 7000;
const account = (fields: object = {}) =>
  call('create_account', { code: String((code += 1)), name: 'Test', type: 'expense', ...fields });

test('a new organisation has an account for everything that the service posts', async () => {
  const { data } = await call('list_accounts', { limit: 100 });
  assert.deepEqual(
    data.map((one: Wire) => one.code),
    data.map((one: Wire) => one.code).toSorted(),
  );
  const roles = data.flatMap((one: Wire) => one.system_role ?? []);
  for (const role of [
    'receivable',
    'tax_output',
    'inventory',
    'cogs',
    'revenue_default',
    'client_credit',
    'cash',
    'bank',
  ]) {
    assert.ok(roles.includes(role), role);
  }
  const cash = data.find((one: Wire) => one.system_role === 'cash');
  assert.equal(cash.class, 'asset');
  assert.equal(cash.normal_side, 'debit');
});

test('an account is created, shown, changed, archived, out of the list, and restored, and each says so', async () => {
  world.emitted();
  const made = await call('create_account', { code: '4010', name: 'Consulting', type: 'revenue', tags: ['a', 'a'] });
  assert.equal(made.class, 'revenue');
  assert.equal(made.normal_side, 'credit');
  assert.deepEqual(made.tags, ['a']);
  const renamed = await call('update_account', { id: made.id, name: 'Advice', description: 'By the hour', version: 1 });
  assert.equal(renamed.name, 'Advice');
  assert.equal(renamed.version, 2);
  const archived = await call('archive_account', { id: made.id });
  assert.notEqual(archived.archived_at, null);
  assert.equal((await call('list_accounts', { code: '4010' })).data.length, 0);
  assert.equal((await call('list_accounts', { code: '4010', include_archived: true })).data.length, 1);
  const restored = await call('restore_account', { id: made.id });
  assert.deepEqual(restored, await call('get_account', { id: made.id }));
  assert.deepEqual(
    world.emitted().map(({ type }) => type),
    ['account.created', 'account.updated', 'account.archived', 'account.restored'],
  );
});

test('null empties a field, and what is left out stays', async () => {
  const made = await account({ description: 'x', external_id: 'e-1', metadata: { a: 'b' } });
  const changed = await call('update_account', { id: made.id, description: null });
  assert.equal(changed.description, null);
  assert.equal(changed.external_id, 'e-1');
  assert.deepEqual(changed.metadata, { a: 'b' });
});

test('two accounts have no code and no external id in common', async () => {
  await assert.rejects(account({ code: '1000' }), refused('account_code_taken'));
  await account({ external_id: 'one' });
  await assert.rejects(account({ external_id: 'one' }), refused('account_external_id_taken'));
  const other = await account();
  await assert.rejects(call('update_account', { id: other.id, code: '1000' }), refused('account_code_taken'));
});

test('an account that the service posts to can be renamed, but keeps its type and is never archived', async () => {
  const { data } = await call('list_accounts', { system_role: ['bank'] });
  const [{ id }] = data;
  await call('update_account', { id, name: 'Main bank' });
  await assert.rejects(call('update_account', { id, type: 'expense' }), refused('account_is_system'));
  await assert.rejects(call('archive_account', { id }), refused('account_is_system'));
});

test('the type of an account stays once it has entries', async () => {
  const made = await account({ code: '6999' });
  await call('update_account', { id: made.id, type: 'other_expense' });
  await book(world, [
    {
      date: '2026-03-01',
      lines: [
        { code: '6999', sum: '5.00' },
        { code: '1000', sum: '-5.00' },
      ],
    },
  ]);
  await assert.rejects(call('update_account', { id: made.id, type: 'expense' }), refused('account_posted'));
});

test('an account is part of one of its own class, never of itself', async () => {
  const top = await account();
  const middle = await account({ parent_id: top.id });
  const bottom = await account({ parent_id: middle.id });
  const place = refusedAt('validation_failed', '/parent_id');
  await assert.rejects(call('update_account', { id: top.id, parent_id: bottom.id }), place);
  await assert.rejects(call('update_account', { id: top.id, parent_id: top.id }), place);
  await assert.rejects(account({ type: 'revenue', parent_id: top.id }), place);
  await assert.rejects(
    call('update_account', { id: middle.id, parent_id: null, type: 'revenue' }),
    refusedAt('validation_failed', '/type'),
  );
  assert.equal((await call('update_account', { id: middle.id, parent_id: null })).parent_id, null);
  const [{ id: foreign }] = (await call('list_accounts', { code: '6700' }, { as: world.rival })).data;
  await assert.rejects(account({ parent_id: foreign }), refusedAt('not_found', '/parent_id'));
});

test('two accounts put under each other at once: one of the two is refused', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [left, right] = await Promise.all([account(), account()]);
    const moves = await Promise.allSettled([
      call('update_account', { id: left.id, parent_id: right.id }),
      call('update_account', { id: right.id, parent_id: left.id }),
    ]);
    assert.deepEqual(moves.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
  }
});

test('a chart is no deeper than ten levels', async () => {
  let parent = await account();
  for (let level = 0; level < 10; level += 1) parent = await account({ parent_id: parent.id });
  await assert.rejects(account({ parent_id: parent.id }), refusedAt('validation_failed', '/parent_id'));
});

test('archiving twice and restoring what is in use are refused, and so is an old version', async () => {
  const { id } = await account();
  await assert.rejects(call('restore_account', { id }), refused('invalid_state_transition'));
  await call('archive_account', { id, version: 1 });
  await assert.rejects(call('archive_account', { id }), refused('invalid_state_transition'));
  for (const name of ['restore_account', 'update_account', 'archive_account']) {
    await assert.rejects(call(name, { id, version: 1 }), refused('version_conflict'));
  }
});

test('an account of another organisation does not exist', async () => {
  const { id } = await account();
  for (const name of ['get_account', 'update_account', 'archive_account', 'restore_account']) {
    await assert.rejects(call(name, { id }, { as: world.rival }), refused('not_found'));
  }
});

test('a chart has a thousand accounts at most', async () => {
  const founded = await world.found('Big');
  const organization = founded.organization?.id ?? '';
  await asOwner(world.database.ownerUrl, (client) =>
    client.query(
      `insert into accounts (organization_id, id, code, name, type, created_at, updated_at, created_by, updated_by)
       select $1, gen_random_uuid(), 100000 + n, 'n', 'expense', now(), now(), '{}', '{}'
       from generate_series(1, ${accountsMax}) as n`,
      [organization],
    ),
  );
  const input = { code: '99', name: 'One more', type: 'expense' };
  await assert.rejects(call('create_account', input, { as: founded }), refused('limit_exceeded'));
});

test('the class of every type is what the database says', async () => {
  for (const type of accountTypes) assert.equal((await account({ type })).class, classOf(type));
});
