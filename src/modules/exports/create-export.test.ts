import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refused } from '../../../test/support/refused.ts';
import { createWorld, withPermissions } from '../../../test/support/world.ts';

const { call, ana, rival } = await createWorld();

test('so many at once are refused (limit_exceeded, from create_export), until one is deleted', async () => {
  const first = await call('create_export', {}, { as: rival });
  assert.equal(first.status, 'queued');
  for (let asked = 1; asked < 50; asked += 1) await call('create_export', {}, { as: rival });
  await assert.rejects(
    call('create_export', {}, { as: rival }),
    refused('limit_exceeded', ({ max }) => assert.equal(max, 50)),
  );
  assert.equal((await call('delete_export', { id: first.id }, { as: rival })).status, 'cancelled');
  await assert.rejects(call('delete_export', { id: first.id }, { as: rival }), refused('invalid_state_transition'));
  assert.equal((await call('create_export', {}, { as: rival })).status, 'queued');
});

test('whoever may export lists, but not take everything, makes no archive and gets none', async () => {
  const { id } = await call('create_export');
  const manager = withPermissions(ana, ['data:export', 'data:import', 'clients:read']);
  for (const [name, input] of [
    ['create_export', {}],
    ['get_export', { id }],
    ['delete_export', { id }],
  ] as const) {
    await assert.rejects(call(name, input, { as: manager }), refused('forbidden'));
  }
  await assert.rejects(call('get_export', { id }, { as: rival }), refused('not_found'));
});
