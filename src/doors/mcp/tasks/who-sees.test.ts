/** A task is seen by the token that began it, as long as that may read what is behind it, and by nobody else. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { connected, startOauthService, tokenRequest } from '../../../../test/support/oauth.ts';
import { openTaskClient } from '../../../../test/support/task-client.ts';
import type { Wire } from '../../../../test/support/world.ts';

const service = await startOauthService();
const ana = await service.register('Acme');
const rival = await service.register('Rival');
const ben = await service.colleague(ana, 'admin');
const content = 'type,display_name\nbusiness,Baker\n';
const unknown = { code: -32_602, message: 'Task not found' };

const importing = (more: object = {}) => ({
  name: 'run_write_action',
  arguments: { name: 'create_import', arguments: { kind: 'clients', content }, idempotency_key: randomUUID(), ...more },
});

async function begun(more: object = {}): Promise<Wire> {
  const minted = await service.api(ana.token, 'POST', '/mcp/tokens', { name: 'Claude', preset: 'full', ...more });
  const client = await openTaskClient(service.url, minted.body.token);
  const { taskId, ...others } = await client.say('tools/call', importing());
  assert.ok(typeof taskId === 'string', JSON.stringify(others));
  return { id: minted.body.id, token: minted.body.token, client, taskId };
}

test('another token, another member and another organisation have no such task, and cannot end it', async () => {
  const { client, taskId } = await begun();
  const others = {
    'another token of its member': await service.mcpToken(ana),
    'another member': await service.mcpToken(ben),
    'another organisation': await service.mcpToken(rival),
  };
  for (const [who, token] of Object.entries(others)) {
    const stranger = await openTaskClient(service.url, token);
    for (const method of ['tasks/get', 'tasks/cancel', 'tasks/update']) {
      const { error } = await stranger.say(method, { taskId, inputResponses: {} });
      assert.deepEqual(error, unknown, `${who}: ${method}`);
    }
    await stranger.close();
  }
  assert.equal((await client.say('tasks/get', { taskId })).status, 'working');
  await client.close();
});

test('an id that is made up, or changed in any part, leads nowhere', async () => {
  const { client, taskId } = await begun();
  const other = await client.say('tools/call', importing());
  const [record, action, shape, mac] = taskId.split('.');
  const [otherRecord] = other.taskId.split('.');
  const forged = [
    '',
    '.',
    'x',
    record,
    `${record}.${action}.${shape}`,
    `${record}.${action}.${shape}.`,
    `${record}.${action}.full.${mac}`,
    `${record}.delete_client.${shape}.${mac}`,
    `${otherRecord}.${action}.${shape}.${mac}`,
    `${taskId}.`,
    `${taskId}é`,
    taskId.toUpperCase(),
  ];
  for (const id of forged) {
    const { error } = await client.say('tasks/get', { taskId: id }).catch(() => ({ error: unknown }));
    assert.ok([-32_602, -32_020].includes(error?.code), JSON.stringify([id, error]));
  }
  assert.equal((await client.say('tasks/get', { taskId })).status, 'working');
  await client.close();
});

test('a task ends with its token, and is out of sight while its member may not read what is behind it', async () => {
  const revoked = await begun();
  await service.api(ana.token, 'DELETE', `/mcp/tokens/${revoked.id}`);
  assert.equal((await revoked.client.say('tasks/get', { taskId: revoked.taskId })).code, 'unauthenticated');

  const narrowed = await begun();
  const patched = await service.api(ana.token, 'PATCH', `/mcp/tokens/${narrowed.id}`, { scopes: ['clients:read'] });
  assert.equal(patched.status, 200, patched.text);
  for (const method of ['tasks/get', 'tasks/cancel', 'tasks/update']) {
    const { error } = await narrowed.client.say(method, { taskId: narrowed.taskId, inputResponses: {} });
    assert.deepEqual(error, unknown, method);
  }
  const { body } = await service.api(ana.token, 'GET', '/imports?limit=1');
  assert.equal(body.data[0].state, 'queued');
});

test('a new secret leads to the same tasks, and a token that may only begin reads what it began', async () => {
  const limits = { allowed_actions: ['create_import'] };
  const { id, taskId } = await begun({ limits });
  const rotated = await service.api(ana.token, 'POST', `/mcp/tokens/${id}/rotate`, {});
  const client = await openTaskClient(service.url, rotated.body.token);
  assert.equal((await client.say('tasks/get', { taskId })).status, 'working');
  const { error } = await client.say('tasks/cancel', { taskId });
  assert.equal(error.message, 'This connection may not call cancel_import');
  assert.equal((await client.say('tasks/get', { taskId })).status, 'working');
  await client.close();
});

test('a connection finds its task with each access token, another connection of the same app does not', async () => {
  const [mine, other] = [await connected(service, ana), await connected(service, ana)];
  const first = await openTaskClient(service.url, mine.access_token);
  const { taskId } = await first.say('tools/call', importing());
  const refreshing = { grant_type: 'refresh_token', client_id: mine.client.id, refresh_token: mine.refresh_token };
  const { body } = await tokenRequest(service, refreshing);
  const refreshed = await openTaskClient(service.url, body.access_token);
  assert.equal((await refreshed.say('tasks/get', { taskId })).status, 'working');
  const stranger = await openTaskClient(service.url, other.access_token);
  assert.deepEqual((await stranger.say('tasks/get', { taskId })).error, unknown);
  const { body: listed } = await service.api(ana.token, 'GET', '/mcp/tokens?kind=connection');
  for (const { id } of listed.data) await service.api(ana.token, 'DELETE', `/mcp/tokens/${id}`);
  assert.equal((await refreshed.say('tasks/get', { taskId })).code, 'unauthenticated');
  await Promise.all([first, refreshed, stranger].map((client) => client.close()));
});

test('without the extension the methods are refused with what they need, in older revisions as before', async () => {
  const { client, token, taskId } = await begun();
  for (const method of ['tasks/get', 'tasks/cancel', 'tasks/update']) {
    const { error } = await client.say(method, { taskId, inputResponses: {} }, {});
    assert.equal(error.code, -32_021, method);
    assert.deepEqual(error.data, { requiredCapabilities: { extensions: { 'io.modelcontextprotocol/tasks': {} } } });
    const body = { jsonrpc: '2.0', id: 1, method, params: { taskId } };
    const headers = { accept: 'application/json', 'mcp-protocol-version': '2025-11-25' };
    const older = await service.send({ method: 'POST', path: '/api/mcp/mcp', token, body, headers });
    assert.equal(older.body.error.code, -32_601, method);
  }
  const listening = { notifications: { taskIds: [taskId] } };
  const { error } = await client.say('subscriptions/listen', listening, {});
  assert.equal(error.code, -32_021);
  // A client that takes tasks may listen, and is told that it hears of none: it asks.
  const leaving = new AbortController();
  const stream = await fetch(`${service.url}/api/mcp/mcp`, {
    method: 'POST',
    signal: leaving.signal,
    body: client.exchanged.at(-1)?.sent.replace('"extensions":{}', '"extensions":{"io.modelcontextprotocol/tasks":{}}'),
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${token}`,
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'subscriptions/listen',
    },
  });
  const { value } = await (stream.body ?? assert.fail()).getReader().read();
  const [, acknowledged = ''] = /^data: (.+)$/m.exec(new TextDecoder().decode(value)) ?? [];
  assert.deepEqual(JSON.parse(acknowledged).params.notifications, {});
  leaving.abort();
  await client.close();
});
