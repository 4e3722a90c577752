import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMcpService } from '../../../test/support/mcp-service.ts';
import type { Wire } from '../../../test/support/world.ts';
import { tokenBudget } from './measure.ts';

const service = await createMcpService();
const ana = await service.owner('Acme');
const { token } = await ana.mint();
const withToken = { headers: { 'x-mcp-token': token } };

test('the actions list shows every action with what it takes, how to call it, and what it needs', async () => {
  const { body, status } = await service.http('GET', '/api/mcp/v1/actions', withToken);
  assert.equal(status, 200);
  const remove = body.data.find(({ name }: Wire) => name === 'delete_client');
  assert.deepEqual(
    [remove.effect, remove.permission, remove.toolset, remove.use, remove.needs_person],
    ['destructive', 'clients:manage', 'clients', 'run_destructive_action', true],
  );
  for (const action of body.data) {
    assert.equal(action.input_schema.type, 'object', action.name);
    assert.equal('output_schema' in action, false);
    assert.equal('tokens' in action, false);
  }
  assert.equal(
    body.data.some(({ name }: Wire) => name === 'create_mcp_token'),
    false,
  );
});

test('the actions list is small, has all schemas where they are asked for, and is not sent twice', async () => {
  const small = await service.http('GET', '/api/mcp/v1/actions', withToken);
  const perAction = small.text.length / small.body.data.length;
  assert.ok(perAction <= 700, `${perAction} characters per action`);
  const full = await service.http('GET', '/api/mcp/v1/actions?schemas=full', withToken);
  assert.equal(full.body.data.length, small.body.data.length);
  assert.ok(
    full.body.data.every((one: Wire) => one.input_schema.type === 'object' && one.output_schema.type === 'object'),
  );
  const etag = small.headers.get('etag') ?? '';
  const again = (tag: string, of = token) =>
    service.http('GET', '/api/mcp/v1/actions', { headers: { 'x-mcp-token': of, 'if-none-match': tag } });
  assert.deepEqual([(await again(etag)).status, (await again('"another"')).status], [304, 200]);
  const reader = await ana.mint({ preset: 'read_only' });
  assert.equal((await again(etag, reader.token)).status, 200, 'whoever may do less is told something else');
});

test('the actions list is narrowed by toolset and words, measured if asked, and knows its parameters', async () => {
  const clients = await service.http('GET', '/api/mcp/v1/actions?toolset=clients', withToken);
  assert.ok(clients.body.data.every(({ toolset }: Wire) => toolset === 'clients'));
  const found = await service.http('GET', '/api/mcp/v1/actions?q=archive+client', withToken);
  assert.equal(found.body.data[0].name, 'archive_client');
  const { body } = await service.http('GET', '/api/mcp/v1/actions?measure=1', withToken);
  assert.ok(body.data.every(({ tokens }: Wire) => tokens > 0));
  assert.equal(body.measure.is_estimate, false);
  assert.equal(body.measure.budget, tokenBudget);
  assert.ok(body.measure.tools_list_tokens > 0 && body.measure.tools_list_tokens <= tokenBudget);
  for (const query of ['?toolset=nonsense', '?surprise=1', '?measure=yes']) {
    assert.equal((await service.http('GET', `/api/mcp/v1/actions${query}`, withToken)).status, 422, query);
  }
  assert.equal((await service.http('GET', '/api/mcp/v1/actions')).status, 401);
});

test('the guide is Markdown, or JSON by Accept, for a token of either kind', async () => {
  const markdown = await service.http('GET', '/api/mcp/v1/guide', withToken);
  assert.match(markdown.headers.get('content-type') ?? '', /^text\/markdown/);
  assert.match(markdown.text, /# Daybook over MCP[\s\S]*`create_client`[\s\S]*`month_end_close`/);
  const headers = { authorization: `Bearer ${ana.access}`, accept: 'application/json' };
  const json = await service.http('GET', '/api/mcp/v1/guide', { headers });
  assert.equal(json.body.recommended_protocol_version, '2025-06-18');
  assert.ok(json.body.tools.some(({ name }: Wire) => name === 'create_client'));
  const stranger = await service.http('GET', '/api/mcp/v1/guide', { headers: { authorization: 'Bearer nonsense' } });
  assert.equal(stranger.status, 401);
});

test('the legacy call gives the same result object behind the same gates, and says that it goes', async () => {
  const call = (name: string, input: object, of = token) =>
    service.http('POST', '/api/mcp/v1/tools/call', {
      headers: { 'x-mcp-token': of },
      body: { name, arguments: input },
    });
  const made = await call('create_client', { type: 'business', display_name: 'By the old way' });
  assert.equal(made.status, 200);
  assert.match(made.headers.get('deprecation') ?? '', /^@\d+$/);
  assert.match(made.headers.get('link') ?? '', /\/api\/mcp\/mcp/);
  const { id } = made.body.structuredContent;
  const same = await service.tool(token, 'get_client', { id });
  assert.deepEqual((await call('get_client', { id })).body, same);
  assert.equal((await call('delete_client', { id })).body.structuredContent.code, 'approval_required');
  const reader = await ana.mint({ preset: 'read_only' });
  const refused = await call('create_client', { type: 'business', display_name: 'Never' }, reader.token);
  assert.equal(refused.body.structuredContent.code, 'insufficient_scope');
  assert.equal((await call('nonsense', {})).status, 404);
  const unsigned = await service.http('POST', '/api/mcp/v1/tools/call', { body: { name: 'list_clients' } });
  assert.equal(unsigned.status, 401);
  const odd = await service.http('POST', '/api/mcp/v1/tools/call', { ...withToken, body: { tool: 'list_clients' } });
  assert.equal(odd.status, 422);
});
