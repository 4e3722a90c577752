/** Whoever did not negotiate tasks sees nothing of them, and whoever did sees them only where work goes on. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { longTest } from '../../../../test/support/dose.ts';
import { startService } from '../../../../test/support/running-service.ts';
import { openTaskClient } from '../../../../test/support/task-client.ts';
import type { Wire } from '../../../../test/support/world.ts';

const service = await startService();
const ana = await service.register('Acme');
const token = await service.mcpToken(ana);
const client = await openTaskClient(service.url, token);
const content = 'type,display_name\nbusiness,Baker\n';
const inBackground = { name: 'create_import', arguments: { kind: 'clients', content } };
const running = (given: object) => ({
  name: 'run_write_action',
  arguments: { idempotency_key: randomUUID(), ...given },
});

test(
  'whoever takes tasks has the same tool list, and the same answers of calls that end at once',
  longTest,
  async () => {
    const said = [
      { method: 'tools/list', params: {} },
      { method: 'tools/call', params: { name: 'get_business_overview', arguments: {} } },
      { method: 'tools/call', params: { name: 'list_clients', arguments: { limit: 'many' } } },
      { method: 'tools/call', params: running({ ...inBackground, dry_run: true, idempotency_key: undefined }) },
      { method: 'tools/call', params: running({ name: 'no_such_action' }) },
      { method: 'tools/call', params: { name: 'no_such_tool', arguments: {} } },
      { method: 'prompts/list', params: {} },
    ];
    for (const { method, params } of said) {
      const before = client.exchanged.length;
      for (const extensions of [{}, { 'io.modelcontextprotocol/tasks': {} }])
        await client.say(method, params, extensions);
      const [plain, tasks] = client.exchanged.slice(before).map(({ answered }) => normal(answered));
      assert.deepEqual(tasks, plain, method);
    }
  },
);

/** Without what differs between any two calls: ids, times and plans of what is only previewed. */
function normal(answered: string): unknown {
  return JSON.parse(
    answered
      .replaceAll(/[a-z]+_[0-9a-z]{26}/g, '…')
      .replaceAll(/(?<=plan\\?":\\?")[\w-]{43}/g, '…')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '…'),
  );
}

test('long work is answered with its record where tasks were not negotiated, in every revision', async () => {
  const plain = await client.say('tools/call', running(inBackground), {});
  assert.deepEqual([plain.resultType, plain.structuredContent.state], ['complete', 'queued']);
  assert.deepEqual(plain.structuredContent.next, ['get_import']);
  const older = await service.tool(token, 'run_write_action', running(inBackground).arguments);
  const shape = ({ structuredContent }: Wire) => Object.keys(structuredContent);
  assert.deepEqual(shape(older), shape(plain));
  const makers = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await makers.connect(new StreamableHTTPClientTransport(new URL(`${service.url}/api/mcp/mcp`), { requestInit }));
  const told: Wire = await makers.callTool(running(inBackground));
  assert.deepEqual(shape(told), shape(plain));
  await makers.close();
});

test('a retry with the same key is the same task', async () => {
  const call = running(inBackground);
  const [one, other] = [await client.say('tools/call', call), await client.say('tools/call', call)];
  assert.equal(one.resultType, 'task');
  assert.equal(other.taskId, one.taskId);
});

test('a legacy hint makes no task, and a task costs a model next to nothing', async (t) => {
  const read = { name: 'list_clients', arguments: {}, task: { ttl: 60_000 } };
  assert.equal((await client.say('tools/call', read)).resultType, 'complete');
  const { _meta: _, ...task } = await client.say('tools/call', running(inBackground));
  const tokens = countTokens(JSON.stringify(task));
  t.diagnostic(`${tokens} tokens for the handle of a task, which no model reads`);
  assert.ok(tokens < 200, String(tokens));
});

test('server/discover names the extension of tasks, and the handshake of older revisions does not', async () => {
  const { capabilities } = await client.say('server/discover', {}, {});
  assert.deepEqual(Object.keys(capabilities.extensions), [
    'io.modelcontextprotocol/skills',
    'io.modelcontextprotocol/tasks',
  ]);
  assert.equal(capabilities.tasks, undefined);
  const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const body = { jsonrpc: '2.0', id: 1, method: 'initialize', params: hello };
  const older = await service.send({ method: 'POST', path: '/api/mcp/mcp', token, body });
  assert.deepEqual(Object.keys(older.body.result.capabilities).toSorted(), [
    'completions',
    'extensions',
    'prompts',
    'resources',
    'tools',
  ]);
  assert.deepEqual(Object.keys(older.body.result.capabilities.extensions), ['io.modelcontextprotocol/skills']);
  await client.close();
});
