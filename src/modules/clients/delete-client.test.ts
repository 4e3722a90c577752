import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refused } from '../../../test/support/refused.ts';
import { operationNamed, createWorld } from '../../../test/support/world.ts';
import { runTogether } from '../../operation/run.ts';

const world = await createWorld();
const { call, ana, rival } = world;
const create = (display_name: string, more: object = {}) =>
  call('create_client', { type: 'business', display_name, ...more });

test('a client that nothing refers to is gone, and what it held is free again', async () => {
  const tax_ids = [{ type: 'other', value: 'ABC' }];
  const client = await create('Mistake', { external_id: 'again', tax_ids });
  world.emitted();
  assert.deepEqual(await call('delete_client', { id: client.id }), { id: client.id, deleted: true });
  assert.deepEqual(
    world.emitted().map(({ type }) => type),
    ['client.deleted'],
  );
  await assert.rejects(call('get_client', { id: client.id }), refused('not_found'));
  await assert.rejects(call('delete_client', { id: client.id }), refused('not_found'));
  await create('Right', { external_id: 'again', number: client.number, tax_ids });
});

test('a client that another record refers to stays, and the hint is to archive it', async () => {
  const parent = await create('Parent');
  await create('Child', { parent_id: parent.id });
  await assert.rejects(call('delete_client', { id: parent.id }), refused('has_history'));
  await call('archive_client', { id: parent.id });
});

test('a preview of deleting refuses the same and deletes nothing', async () => {
  const parent = await create('Previewed parent');
  const child = await create('Previewed child', { parent_id: parent.id });
  const preview = { dryRun: true };
  await assert.rejects(call('delete_client', { id: parent.id }, preview), refused('has_history'));
  await call('delete_client', { id: child.id }, preview);
  await call('get_client', { id: child.id });
});

test('a version that is not the current one, and another organisation’s client, are refused', async () => {
  const client = await create('Ours');
  await assert.rejects(call('delete_client', { id: client.id, version: 2 }), refused('version_conflict'));
  await assert.rejects(call('delete_client', { id: client.id }, { as: rival }), refused('not_found'));
  await call('get_client', { id: client.id });
});

test('in a batch of which one must fail, nothing happens and the reason is that one’s', async () => {
  await create('Holder', { external_id: 'held' });
  const calls = ['held', 'free'].map((external_id) => ({
    operation: operationNamed('create_client'),
    request: {
      actor: ana,
      input: { type: 'business', display_name: 'Batched', external_id },
      origin: { door: 'rest', requestId: 'batch' } as const,
    },
  }));
  await assert.rejects(runTogether(world.runtime, calls), refused('client_external_id_taken'));
  assert.deepEqual((await call('list_clients', { q: 'batched' })).data, []);
});
