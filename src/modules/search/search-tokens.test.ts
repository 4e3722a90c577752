import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refused } from '../../../test/support/refused.ts';
import { createWorld, withPermissions } from '../../../test/support/world.ts';

const { ana, call } = await createWorld();

test('a token that may not read what it searches for is told which right it lacks', async () => {
  const as = { ...withPermissions(ana, ['clients:read']), kind: 'mcp_token' } as const;
  await assert.rejects(
    call('search', { q: 'x', types: ['client', 'sale'] }, { as }),
    refused('insufficient_scope', ({ needs }) => assert.equal(needs, 'sales:read')),
  );
  assert.deepEqual((await call('search', { q: 'x' }, { as })).results, []);
});
