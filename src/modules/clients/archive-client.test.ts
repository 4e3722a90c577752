import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refused } from '../../../test/support/refused.ts';
import { createWorld } from '../../../test/support/world.ts';

const world = await createWorld();
const { call, rival } = world;
const create = (display_name: string) => call('create_client', { type: 'business', display_name });

test('an archived client leaves the list, keeps its data and can be restored', async () => {
  const client = await create('Resting');
  const archived = await call('archive_client', { id: client.id });
  assert.equal(archived.status, 'archived');
  assert.equal(typeof archived.archived_at, 'string');
  assert.deepEqual(await call('get_client', { id: client.id }), archived);
  assert.deepEqual((await call('list_clients', { q: 'resting' })).data, []);
  const restored = await call('restore_client', { id: client.id });
  assert.deepEqual([restored.status, restored.archived_at, restored.version], ['active', null, 3]);
  assert.equal((await call('list_clients', { q: 'resting' })).data.length, 1);
});

test('archiving the archived and restoring the active is refused with what may be done', async () => {
  const client = await create('Stubborn');
  const allowing = (action: string) =>
    refused('invalid_state_transition', ({ allowed }) => assert.deepEqual(allowed, [action]));
  await assert.rejects(call('restore_client', { id: client.id }), allowing('archive_client'));
  await call('archive_client', { id: client.id });
  await assert.rejects(call('archive_client', { id: client.id }), allowing('restore_client'));
});

test('fifty who archive one client at once archive it once, and one event tells of it', async () => {
  const client = await create('Once');
  world.emitted();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 50 }, () => call('archive_client', { id: client.id })),
  );
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
  assert.deepEqual(
    world.emitted().map(({ type }) => type),
    ['client.archived'],
  );
  await call('restore_client', { id: client.id });
  assert.deepEqual(
    world.emitted().map(({ type }) => type),
    ['client.restored'],
  );
});

test('a version that is not the current one is refused', async () => {
  const client = await create('Versioned');
  const stale = { id: client.id, version: 7 };
  await assert.rejects(call('archive_client', stale), refused('version_conflict'));
  await call('archive_client', { id: client.id, version: 1 });
  await assert.rejects(call('restore_client', stale), refused('version_conflict'));
});

test('another organisation’s client is not there to archive or restore', async () => {
  const client = await create('Ours');
  await assert.rejects(call('archive_client', { id: client.id }, { as: rival }), refused('not_found'));
  await assert.rejects(call('restore_client', { id: client.id }, { as: rival }), refused('not_found'));
});
