import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditOf, register } from '../../../test/support/people.ts';
import { refused } from '../../../test/support/refused.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';

const world = await createWorld();
const [ana, bo] = [await register(world, 'Ana'), await register(world, 'Bo')];

const patch = async (preferences: object, as = ana.actor): Promise<Wire> =>
  (await world.call('update_preferences', { preferences }, { as })).preferences;
const kept = async (as = ana.actor): Promise<Wire> => (await world.call('get_preferences', {}, { as })).preferences;

test('whoever kept nothing yet has nothing, and what they keep is theirs alone', async () => {
  assert.deepEqual(await world.call('get_preferences', {}, { as: ana.actor }), { preferences: {}, updated_at: null });
  const first = { theme: 'dark', pinned: ['sales', 1, true], columns: { sales: { number: 1, total: null } } };
  const whole = { theme: 'dark', pinned: ['sales', 1, true], columns: { sales: { number: 1 } } };
  assert.deepEqual(await patch(first), whole);
  assert.deepEqual(await kept(), whole);
  assert.deepEqual(await kept(bo.actor), {});
  assert.deepEqual(await patch({ theme: null, columns: { stock: {} } }), {
    pinned: ['sales', 1, true],
    columns: { sales: { number: 1 }, stock: {} },
  });
  assert.deepEqual(await patch({}), await kept());
});

test('they go along into every organisation that somebody is in', async () => {
  await patch({ theme: 'light' });
  const elsewhere = { ...ana.actor, organization: world.ana.organization, permissions: new Set<string>() };
  assert.equal((await kept(elsewhere)).theme, 'light');
  await patch({ theme: 'dark' }, elsewhere);
  assert.equal((await kept()).theme, 'dark');
});

test('two windows that change something at once lose nothing of each other', async () => {
  await Promise.all(Array.from({ length: 12 }, (_, index) => patch({ [`key-${index}`]: index }, bo.actor)));
  assert.equal(Object.keys(await kept(bo.actor)).length, 12);
});

test('16 KB is the most, counted in bytes of all that would be kept', async () => {
  const cy = await register(world, 'Cy');
  const room = 16_384 - JSON.stringify({ a: '' }).length;
  await patch({ a: 'x'.repeat(room) }, cy.actor);
  await assert.rejects(patch({ b: 1 }, cy.actor), refused('validation_failed'));
  await assert.rejects(patch({ a: 'é'.repeat(room / 2 + 1) }, cy.actor), refused('validation_failed'));
  assert.deepEqual(Object.keys(await kept(cy.actor)), ['a'], 'what was refused has changed nothing');
  await patch({ a: null, b: 1 }, cy.actor);
  assert.deepEqual(await kept(cy.actor), { b: 1 });
});

test('what is no object, is too deep or holds what no text holds is refused', async () => {
  const deep = JSON.parse(`${'{"a":'.repeat(50)}1${'}'.repeat(50)}`) as object;
  for (const preferences of [[], 'dark', null, 1, deep, { a: '\u0000' }, JSON.parse('{"__proto__":{"a":1}}')]) {
    await assert.rejects(
      world.call('update_preferences', { preferences }, { as: ana.actor }),
      refused('validation_failed'),
      JSON.stringify(preferences),
    );
  }
});

test('the log of the organisation says that they changed, and not to what', async () => {
  await patch({ diary: 'private' });
  const lines = await auditOf(world, ana.actor, 'update_preferences');
  assert.ok(lines.length > 0);
  assert.equal(JSON.stringify(lines).includes('private'), false);
  assert.equal(JSON.stringify(lines).includes('fields'), true, 'control');
});
