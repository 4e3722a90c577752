/** Tokens that may be used from some addresses alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startService } from '../../../test/support/running-service.ts';
import type { Wire } from '../../../test/support/world.ts';

const direct = await startService();
const behind = await startService({ trustProxy: ['127.0.0.1'] });
const json = 'application/json';

type Service = typeof direct;

const rpc = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params });
const create = rpc('tools/call', {
  name: 'run_write_action',
  arguments: { name: 'create_client', arguments: { type: 'individual', display_name: 'Mara' } },
});

function post(service: Service, token: string, from?: string, body: object = rpc('tools/list')) {
  const headers = { accept: json, ...(from === undefined ? {} : { 'x-forwarded-for': from }) };
  return service.send({ method: 'POST', path: '/api/mcp/mcp', token, body, headers });
}

test('a call from elsewhere is refused with the address it came from, on record, and changes nothing', async () => {
  const owner = await direct.register('Office');
  const { body: made } = await direct.api(owner.token, 'POST', '/mcp/tokens', {
    name: 'Claude',
    preset: 'full',
    ip_allow: ['203.0.113.0/24'],
  });
  const answer = await post(direct, made.token, undefined, create);
  assert.deepEqual([answer.status, answer.body.code, answer.body.address], [403, 'address_not_allowed', '127.0.0.1']);
  assert.match(answer.body.hint, /add `address` to its `ip_allow`/);
  assert.equal(answer.headers['www-authenticate'], undefined, 'the token is good, and no other would help');
  for (const [method, path] of [
    ['GET', '/api/mcp/v1/actions'],
    ['GET', '/api/mcp/v1/guide'],
    ['POST', '/api/mcp/v1/tools/call'],
  ] as const) {
    const body = method === 'POST' ? { name: 'find_clients', arguments: {} } : undefined;
    assert.equal((await direct.send({ method, path, token: made.token, body })).status, 403, path);
    const own = { 'x-mcp-token': made.token };
    assert.equal((await direct.send({ method, path, body, headers: own })).status, 403, path);
  }
  assert.deepEqual((await direct.api(owner.token, 'GET', '/clients')).body.data, []);
  const { last_used_at: used } = (await direct.api(owner.token, 'GET', `/mcp/tokens/${made.id}`)).body;
  assert.equal(used, null, 'and it was not used');
  const { data } = (await direct.api(owner.token, 'GET', '/audit-log?action=use_mcp_token')).body;
  assert.deepEqual(
    data.map((row: Wire) => [row.refused, row.target_id, row.ip, row.door]),
    [['address_not_allowed', made.id, '127.0.0.1', 'mcp']],
  );
  await direct.api(owner.token, 'DELETE', `/mcp/tokens/${made.id}`);
  assert.equal((await post(direct, made.token)).status, 401);
  const { data: both } = (await direct.api(owner.token, 'GET', '/audit-log?action=use_mcp_token')).body;
  assert.equal(both.length, 2, 'that it is refused for another reason now is on record too');
});

test('from an address of its own a token works, and a changed list counts from the next call on', async () => {
  const owner = await direct.register('Home');
  const { body: made } = await direct.api(owner.token, 'POST', '/mcp/tokens', {
    name: 'Claude',
    ip_allow: ['127.0.0.0/8'],
  });
  const change = (list: string[] | null) =>
    direct.api(owner.token, 'PATCH', `/mcp/tokens/${made.id}`, { ip_allow: list });
  assert.equal((await post(direct, made.token)).status, 200);
  assert.equal((await change(['192.0.2.1', '2001:db8::/32'])).status, 200);
  assert.equal((await post(direct, made.token)).status, 403);
  assert.equal((await change(null)).status, 200);
  assert.equal((await post(direct, made.token)).status, 200);
});

test('the address that counts is the one that a trusted proxy tells, and nobody else’s word for it', async () => {
  const made = (service: Service) =>
    service.register('Behind').then((owner) => service.mcpToken(owner, { ip_allow: ['203.0.113.7', '2001:db8::/64'] }));
  const [straight, proxied] = [await made(direct), await made(behind)];
  const statuses = async (service: Service, token: string, from: string[]) =>
    Promise.all(from.map(async (one) => (await post(service, token, one)).status));
  const told = ['203.0.113.7', '::ffff:203.0.113.7', '198.51.100.1, 203.0.113.7', '2001:DB8::5'];
  assert.deepEqual(await statuses(behind, proxied, told), [200, 200, 200, 200]);
  const elsewhere = ['203.0.113.8', '::ffff:203.0.113.8', '203.0.113.7, 198.51.100.1', '2001:db8:0:1::5', '127.0.0.1'];
  assert.deepEqual(await statuses(behind, proxied, elsewhere), [403, 403, 403, 403, 403]);
  assert.equal((await post(behind, proxied)).status, 403, 'the proxy itself is elsewhere too');
  assert.deepEqual(
    await statuses(direct, straight, told),
    [403, 403, 403, 403],
    'what a caller claims is not believed',
  );
});

test('who may not manage a token may not change where it is used from', async () => {
  const owner = await direct.register('Boss');
  const helper = await direct.colleague(owner, 'viewer');
  const { body: hers } = await direct.api(owner.token, 'POST', '/mcp/tokens', {
    name: 'Hers',
    ip_allow: ['192.0.2.1'],
  });
  const { body: his } = await direct.api(helper.token, 'POST', '/mcp/tokens', { name: 'His', ip_allow: ['192.0.2.1'] });
  const lift = (token: string, id: string) => direct.api(token, 'PATCH', `/mcp/tokens/${id}`, { ip_allow: null });
  assert.equal((await lift(helper.token, hers.id)).status, 404);
  assert.equal((await lift(helper.token, his.id)).status, 200, 'whose it is needs no permission');
});
