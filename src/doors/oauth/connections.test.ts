/** Life of a connection once it is granted. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dose, longTest } from '../../../test/support/dose.ts';
import { type Connected, connected, startOauthService, tokenRequest } from '../../../test/support/oauth.ts';
import { password, type SignedIn } from '../../../test/support/running-service.ts';
import { uuidFrom } from '../../wire/type-id.ts';

const service = await startOauthService();
const { url } = service;
const ana = await service.register('Acme');

async function statusOf(token: string, headers: object = {}): Promise<number> {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const sent = { accept: 'application/json', ...headers };
  return (await service.send({ method: 'POST', path: '/api/mcp/mcp', token, body, headers: sent })).status;
}

async function recordOf(who: SignedIn, query = 'kind=connection') {
  const { body } = await service.api(who.token, 'GET', `/mcp/tokens?${query}`);
  return body.data[0];
}

const refresh = ({ client, refresh_token }: Connected, more: Record<string, string> = {}) =>
  tokenRequest(service, { grant_type: 'refresh_token', client_id: client.id, refresh_token, ...more });

/** Moves what was stored into the past. */
const age = (what: string, seconds: number) =>
  service.owner.query(`update oauth_secrets set ${what} = ${what} - make_interval(secs => $1)`, [seconds]);

test('five refreshes at once all work, and there is one chain', async () => {
  const first = await connected(service, ana);
  const answers = await Promise.all(Array.from({ length: 5 }, () => refresh(first)));
  for (const { status, body } of answers) {
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(await statusOf(body.access_token), 200);
  }
  assert.equal(new Set(answers.map(({ body }) => body.refresh_token)).size, 1);
  assert.notEqual(answers[0]?.body.refresh_token, first.refresh_token);
  assert.equal(new Set(answers.map(({ body }) => body.access_token)).size, 5);
  assert.equal(await statusOf(first.access_token), 200);
});

test('a refresh token that comes back long after it was replaced ends everything', async () => {
  const first = await connected(service, ana);
  const second = (await refresh(first)).body;
  await age('consumed_at', 60);
  assert.equal((await refresh(first)).status, 200, 'within the grace');
  await age('consumed_at', 60);
  assert.deepEqual((await refresh(first)).body.error, 'invalid_grant');
  assert.equal(await statusOf(second.access_token), 401);
  assert.equal((await refresh({ ...first, ...second })).body.error, 'invalid_grant');
  const { rows } = await service.owner.query(
    `select input->>'reason' as reason, actor->>'type' as type, after->>'status' as status
     from audit_log where action = 'revoke_mcp_token' order by at desc limit 1`,
  );
  assert.deepEqual(rows[0], {
    reason: 'A replaced refresh token was used again.',
    type: 'system',
    status: 'revoked',
  });
});

test('a refresh token lasts 30 days from its last use', async () => {
  const first = await connected(service, ana);
  const { rows } = await service.owner.query(
    `select expires_at - created_at = interval '30 days' as month from oauth_secrets where kind = 'refresh'`,
  );
  assert.ok(rows.every(({ month }) => month === true));
  await age('expires_at', 31 * 86_400);
  assert.equal((await refresh(first)).body.error, 'invalid_grant');
  const second = await connected(service, ana);
  assert.equal((await refresh(second)).status, 200);
});

test('an access token ends after an hour, and others take its place', async () => {
  const first = await connected(service, ana);
  await service.owner.query(`update oauth_secrets set expires_at = now() where kind = 'access'`);
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  assert.equal(await statusOf(first.access_token), 401);
  const { body } = await refresh(first);
  assert.equal(await statusOf(body.access_token), 200);
});

test('it is listed with the tokens, says whose it is, and is renamed, narrowed and ended as they are', async () => {
  const who = await service.register('Listing');
  const made = await connected(service, who, { client_name: 'Claude' });
  await service.tool(made.access_token, 'get_business_overview', {});
  const record = await recordOf(who);
  assert.deepEqual(
    [record.kind, record.name, record.client, record.prefix, record.preset, record.status],
    ['connection', 'Claude', { id: made.client.id, host: 'app.example.com' }, null, 'full', 'active'],
  );
  assert.equal((await service.api(who.token, 'GET', '/mcp/tokens?kind=token')).body.data.length, 0);
  assert.equal(JSON.stringify(record).includes('oat_'), false);
  const rotated = await service.api(who.token, 'POST', `/mcp/tokens/${record.id}/rotate`, {});
  assert.equal(rotated.body.code, 'invalid_state_transition');
  await service.api(who.token, 'PATCH', `/mcp/tokens/${record.id}`, { preset: 'read_only' });
  const refused = await service.tool(made.access_token, 'create_client', { type: 'business', display_name: 'X' });
  assert.match(JSON.stringify(refused), /Unknown tool|insufficient_scope|read-only/);
  await service.api(who.token, 'DELETE', `/mcp/tokens/${record.id}?reason=Lost`);
  assert.equal(await statusOf(made.access_token), 401);
  assert.equal((await refresh(made)).body.error, 'invalid_grant');
});

test('what it writes is on record with the app and the person', async () => {
  const who = await service.register('Recorded');
  const made = await connected(service, who, { client_name: 'Claude' });
  const written = await service.tool(made.access_token, 'create_client', { type: 'business', display_name: 'Finch' });
  assert.equal(typeof written.structuredContent, 'object', JSON.stringify(written));
  const { body } = await service.api(who.token, 'GET', '/mcp/activity');
  assert.deepEqual([body.data[0].action, body.data[0].token_id], ['create_client', (await recordOf(who)).id]);
  assert.match(body.data[0].actor.name, /through Claude$/);
});

const endings: Readonly<Record<string, (who: SignedIn, connection: Connected) => Promise<unknown>>> = {
  'its person is suspended': (who) =>
    service.owner.query(`update members set status = 'suspended' where user_id = $1`, [uuidFrom('user', who.user)]),
  'the membership ends': (who) =>
    service.owner.query(`update members set expires_at = now() where user_id = $1`, [uuidFrom('user', who.user)]),
  'the person signs out everywhere': (who) => service.api(who.token, 'POST', '/auth/logout-all', {}),
  'it is revoked': async (who) => service.api(who.token, 'DELETE', `/mcp/tokens/${(await recordOf(who)).id}`),
  'its time is over': (who) =>
    service.owner.query(`update mcp_tokens set expires_at = now() where user_id = $1`, [uuidFrom('user', who.user)]),
  'its client gives the access token back': (_, { client, access_token }) => revoke(client.id, access_token),
  'its client gives the refresh token back': (_, { client, refresh_token }) => revoke(client.id, refresh_token),
};

function revoke(clientId: string, token: string): Promise<Response> {
  const body = new URLSearchParams({ client_id: clientId, token });
  return fetch(`${url}/api/mcp/oauth/revoke`, { method: 'POST', body });
}

for (const [what, end] of dose(Object.entries(endings))) {
  test(`a connection opens nothing and cannot be renewed once ${what}`, async () => {
    const who = await service.register('Ending');
    const made = await connected(service, who);
    assert.equal(await statusOf(made.access_token), 200);
    await end(who, made);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    assert.equal(await statusOf(made.access_token), 401);
    assert.equal((await refresh(made)).body.error, 'invalid_grant');
  });
}

test('signing out everywhere shows in the list, and a new connection works', async () => {
  const who = await service.register('Leaving');
  await connected(service, who);
  await service.api(who.token, 'POST', '/auth/logout-all', {});
  const { body } = await service.api('', 'POST', '/auth/login', { email: who.email, password });
  const again = { ...who, token: body.access_token };
  assert.equal((await recordOf(again)).status, 'revoked');
  assert.notEqual((await recordOf(again)).revoked_at, null);
  const second = await connected(service, again);
  assert.equal(await statusOf(second.access_token), 200);
  assert.equal((await recordOf(again, 'kind=connection&sort=-created_at')).status, 'active');
});

test('another client cannot give a token back, nor renew it', async () => {
  const made = await connected(service, ana);
  const other = await connected(service, ana);
  await revoke(other.client.id, made.access_token);
  assert.equal(await statusOf(made.access_token), 200);
  assert.equal((await refresh(made, { client_id: other.client.id })).body.error, 'invalid_grant');
  assert.equal((await refresh(made, { resource: 'https://other.example.com' })).body.error, 'invalid_target');
  assert.equal((await refresh(made)).status, 200);
});

test('tokens of one door do not open the other', async () => {
  const { access_token: token, refresh_token: second } = await connected(service, ana);
  assert.equal(await statusOf(token), 200);
  assert.equal(await statusOf('', { 'x-mcp-token': token }), 200);
  assert.equal(await statusOf(ana.token), 401);
  assert.equal(await statusOf(second), 401);
  assert.equal((await service.api(ana.token, 'GET', '/clients')).status, 200);
  for (const presented of [token, second]) {
    const refused = await service.api(presented, 'GET', '/clients');
    assert.equal(refused.status, 401);
    assert.equal(refused.text.includes(presented), false);
  }
});

test('no token, code or cookie can be read out of the database', async () => {
  const made = await connected(service, ana);
  const { rows } = await service.owner.query(
    `select string_agg(row_to_json(oauth_secrets)::text, ' ') as dump from oauth_secrets`,
  );
  const dump = String(rows[0].dump);
  assert.ok(dump.length > 1_000);
  for (const secret of [made.access_token, made.refresh_token]) {
    assert.equal(dump.includes(secret), false);
    assert.equal(dump.includes(Buffer.from(secret).toString('hex')), false);
  }
  assert.equal(dump.includes(Buffer.from('accountId').toString('hex')), false, 'what belongs to it is sealed');
});

test('what has ended and clients that nobody uses are cleaned away, a few at a time', longTest, async () => {
  await connected(service, ana);
  await service.owner.query(`update oauth_secrets set expires_at = now() - interval '2 hours'`);
  await service.owner.query(`update oauth_clients set expires_at = now() - interval '2 hours'`);
  const count = async (table: string) =>
    Number((await service.owner.query(`select count(*) from ${table} where expires_at < now()`)).rows[0].count);
  assert.ok((await count('oauth_secrets')) > 5);
  for (let turn = 0; turn < 10; turn += 1) await connected(service, ana);
  assert.deepEqual([await count('oauth_secrets'), await count('oauth_clients')], [0, 0]);
});
