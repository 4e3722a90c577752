import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMcpService, type Owner } from '../../test/support/mcp-service.ts';
import type { Wire } from '../../test/support/world.ts';

const service = await createMcpService();

const refusals = async (owner: Owner, action: string): Promise<Wire[]> =>
  (await owner.rest('GET', `/audit-log?action=${action}`)).data.filter(({ refused }: Wire) => refused !== null);

const about = async (owner: Owner, row: Wire): Promise<Wire> => (await owner.rest('GET', `/audit-log/${row.id}`)).after;

const asBearer = (token: string, path = '/api/auth/me') =>
  service.http('GET', path, { headers: { authorization: `Bearer ${token}`, 'user-agent': 'found-on-a-laptop' } });

test('a session that ended is on record where it is tried again, once however often that is', async () => {
  const [owner, other] = [await service.owner('Ida'), await service.owner('Jon')];
  const login = await service.http('POST', '/api/auth/login', { body: owner.credentials });
  const { access_token: access, refresh_token: refresh } = login.body;
  const logout = { headers: { authorization: `Bearer ${access}` }, body: {} };
  assert.equal((await service.http('POST', '/api/auth/logout', logout)).status, 200);
  assert.deepEqual(await refusals(owner, 'use_session'), [], 'control: nobody has tried it yet');
  for (let again = 0; again < 5; again += 1) assert.equal((await asBearer(access)).status, 401);
  const rows = await refusals(owner, 'use_session');
  assert.equal(rows.length, 1);
  const [row] = rows;
  assert.deepEqual([row.refused, row.door, row.user_agent], ['unauthenticated', 'rest', 'found-on-a-laptop']);
  assert.deepEqual([row.actor.type, row.target_id.slice(0, 5)], ['anonymous', 'sess_']);
  assert.equal((await about(owner, row)).because, 'session_or_membership_ended');
  for (let again = 0; again < 3; again += 1) {
    const body = { refresh_token: refresh };
    assert.equal((await service.http('POST', '/api/auth/refresh', { body })).status, 401);
  }
  const refreshed = await refusals(owner, 'refresh');
  assert.deepEqual(
    refreshed.map(({ refused, target_id: id }) => [refused, id]),
    [['invalid_refresh_token', row.target_id]],
  );
  for (const action of ['use_session', 'refresh']) assert.deepEqual(await refusals(other, action), []);
  const everything = JSON.stringify((await owner.rest('GET', '/audit-log')).data);
  assert.ok(!everything.includes(access) && !everything.includes(refresh), 'no secret is written down');
});

test('an MCP token that was revoked or replaced is on record where it is tried again', async () => {
  const owner = await service.owner('Kai');
  const { token, id } = await owner.mint();
  const old = await owner.mint();
  await owner.rest('DELETE', `/mcp/tokens/${id}`);
  await owner.rest('POST', `/mcp/tokens/${old.id}/rotate`, {});
  for (const presented of [token, token, old.token]) {
    assert.equal((await service.rpc(presented, 'tools/list')).status, 401);
  }
  const rows = await refusals(owner, 'use_mcp_token');
  const told = new Map(await Promise.all(rows.map(async (row) => [row.target_id, await about(owner, row)] as const)));
  assert.equal(rows.length, told.size, 'each once');
  assert.deepEqual([told.get(id)?.because, told.get(old.id)?.because], ['revoked', 'replaced']);
  assert.ok(rows.every(({ door }) => door === 'mcp'));
  const timeline = await owner.rest('GET', `/audit-log?target_id=${id}`);
  assert.ok(timeline.data.some(({ action }: Wire) => action === 'use_mcp_token'));
});

test('tokens that nobody ever had leave no row', async () => {
  const owner = await service.owner('Lea');
  const rows = async () => (await owner.rest('GET', '/audit-log')).data.length;
  const before = await rows();
  await service.rpc(`svc_${'0'.repeat(64)}`, 'tools/list');
  await service.rpc(`oat_${'A'.repeat(43)}`, 'tools/list');
  await asBearer('eyJhbGciOiJub25lIn0.e30.');
  assert.equal(await rows(), before);
});
