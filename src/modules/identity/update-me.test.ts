import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditOf, join, register } from '../../../test/support/people.ts';
import { refused } from '../../../test/support/refused.ts';
import { createWorld } from '../../../test/support/world.ts';

const world = await createWorld();

test('a name that somebody changes is the one that colleagues see, and the log says what it was', async () => {
  const ana = await register(world, 'Ana');
  const before = await world.call('get_me', {}, { as: ana.actor });
  assert.equal(before.user.locale, null);
  const changed = await world.call('update_me', { name: 'Ana Lima' }, { as: ana.actor });
  assert.deepEqual(changed, { id: before.user.id, name: 'Ana Lima', locale: null });
  assert.deepEqual((await world.call('get_me', {}, { as: ana.actor })).user, { ...before.user, name: 'Ana Lima' });
  const { data } = await world.call('list_members', {}, { as: ana.actor });
  assert.deepEqual(
    data.map(({ name }: { name: string }) => name),
    ['Ana Lima'],
  );
  const [entry] = await auditOf(world, ana.actor, 'update_me');
  assert.deepEqual([entry?.['before'].name, entry?.['after'].name], ['Ana', 'Ana Lima']);
  for (const side of ['before', 'after'])
    assert.deepEqual(Object.keys(entry[side]).toSorted(), ['id', 'locale', 'name']);
});

test('a language is kept until another one is chosen or none, and is nobody else’s', async () => {
  const [bo, cy] = [await register(world, 'Bo'), await register(world, 'Cy')];
  const chosen = async (input: object) => (await world.call('update_me', input, { as: bo.actor })).locale;
  assert.equal(await chosen({ locale: 'pt-BR' }), 'pt-BR');
  assert.equal(await chosen({ name: 'Bob' }), 'pt-BR');
  assert.equal((await world.call('get_me', {}, { as: cy.actor })).user.locale, null);
  assert.equal(await chosen({ locale: null }), null);
  for (const input of [{ locale: 'not a language' }, { name: '' }, { email: 'other@example.com' }]) {
    await assert.rejects(world.call('update_me', input, { as: bo.actor }), refused('validation_failed'));
  }
});

test('every organisation that somebody is a member of reads in its log that they are called otherwise', async () => {
  const [boss, dee] = [await register(world, 'Boss'), await register(world, 'Dee')];
  await join(world, dee, boss.actor, 'sales');
  await world.call('update_me', { name: 'Deirdre' }, { as: dee.actor });
  for (const place of [boss, dee]) assert.equal((await auditOf(world, place.actor, 'update_me')).length, 1);
});
