/** Who may not start, end or promote a practice, and which is not promoted. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refused } from '../../../../test/support/refused.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call, ana } = world;
/** Somebody else of the business, who sees tokens and manages none. */
const colleague = {
  ...ana,
  memberId: world.runtime.newId(),
  permissions: ana.permissions.difference(new Set(['tokens:manage'])),
};
let minted = 0;
const mint = (): Promise<Wire> => call('create_mcp_token', { name: `App ${(minted += 1)}`, preset: 'full' });

test('only whoever may manage a token starts, rewinds, ends and promotes its practice', async () => {
  const { id: token_id } = await mint();
  const isForbidden = refused('forbidden', (details) => assert.equal(details['needs'], 'tokens:manage'));
  await assert.rejects(call('start_practice', { token_id }, { as: colleague }), isForbidden);
  const { id } = await call('start_practice', { token_id });
  await assert.rejects(call('rewind_practice', { id, keep: 0 }, { as: colleague }), isForbidden);
  await assert.rejects(call('end_practice', { id }, { as: colleague }), isForbidden);
  await assert.rejects(call('promote_practice', { id }, { as: colleague }), isForbidden);
  assert.equal((await call('end_practice', { id })).status, 'ended');
});

test('one without writes is not promoted', async () => {
  const { id: token_id } = await mint();
  const { id } = await call('start_practice', { token_id });
  await assert.rejects(call('promote_practice', { id }), refused('practice_empty'));
  assert.equal((await call('get_practice', { id })).status, 'running');
});
