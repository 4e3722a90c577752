import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refused } from '../../../test/support/refused.ts';
import { createWorld } from '../../../test/support/world.ts';

const world = await createWorld();
const { call, rival } = world;

test('another organisation’s client is as absent as none, and an id of another kind is told apart', async () => {
  const client = await call('create_client', { type: 'business', display_name: 'Ours' });
  await assert.rejects(call('get_client', { id: client.id }, { as: rival }), refused('not_found'));
  await assert.rejects(call('get_client', { id: 'client_01h455vb4pex5vsknk084sn02q' }), refused('not_found'));
  const wrongKind = refused('validation_failed', ({ hint }) => assert.match(hint, /begins with client_/));
  await assert.rejects(call('get_client', { id: 'prod_01h455vb4pex5vsknk084sn02q' }), wrongKind);
});
