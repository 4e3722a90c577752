import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startService } from '../../../../test/support/running-service.ts';

const service = await startService();
const ana = await service.register('Ana');

test('a token that may not make the call that takes it back may not by undoing either', async () => {
  const allowed = ['create_client', 'undo_mcp_write', 'undo_mcp_conversation'];
  const token = await service.mcpToken(ana, { limits: { allowed_actions: allowed } });
  const client = await service.tool(token, 'create_client', { type: 'business', display_name: 'Kept' });
  const { id } = client.structuredContent.undo;
  const given = (name: string) => ({ name, arguments: { id } });
  const refused = await service.tool(token, 'run_write_action', given('undo_mcp_write'));
  assert.equal(refused.structuredContent.code, 'insufficient_scope', JSON.stringify(refused));
  const all = await service.tool(token, 'run_write_action', given('undo_mcp_conversation'));
  const { undone, left } = all.structuredContent;
  assert.deepEqual([undone, left[0].code, left.length], [[], 'insufficient_scope', 1]);
  // Control: the person whose token it is may.
  assert.equal((await service.api(ana.token, 'POST', `/mcp/activity/${id}/undo`, {})).status, 200);
});
