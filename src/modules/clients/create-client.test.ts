import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createWorld } from '../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;

test('a client is shown exactly as it was answered when created', async () => {
  const created = await call('create_client', { type: 'business', display_name: 'Blumen Müller' });
  assert.deepEqual(await call('get_client', { id: created.id }), created);
});
