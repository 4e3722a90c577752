import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asOwner } from '../../../test/support/database.ts';
import { eventually } from '../../../test/support/embedded-service.ts';
import { createMcpService } from '../../../test/support/mcp-service.ts';
import { uuidFrom } from '../../wire/type-id.ts';

const service = await createMcpService();
const ana = await service.owner('Acme');
const { token } = await ana.mint();
const initialize = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'curl', version: '8' } };

test('a caller who takes JSON only gets plain JSON in every revision with a handshake', async () => {
  for (const protocolVersion of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']) {
    const hello = await service.rpc(token, 'initialize', { ...initialize, protocolVersion });
    assert.equal(hello.status, 200);
    assert.match(hello.headers.get('content-type') ?? '', /^application\/json/);
    assert.equal(hello.body.result.protocolVersion, protocolVersion);
    const headers = { 'mcp-protocol-version': protocolVersion };
    const list = await service.rpc(token, 'tools/list', undefined, { headers });
    assert.ok(list.body.result.tools.length > 0, protocolVersion);
  }
});

test('a caller who takes event streams too gets the same JSON', async () => {
  const headers = { accept: 'application/json, text/event-stream' };
  const { headers: answered, body } = await service.rpc(token, 'ping', undefined, { headers });
  assert.match(answered.get('content-type') ?? '', /^application\/json/);
  assert.deepEqual(body, { result: {}, jsonrpc: '2.0', id: 1 });
});

test('a client without the newest revision is offered the newest handshake there is', async () => {
  const { body } = await service.rpc(token, 'initialize', { ...initialize, protocolVersion: '1999-01-01' });
  assert.equal(body.result.protocolVersion, '2025-11-25');
  const headers = { 'mcp-protocol-version': '1999-01-01' };
  const unsupported = await service.rpc(token, 'tools/list', undefined, { headers });
  assert.equal(unsupported.status, 400);
  assert.match(unsupported.body.error.message, /supported versions: .*2025-06-18/);
});

test('a notification is accepted without a body', async () => {
  const body = { jsonrpc: '2.0', method: 'notifications/initialized' };
  const answer = await service.http('POST', '/api/mcp/mcp', { headers: { authorization: `Bearer ${token}` }, body });
  assert.equal(answer.status, 202);
  assert.equal(answer.text, '');
});

test('a batch of an older revision is answered in order, and a long one refused', async () => {
  const headers = { authorization: `Bearer ${token}` };
  const ping = (id: number) => ({ jsonrpc: '2.0', id, method: 'ping' });
  const both = await service.http('POST', '/api/mcp/mcp', { headers, body: [ping(1), ping(2)] });
  assert.deepEqual(
    both.body.map(({ id }: { id: number }) => id),
    [1, 2],
  );
  const body = Array.from({ length: 21 }, (_, id) => ping(id));
  const long = await service.http('POST', '/api/mcp/mcp', { headers, body });
  assert.equal(long.body.error.code, -32_600);
});

test('a body that is not JSON, not a message or of another type is told so in JSON-RPC', async () => {
  const headers = { authorization: `Bearer ${token}` };
  const cases: [unknown, string, number, number][] = [
    ['{"jsonrpc":', 'application/json', 400, -32_700],
    ['', 'application/json', 400, -32_700],
    [{ hello: 'world' }, 'application/json', 400, -32_600],
    [42, 'application/json', 400, -32_600],
    ['a=b', 'application/x-www-form-urlencoded', 415, -32_000],
  ];
  for (const [body, type, status, code] of cases) {
    const answer = await service.http('POST', '/api/mcp/mcp', { headers: { ...headers, 'content-type': type }, body });
    assert.equal(answer.status, status, String(body));
    assert.deepEqual([answer.body.jsonrpc, answer.body.error.code, answer.body.id], ['2.0', code, null]);
  }
});

test('a message nested beyond all reason is refused, wherever it is deep, and is no failure of ours', async () => {
  const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
  const ask = (params: string) =>
    service.http('POST', '/api/mcp/mcp', {
      headers: { accept: 'application/json', authorization: `Bearer ${token}` },
      body: `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":${params}}`,
    });
  for (const depth of [100, 5_000, 50_000]) {
    for (const params of [nested(depth), `{"name":"list_clients","arguments":${nested(depth)}}`]) {
      const { status, body } = await ask(params);
      assert.deepEqual([status, body.id, body.error.code], [400, 7, -32_600]);
      assert.match(body.error.message, /at most 64 levels/);
    }
  }
  const { body } = await ask(`{"name":"list_clients","arguments":${nested(40)}}`);
  assert.equal(body.result.structuredContent.errors[0].code, 'too_deep');
});

test('a call without a name, or whose arguments are no object, is told what to write', async () => {
  const { body } = await service.rpc(token, 'tools/call', { name: 'list_clients', arguments: {} });
  assert.equal(body.result.isError, undefined);
  for (const params of [
    undefined,
    {},
    { name: 7 },
    ...[[], 'x', null, 7].map((given) => ({ name: 'list_clients', arguments: given })),
  ]) {
    const refused = await service.rpc(token, 'tools/call', params);
    assert.equal(refused.body.error.code, -32_602, JSON.stringify(params));
    assert.match(refused.body.error.message, /tools\/call/);
  }
});

test('GET and DELETE are refused with what is allowed', async () => {
  for (const method of ['GET', 'DELETE']) {
    const { status, headers } = await service.http(method, '/api/mcp/mcp', {
      headers: { authorization: `Bearer ${token}` },
    });
    assert.equal(status, 405);
    assert.match(headers.get('allow') ?? '', /POST/);
  }
});

test('a token is taken from X-MCP-Token as well', async () => {
  const body = { jsonrpc: '2.0', id: 7, method: 'ping' };
  const { status } = await service.http('POST', '/api/mcp/mcp', { headers: { 'x-mcp-token': token }, body });
  assert.equal(status, 200);
});

test('without a token, or with a wrong one, the answer says where to get one', async () => {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const wrong = ['svc_', `svc_${'0'.repeat(64)}`, token.toUpperCase(), `${token}0`, token.slice(0, -1)];
  for (const headers of [
    {},
    ...wrong.map((bad) => ({ authorization: `Bearer ${bad}` })),
    { 'x-mcp-token': 'nonsense' },
  ]) {
    const answer = await service.http('POST', '/api/mcp/mcp', { headers, body });
    assert.equal(answer.status, 401);
    const challenge = answer.headers.get('www-authenticate') ?? '';
    assert.match(
      challenge,
      /^Bearer .*resource_metadata="[^"]+\/\.well-known\/oauth-protected-resource\/api\/mcp\/mcp"/,
    );
    assert.match(challenge, /scope="svc:mcp"/);
    assert.equal(answer.body.code, 'unauthenticated');
  }
});

test('an access token of the REST API does not open the connector, nor an MCP token the REST API', async () => {
  const { status, headers } = await service.rpc(ana.access, 'tools/list');
  assert.equal(status, 401);
  assert.match(headers.get('www-authenticate') ?? '', /resource_metadata=/);
  for (const path of ['/api/organization', '/api/clients', '/api/mcp/tokens']) {
    const answer = await service.http('GET', path, { headers: { authorization: `Bearer ${token}` } });
    assert.equal(answer.status, 401, path);
  }
});

test('a page elsewhere, or a name bound to this machine, is turned away', async () => {
  const body = { jsonrpc: '2.0', id: 1, method: 'ping' };
  const headers = { authorization: `Bearer ${token}` };
  for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1.evil.example']) {
    const answer = await service.http('POST', '/api/mcp/mcp', { headers: { ...headers, origin }, body });
    assert.equal(answer.status, 403, origin);
    assert.equal(answer.headers.get('access-control-allow-origin'), null);
  }
  const local = await service.http('POST', '/api/mcp/mcp', {
    headers: { ...headers, origin: 'http://localhost:6274' },
    body,
  });
  assert.equal(local.status, 200);
  assert.equal(local.headers.get('access-control-allow-origin'), 'http://localhost:6274');
  assert.match(local.headers.get('access-control-expose-headers') ?? '', /WWW-Authenticate/);
});

test('a page of this machine may ask first, and read the challenge of a 401', async () => {
  const origin = 'http://localhost:6274';
  const asked = await service.http('OPTIONS', '/api/mcp/mcp', {
    headers: { origin, 'access-control-request-method': 'POST' },
  });
  assert.equal(asked.status, 204);
  assert.match(asked.headers.get('access-control-allow-headers') ?? '', /Authorization.*MCP-Protocol-Version/);
  const refused = await service.http('POST', '/api/mcp/mcp', { headers: { origin }, body: {} });
  assert.equal(refused.status, 401);
  assert.match(refused.headers.get('access-control-expose-headers') ?? '', /WWW-Authenticate/);
});

test('a revoked token, an expired one and one of a member who left are refused at the next call', async () => {
  const revoked = await ana.mint();
  assert.equal((await service.rpc(revoked.token, 'ping')).status, 200);
  await ana.rest('DELETE', `/mcp/tokens/${revoked.id}`);
  assert.equal((await service.rpc(revoked.token, 'ping')).status, 401);

  const brief = await ana.mint({ expires_at: new Date(Date.now() + 400).toISOString() });
  assert.equal((await service.rpc(brief.token, 'ping')).status, 200);
  await new Promise((resolve) => setTimeout(resolve, 450));
  assert.equal((await service.rpc(brief.token, 'ping')).status, 401);

  const ben = await service.owner('Left & Co');
  const left = await ben.mint();
  await asOwner(service.database.ownerUrl, (client) =>
    client.query(`update members set status = 'removed' where id = $1`, [uuidFrom('mem', left.member_id)]),
  );
  assert.equal((await service.rpc(left.token, 'ping')).status, 401);

  const endless = await ana.mint({ expires_at: null });
  assert.equal((await service.rpc(endless.token, 'ping')).status, 200);
});

test('when, from where and with which client a token was used is noted after the answer', async () => {
  const minted = await ana.mint();
  await service.rpc(minted.token, 'initialize', initialize);
  const seen = await eventually(async () => {
    const record = await ana.rest('GET', `/mcp/tokens/${minted.id}`);
    assert.notEqual(record.last_used_at, null);
    return record;
  });
  assert.deepEqual([seen.last_used_from, seen.last_used_client], ['127.0.0.1', 'curl/8']);
  assert.equal('token' in seen, false);
});
