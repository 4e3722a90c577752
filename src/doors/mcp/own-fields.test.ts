import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMcpService } from '../../../test/support/mcp-service.ts';

const service = await createMcpService();
const ana = await service.owner('Acme');
const { token } = await ana.mint();
const rival = await service.owner('Rival');
const theirs = await rival.mint();

test('what describes an action says which fields the organisation has of its own for it, and no other', async () => {
  const field = { kind: 'client', key: 'region', label: 'Region', type: 'choice', choices: ['north', 'south'] };
  await ana.rest('POST', '/custom-fields', field);
  for (const name of ['update_client', 'create_client', 'list_clients']) {
    const { structuredContent } = await service.tool(token, 'describe_action', { name });
    assert.deepEqual(structuredContent.custom_fields, [
      {
        key: 'region',
        label: 'Region',
        type: 'choice',
        required: false,
        choices: ['north', 'south'],
        description: null,
      },
    ]);
  }
  for (const [of, name] of [
    [token, 'update_product'],
    [theirs.token, 'update_client'],
  ] as const) {
    assert.ok(!('custom_fields' in (await service.tool(of, 'describe_action', { name })).structuredContent), name);
  }
});
