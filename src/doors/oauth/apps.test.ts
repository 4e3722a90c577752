/** Apps of the REST API as a member, a program and an attacker meet them, with a client of OAuth as others use it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as oauth from 'openid-client';
import { allow, askedBy, connectedBy, openProgram, registeredApp } from '../../../test/support/oauth-apps.ts';
import { connected, openVisitor, redirectUri, startOauthService, tokenRequest } from '../../../test/support/oauth.ts';
import { mistyped } from '../../../test/support/mistyped.ts';
import { eventually } from '../../../test/support/embedded-service.ts';
import { password, type SignedIn } from '../../../test/support/running-service.ts';
import type { Wire } from '../../../test/support/world.ts';
import { bytesOf } from '../../../test/support/totp.ts';
import { totpCode, totpStep } from '../../modules/identity/totp.ts';
import { uuidFrom } from '../../wire/type-id.ts';

const service = await startOauthService({ role: 'all' });
const { url, api } = service;
const issuer = `${url}/api/mcp`;
const owner = await service.register('Olga');
const app = await registeredApp(service, owner);
const program = await openProgram(service, app);

const client = { type: 'business', display_name: 'Blue Door Books' };
const opens = async (token: string) => (await api(token, 'GET', '/clients')).status;
const connectionsOf = async (who: SignedIn, query = '') =>
  (await api(who.token, 'GET', `/connected-apps?revoked=no${query}`)).body.data as Wire[];
const latest = async (who: SignedIn = owner) => (await connectionsOf(who))[0];

/** The error of OAuth that something is refused with. */
async function refusal(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof oauth.WWWAuthenticateChallengeError) return error.cause[0]?.parameters['error'] ?? '';
  assert.ok(
    error instanceof oauth.ResponseBodyError || error instanceof oauth.AuthorizationResponseError,
    String(error),
  );
  return error.error;
}

test('somebody allows an app, and it calls REST for them within what they allowed', async () => {
  const got = await connectedBy(service, program, { who: owner });
  assert.match(got.access_token, /^aat_/);
  assert.deepEqual([got.token_type, got.scope, got.expires_in], ['bearer', 'clients:read clients:write', 3_600]);
  const headers = { 'idempotency-key': 'once' };
  const first = await api(got.access_token, 'POST', '/clients', client, headers);
  assert.equal(first.status, 201, first.text);
  assert.deepEqual([first.body.created_by.type, first.body.created_by.name], ['app', 'Olga through Zapier']);
  const connection = await latest();
  assert.deepEqual(
    [connection.app_name, connection.app_id, connection.grant, connection.status],
    ['Zapier', app.id, 'authorization_code', 'active'],
  );
  const log = (await api(owner.token, 'GET', `/audit-log?connected_app_id=${connection.id}&action=create_client`)).body;
  assert.deepEqual(
    log.data.map((line: Wire) => [line.connected_app_id, line.api_key_id, line.session_id, line.actor.name]),
    [[connection.id, null, null, 'Olga through Zapier']],
  );
  const refused = await api(got.access_token, 'GET', '/sales');
  assert.deepEqual([refused.status, refused.body.code], [403, 'insufficient_scope']);
  assert.equal(
    refused.headers['www-authenticate'],
    `Bearer error="insufficient_scope", scope="sales:read", ` +
      `resource_metadata="${url}/.well-known/oauth-protected-resource/api"`,
  );
  const refreshed = await oauth.refreshTokenGrant(program, got.refresh_token ?? '');
  const again = await api(refreshed.access_token, 'POST', '/clients', client, headers);
  assert.deepEqual([again.body.id, again.headers['idempotent-replayed']], [first.body.id, 'true'], 'of the connection');
});

test('consent names the app, the organisation and the rights in words, and gives no more than there are', async () => {
  const sales = await service.colleague(owner, 'sales');
  const wide = await registeredApp(service, owner, {
    name: 'Wide <b>',
    scopes: ['clients:read', 'webhooks:manage', 'sales:read'],
  });
  const one = await openProgram(service, wide);
  const asked = await askedBy(service, one, { who: sales });
  const { text, headers } = asked.page;
  for (const said of ['Wide &lt;b&gt;', 'Olga', 'app.example.com', 'See clients, their statements and history.']) {
    assert.ok(text.includes(said), `${said}: ${text.split('</style>')[1]}`);
  }
  const [given = '', withheld = ''] = text.split('You may not do this yourself');
  assert.ok(given.includes('See sales.') && !given.includes('webhooks'), 'what they may');
  assert.ok(withheld.includes('Add, change and remove webhooks.'), 'what they may not');
  assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/);
  assert.equal(/<script/.test(text), false);
  const { left } = await allow(asked);
  assert.ok(left);
  const got = await oauth.authorizationCodeGrant(one, left, {
    pkceCodeVerifier: asked.verifier,
    expectedState: 'a state',
  });
  assert.equal(got.scope, 'clients:read sales:read');
  assert.equal((await api(got.access_token, 'GET', '/webhooks')).status, 403);
  // Rights that come later were not given.
  await api(owner.token, 'POST', '/team/roles', { name: 'Narrow', permissions: ['products:read'] });
  const kept = (await api(owner.token, 'GET', '/team/roles')).body.data;
  const members = (await api(owner.token, 'GET', '/team/members')).body.data;
  const member = members.find(({ user_id: id }: Wire) => id === sales.user);
  const become = (name: string) =>
    api(owner.token, 'PATCH', `/team/members/${member.id}`, {
      role_ids: [kept.find((role: Wire) => role.name === name).id],
    });
  assert.equal((await become('admin')).status, 200);
  assert.equal((await api(got.access_token, 'GET', '/webhooks')).status, 403);
  assert.equal((await become('Narrow')).status, 200);
  assert.equal((await api(got.access_token, 'GET', '/sales')).status, 403, 'rights that go are gone');
  await become('admin');
  const german = await askedBy(service, one, {
    who: sales,
    visitor: openVisitor(service, { language: 'de' }),
  });
  assert.ok(german.page.text.includes('Kunden, ihre Kontoauszüge und ihren Verlauf sehen.'), german.page.text);
});

test('a code is good once, at its address, with its verifier and the secret of its app', async () => {
  const fresh = async () => {
    const { page, verifier, visitor } = await askedBy(service, program, { who: owner });
    const { left } = await allow({ page, verifier, visitor });
    assert.ok(left);
    return { left, checks: { pkceCodeVerifier: verifier, expectedState: 'a state' } };
  };
  const { left, checks } = await fresh();
  const wrongSecret = await openProgram(service, app, oauth.ClientSecretBasic(mistyped(app.client_secret)));
  assert.equal(await refusal(oauth.authorizationCodeGrant(wrongSecret, left, checks)), 'invalid_client');
  const noSecret = await openProgram(service, app, oauth.None());
  assert.equal(await refusal(oauth.authorizationCodeGrant(noSecret, left, checks)), 'invalid_client');
  const placeholder = await openProgram(service, app, oauth.ClientSecretPost('kept as a hash'));
  assert.equal(await refusal(oauth.authorizationCodeGrant(placeholder, left, checks)), 'invalid_client');
  const otherVerifier = { ...checks, pkceCodeVerifier: oauth.randomPKCECodeVerifier() };
  assert.equal(await refusal(oauth.authorizationCodeGrant(program, left, otherVerifier)), 'invalid_grant');
  const elsewhere = new URL(left.href.replace('/callback', '/elsewhere'));
  assert.equal(await refusal(oauth.authorizationCodeGrant(program, elsewhere, checks)), 'invalid_grant');
  const basic = await openProgram(service, app, oauth.ClientSecretBasic(app.client_secret));
  const got = await oauth.authorizationCodeGrant(basic, left, checks);
  assert.equal(await opens(got.access_token), 200);
  assert.equal(await refusal(oauth.authorizationCodeGrant(program, left, checks)), 'invalid_grant');
  assert.equal(await opens(got.access_token), 401, 'that others had the code ends what the first one got');
  const another = await openProgram(service, await registeredApp(service, owner, { name: 'Another' }));
  const { left: mine, checks: ours } = await fresh();
  assert.equal(await refusal(oauth.authorizationCodeGrant(another, mine, ours)), 'invalid_grant');
});

test('what is asked for wrongly is answered to the app, and to nobody where its address is not known', async () => {
  const { page: stray } = await askedBy(service, program, {
    who: owner,
    more: { redirect_uri: 'https://evil.example/callback' },
  });
  assert.deepEqual([stray.left, stray.status], [undefined, 400]);
  const answered = async (more: Record<string, string>, leaveOut: readonly string[] = []) => {
    const address = oauth.buildAuthorizationUrl(program, {
      redirect_uri: redirectUri,
      code_challenge: await oauth.calculatePKCECodeChallenge(oauth.randomPKCECodeVerifier()),
      code_challenge_method: 'S256',
      ...more,
    });
    for (const name of leaveOut) address.searchParams.delete(name);
    const { headers } = await fetch(address, { redirect: 'manual' });
    const to = new URL(headers.get('location') ?? '', url);
    assert.equal(to.origin, new URL(redirectUri).origin, to.href);
    assert.equal(to.searchParams.get('iss'), issuer);
    return to.searchParams.get('error');
  };
  assert.equal(await answered({}, ['code_challenge', 'code_challenge_method']), 'invalid_request');
  assert.equal(await answered({ code_challenge_method: 'plain' }), 'invalid_request');
  assert.equal(await answered({ scope: 'clients:read sales:read' }), 'invalid_scope', 'it is not registered for that');
  assert.equal(await answered({ scope: 'svc:mcp' }), 'invalid_scope');
  assert.equal(await answered({ resource: `${url}/api/mcp/mcp` }), 'invalid_target');
});

test('a refresh token is good once, and used again after its grace ends the whole connection', async () => {
  const got = await connectedBy(service, program, { who: owner });
  const { id } = await latest();
  const second = await oauth.refreshTokenGrant(program, got.refresh_token ?? '', { scope: 'clients:read' });
  assert.equal(second.scope, 'clients:read', 'less may be asked for');
  assert.equal((await api(second.access_token, 'POST', '/clients', client)).status, 403);
  const beyond = oauth.refreshTokenGrant(program, second.refresh_token ?? '', { scope: 'sales:read' });
  assert.equal(await refusal(beyond), 'invalid_scope');
  const third = await oauth.refreshTokenGrant(program, second.refresh_token ?? '');
  assert.equal(await opens(third.access_token), 200);
  await service.owner.query(`update oauth_secrets set consumed_at = consumed_at - interval '2 minutes'`);
  assert.equal(await refusal(oauth.refreshTokenGrant(program, got.refresh_token ?? '')), 'invalid_grant');
  assert.equal(await opens(third.access_token), 401);
  assert.equal(await refusal(oauth.refreshTokenGrant(program, third.refresh_token ?? '')), 'invalid_grant');
  const ended = (await api(owner.token, 'GET', `/connected-apps/${id}`)).body;
  assert.equal(ended.status, 'revoked');
  const { data } = (await api(owner.token, 'GET', `/audit-log?target_id=${id}&action=disconnect_app`)).body;
  assert.deepEqual([data.length, data[0].actor.type], [1, 'system']);
});

test('a confidential app acts on its own with the rights of whoever let it, and no further', async () => {
  const robot = await registeredApp(service, owner, { name: 'Robot', redirect_uris: [], client_credentials: true });
  const one = await openProgram(service, robot);
  const got = await oauth.clientCredentialsGrant(one);
  assert.deepEqual([got.scope, got.refresh_token, got.expires_in], ['clients:read clients:write', undefined, 3_600]);
  const made = await api(got.access_token, 'POST', '/clients', client);
  assert.deepEqual([made.status, made.body.created_by.name], [201, 'Olga through Robot']);
  const narrow = await oauth.clientCredentialsGrant(one, { scope: 'clients:read' });
  assert.equal((await api(narrow.access_token, 'POST', '/clients', client)).status, 403);
  assert.equal(await opens(narrow.access_token), 200);
  assert.equal(await refusal(oauth.clientCredentialsGrant(one, { scope: 'sales:read' })), 'invalid_scope');
  assert.equal(await refusal(oauth.clientCredentialsGrant(one, { scope: 'clients:raed' })), 'invalid_scope');
  assert.equal(await refusal(oauth.clientCredentialsGrant(program)), 'unauthorized_client');
  const wrong = await openProgram(service, robot, oauth.ClientSecretBasic('app_live_wrong'));
  assert.equal(await refusal(oauth.clientCredentialsGrant(wrong)), 'invalid_client');
  const mcp = oauth.clientCredentialsGrant(one, { resource: `${url}/api/mcp/mcp` });
  assert.equal(await refusal(mcp), 'invalid_target');
  const shut = { client_credentials: false };
  assert.equal((await api(owner.token, 'PATCH', `/oauth-apps/${robot.id}`, shut)).status, 422, 'no way in is left');
  const open = { ...shut, redirect_uris: [redirectUri] };
  assert.equal((await api(owner.token, 'PATCH', `/oauth-apps/${robot.id}`, open)).status, 200);
  assert.equal(await opens(got.access_token), 401);
  assert.equal(await refusal(oauth.clientCredentialsGrant(one)), 'unauthorized_client');
});

test('a token of one resource opens nothing at the other', async () => {
  const rest = await connectedBy(service, program, { who: owner });
  const mcp = await connected(service, owner);
  const toMcp = (path: string, token: string) =>
    service.send({
      method: path === '/api/mcp/mcp' ? 'POST' : 'GET',
      path,
      token,
      ...(path === '/api/mcp/mcp' ? { body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } } : {}),
      headers: { accept: 'application/json' },
    });
  for (const path of ['/api/mcp/mcp', '/api/mcp/v1/actions', '/api/mcp/v1/guide']) {
    assert.equal((await toMcp(path, rest.access_token)).status, 401, path);
    assert.equal((await toMcp(path, mcp.access_token)).status, 200, `the control: ${path}`);
  }
  assert.equal(await opens(mcp.access_token), 401);
  assert.equal(await opens(rest.access_token), 200);
  for (const token of [rest.refresh_token ?? '', app.client_secret, app.client_id])
    assert.equal(await opens(token), 401);
  // Neither does a client get the other's by asking for it.
  const { status, body } = await tokenRequest(service, {
    grant_type: 'refresh_token',
    client_id: mcp.client.id,
    refresh_token: mcp.refresh_token,
    resource: `${url}/api`,
  });
  assert.deepEqual([status, body.error], [400, 'invalid_target']);
  const crossed = oauth.refreshTokenGrant(program, mcp.refresh_token);
  assert.equal(await refusal(crossed), 'invalid_grant');
});

test('who ends a connection, an app or a membership ends every token of it at once', async () => {
  const member = await service.colleague(owner, 'sales');
  const other = await service.colleague(owner, 'sales');
  const got = await connectedBy(service, program, { who: member });
  const { id } = await latest(member);
  assert.equal((await api(other.token, 'GET', `/connected-apps/${id}`)).status, 404, 'not theirs, and not to be seen');
  assert.equal((await api(other.token, 'DELETE', `/connected-apps/${id}`)).status, 404);
  assert.equal(await opens(got.access_token), 200);
  assert.equal((await api(member.token, 'DELETE', `/connected-apps/${id}`)).body.status, 'revoked');
  const after = await api(got.access_token, 'GET', '/clients');
  assert.equal(after.status, 401);
  assert.match(after.body.hint, /connection of the app has ended/);
  assert.match(String(after.headers['www-authenticate']), /error="invalid_token"/);
  assert.equal(await refusal(oauth.refreshTokenGrant(program, got.refresh_token ?? '')), 'invalid_grant');
  const uses = (await api(owner.token, 'GET', `/audit-log?action=use_connected_app&target_id=${id}`)).body.data;
  assert.equal(uses.length, 1, 'what a token is used for after its end is put on record');

  const removed = await connectedBy(service, program, { who: member });
  const members = (await api(owner.token, 'GET', '/team/members')).body.data;
  const { id: membership } = members.find(({ user_id: user }: Wire) => user === member.user);
  assert.equal((await api(owner.token, 'DELETE', `/team/members/${membership}`)).status, 200);
  assert.equal(await opens(removed.access_token), 401);
  assert.equal(await refusal(oauth.refreshTokenGrant(program, removed.refresh_token ?? '')), 'invalid_grant');

  const signedOut = await connectedBy(service, program, { who: other });
  await api(other.token, 'POST', '/auth/logout-all', {});
  assert.equal(await refusal(oauth.refreshTokenGrant(program, signedOut.refresh_token ?? '')), 'invalid_grant');

  const doomed = await registeredApp(service, owner, { name: 'Doomed', client_credentials: true });
  const one = await openProgram(service, doomed);
  const tokens = [await connectedBy(service, one, { who: owner }), await oauth.clientCredentialsGrant(one)];
  for (const { access_token: token } of tokens) assert.equal(await opens(token), 200);
  assert.equal((await api(owner.token, 'GET', `/oauth-apps/${doomed.id}`)).body.connections, 2);
  assert.equal((await api(owner.token, 'DELETE', `/oauth-apps/${doomed.id}`)).status, 200);
  for (const { access_token: token } of tokens) assert.equal(await opens(token), 401);
  assert.equal(await refusal(oauth.clientCredentialsGrant(one)), 'invalid_client');
  assert.equal((await api(owner.token, 'GET', `/oauth-apps/${doomed.id}`)).status, 404);

  const given = await connectedBy(service, program, { who: owner });
  await oauth.tokenRevocation(program, given.refresh_token ?? '');
  assert.equal(await opens(given.access_token), 401, 'the app may end it itself');
});

test('scopes taken from an app are taken from its connections, and others never had them', async () => {
  const shrinking = await registeredApp(service, owner, { name: 'Shrinking' });
  const one = await openProgram(service, shrinking);
  const got = await connectedBy(service, one, { who: owner });
  const patched = await api(owner.token, 'PATCH', `/oauth-apps/${shrinking.id}`, {
    scopes: ['clients:read', 'sales:read'],
  });
  assert.equal(patched.status, 200, patched.text);
  assert.equal((await api(got.access_token, 'POST', '/clients', client)).status, 403);
  assert.equal(await opens(got.access_token), 200);
  const refreshed = await oauth.refreshTokenGrant(one, got.refresh_token ?? '');
  assert.equal(refreshed.scope, 'clients:read');
  assert.equal((await api(refreshed.access_token, 'GET', '/sales')).status, 403, 'new scopes take a new consent');
  const change = (scopes: readonly string[]) => api(owner.token, 'PATCH', `/oauth-apps/${shrinking.id}`, { scopes });
  assert.equal((await change(app.scopes)).status, 200);
  const later = await oauth.refreshTokenGrant(one, refreshed.refresh_token ?? '');
  assert.equal(later.scope, 'clients:read', 'and so do those that were taken and come back');
  assert.equal((await api(later.access_token, 'POST', '/clients', client)).status, 403);
  assert.equal(await opens(later.access_token), 200);
  const { id } = await latest();
  assert.equal((await change(['sales:read'])).status, 200);
  assert.equal((await api(owner.token, 'GET', `/connected-apps/${id}`)).body.status, 'revoked', 'nothing is left');
  assert.equal((await change(app.scopes)).status, 200);
  assert.equal(await opens(later.access_token), 401);
});

test('a secret is shown once and rotated with an overlap, by whoever may', async () => {
  const { client_secret: secret, ...made } = await registeredApp(service, owner, {
    name: 'Rotating',
    client_credentials: true,
  });
  assert.match(secret, /^app_live_[0-9A-Za-z]{49}$/);
  for (const path of [`/oauth-apps/${made.id}`, '/oauth-apps', '/audit-log', '/events']) {
    const { status, text } = await api(owner.token, 'GET', path);
    assert.ok(status === 200 && !text.includes(secret.slice(13)), path);
  }
  const rotated = await api(owner.token, 'POST', `/oauth-apps/${made.id}/rotate`, { grace_hours: 24 });
  const next = rotated.body.client_secret;
  const tokenWith = async (one: string) =>
    oauth.clientCredentialsGrant(await openProgram(service, { ...made, client_secret: one }));
  for (const one of [secret, next]) assert.equal(await opens((await tokenWith(one)).access_token), 200);
  await service.owner.query(
    `update oauth_apps set previous_valid_until = now() - interval '1 second' where rotated_at is not null`,
  );
  assert.equal(await refusal(tokenWith(secret)), 'invalid_client');
  assert.equal(await opens((await tokenWith(next)).access_token), 200);
  const { access_token: kept } = await tokenWith(next);
  const last = (await api(owner.token, 'POST', `/oauth-apps/${made.id}/rotate`, { grace_hours: 0 })).body;
  assert.equal(await opens(kept), 401, 'without an overlap, its tokens end with the secret that they came by');
  assert.equal(await opens((await tokenWith(last.client_secret)).access_token), 200);
  const admin = await service.colleague(owner, 'admin');
  const foreign = await api(admin.token, 'POST', `/oauth-apps/${made.id}/rotate`, {});
  assert.deepEqual([foreign.status, foreign.body.code], [403, 'forbidden'], 'it acts with the rights of another');
  const { data: lines } = (await api(owner.token, 'GET', `/audit-log?action=rotate_oauth_app_secret`)).body;
  assert.ok(lines.some(({ target_id: target }: Wire) => target === made.id));
  const { body: open } = await api(owner.token, 'POST', '/oauth-apps', {
    name: 'Open',
    type: 'public',
    redirect_uris: [redirectUri],
    scopes: ['clients:read'],
  });
  const nothing = await api(owner.token, 'POST', `/oauth-apps/${open.id}/rotate`, {});
  assert.equal(nothing.body.code, 'invalid_state_transition', 'a public app has no secret');
});

test('nobody takes over an app whose scopes they do not hold, and anybody who manages apps ends it', async () => {
  const house = await service.register('House');
  const wide = await registeredApp(service, house);
  await api(house.token, 'POST', '/team/roles', {
    name: 'Keeper',
    permissions: ['keys:manage', 'keys:read', 'clients:read'],
  });
  const keeper = await service.colleague(house, 'Keeper');
  const patch = (body: object) => api(keeper.token, 'PATCH', `/oauth-apps/${wide.id}`, body);
  const rotate = () => api(keeper.token, 'POST', `/oauth-apps/${wide.id}/rotate`, {});
  const uris = ['https://keeper.example/back', redirectUri];
  const led = await patch({ redirect_uris: uris });
  assert.deepEqual([led.status, led.body.errors?.[0]?.pointer], [422, '/scopes/1'], led.text);
  const rotated = await rotate();
  assert.deepEqual([rotated.status, rotated.body.code], [403, 'forbidden'], rotated.text);
  assert.equal((await patch({ name: 'Renamed', redirect_uris: [redirectUri] })).status, 200);
  assert.equal((await patch({ scopes: ['clients:read'] })).status, 200);
  assert.equal((await patch({ redirect_uris: uris })).status, 200, 'they hold what is left');
  assert.equal((await rotate()).status, 200);
  const other = await registeredApp(service, house);
  assert.equal((await api(keeper.token, 'DELETE', `/oauth-apps/${other.id}`)).status, 200);
});

test('what becomes of apps is told to whoever may read keys, and they end no connection of others', async () => {
  const kept = await registeredApp(service, owner, { name: 'Kept' });
  const one = await openProgram(service, kept);
  await connectedBy(service, one, { who: owner });
  const [{ id }] = (await connectionsOf(owner, `&app_id=${kept.id}`)) as [Wire];
  await api(owner.token, 'POST', '/team/roles', { name: 'Auditor', permissions: ['keys:read', 'events:read'] });
  const auditor = await service.colleague(owner, 'Auditor');
  assert.equal((await api(auditor.token, 'GET', `/connected-apps/${id}`)).body.app_name, 'Kept');
  // The operation disconnect_app.
  const refused = await api(auditor.token, 'DELETE', `/connected-apps/${id}`);
  assert.deepEqual([refused.status, refused.body.code, refused.body.needs], [403, 'forbidden', 'keys:manage']);
  await api(owner.token, 'DELETE', `/connected-apps/${id}`);
  await api(owner.token, 'PATCH', `/oauth-apps/${kept.id}`, { name: 'Kept longer' });
  await api(owner.token, 'DELETE', `/oauth-apps/${kept.id}`);
  const types = 'oauth_app.*,connected_app.*';
  await eventually(async () => {
    const events = (await api(auditor.token, 'GET', `/events?limit=100&type=${types}`)).body.data;
    const told = events.filter(({ data }: Wire) => [id, kept.id].includes(data.id)).map(({ type }: Wire) => type);
    assert.deepEqual(told.toSorted(), [
      'connected_app.created',
      'connected_app.ended',
      'oauth_app.created',
      'oauth_app.deleted',
      'oauth_app.updated',
    ]);
  });
});

test('create_oauth_app and connect_app answer limit_exceeded where a hundred are active', async () => {
  const busy = await service.register('Busy');
  const { id } = await registeredApp(service, busy);
  const connecting = { app_id: id, scopes: ['clients:read'] };
  const { id: connection } = (await api(busy.token, 'POST', '/connected-apps', connecting)).body;
  await service.owner.query(
    `insert into oauth_apps select organization_id, gen_random_uuid(), name, redirect_uris, scopes, prefix, hash, null,
       null, null, null, 1, created_at, updated_at, created_by, updated_by
     from oauth_apps, generate_series(1, 99) where id = $1`,
    [uuidFrom('oapp', id)],
  );
  await service.owner.query(
    `insert into api_keys select organization_id, gen_random_uuid(), member_id, name, null, null, null, null, null,
       scopes, null, null, limits, null, null, null, null, 1, created_at, updated_at, created_by, updated_by, app_id,
       user_id
     from api_keys, generate_series(1, 99) where id = $1`,
    [uuidFrom('conn', connection)],
  );
  const one = { name: 'One more', redirect_uris: [redirectUri], scopes: ['clients:read'] };
  for (const [path, body] of [
    ['/oauth-apps', one],
    ['/connected-apps', connecting],
  ] as const) {
    const answer = await api(busy.token, 'POST', path, body);
    assert.deepEqual([answer.status, answer.body.code, answer.body.max], [422, 'limit_exceeded', 100], path);
  }
});

test('nobody registers what is unsafe, or what they do not hold', async () => {
  const wrong: readonly (readonly [object, string])[] = [
    [{ redirect_uris: ['http://example.com/callback'] }, '/redirect_uris/0'],
    [{ redirect_uris: ['https://example.com/#part'] }, '/redirect_uris/0'],
    [{ redirect_uris: ['https://*.example.com/'] }, '/redirect_uris/0'],
    [{ redirect_uris: ['javascript:alert(1)'] }, '/redirect_uris/0'],
    [{ redirect_uris: [] }, '/redirect_uris'],
    [{ scopes: ['everything'] }, '/scopes/0'],
    [{ scopes: ['svc:mcp'] }, '/scopes/0'],
    [{ type: 'public', client_credentials: true }, '/client_credentials'],
  ];
  const input = { name: 'X', redirect_uris: [redirectUri], scopes: ['clients:read'] };
  for (const [more, pointer] of wrong) {
    const answer = await api(owner.token, 'POST', '/oauth-apps', { ...input, ...more });
    assert.deepEqual([answer.status, answer.body.errors?.[0]?.pointer], [422, pointer], answer.text);
  }
  const sales = await service.colleague(owner, 'sales');
  assert.equal((await api(sales.token, 'POST', '/oauth-apps', input)).status, 403);
  const { access_token: token } = await connectedBy(service, program, { who: owner });
  const byApp: readonly (readonly [string, string, object?])[] = [
    ['POST', '/oauth-apps', input],
    ['POST', '/api-keys', { name: 'Child', scopes: ['clients:read'] }],
    ['POST', '/connected-apps', { app_id: app.id, scopes: ['clients:read'] }],
    ['GET', '/connected-apps'],
    ['POST', '/auth/switch', { organization_id: owner.organization }],
  ];
  for (const [method, path, body] of byApp) assert.equal((await api(token, method, path, body)).status, 403, path);
  const open = await registeredApp(service, owner, { name: 'Phone', type: 'public', redirect_uris: [redirectUri] });
  assert.equal(open.client_secret, null);
  const phone = await openProgram(service, open);
  assert.equal(await opens((await connectedBy(service, phone, { who: owner })).access_token), 200);
});

test('an app is for the members of its organisation, and is confined to that', async () => {
  const stranger = await service.register('Stranger');
  const { page } = await askedBy(service, program, { who: stranger });
  assert.match(page.text, /of which you are not a member/);
  assert.equal(page.text.includes('value="allow"'), false);
  assert.equal(page.text.includes('Olga'), false, 'nor do they learn whose it is');
  const { left, status } = await allow({
    page,
    verifier: '',
    visitor: (await askedBy(service, program, { who: stranger })).visitor,
  });
  assert.ok(left === undefined && status >= 400, 'nor by a form that was not shown');
  const answer = await api(stranger.token, 'POST', '/connected-apps', { app_id: app.id, scopes: ['clients:read'] });
  assert.equal(answer.status, 404);
  // Somebody signed in to another of their organisations allows it for the one of the app.
  const second = await api(owner.token, 'POST', '/organizations', {
    name: 'Second',
    country: 'DE',
    base_currency: 'EUR',
    timezone: 'Europe/Berlin',
  });
  assert.equal(second.status, 201, second.text);
  const got = await connectedBy(service, program, { who: owner });
  const me = (await api(got.access_token, 'GET', '/auth/me')).body;
  assert.deepEqual([me.organization.id, me.token.kind], [owner.organization, 'app']);
  assert.deepEqual(me.organizations, [me.organization], 'nor does it learn of the other');
});

test('a session of one organisation learns nothing of the apps of another', async () => {
  const many = await service.register('Nora');
  const next = { name: 'Elsewhere', country: 'DE', base_currency: 'EUR', timezone: 'Europe/Berlin' };
  const { body: second } = await api(many.token, 'POST', '/organizations', next);
  const { page: first, visitor } = await askedBy(service, program, { who: many });
  assert.match(first.text, /of which you are not a member/, 'signed in to the first');
  const { body: there } = await api(many.token, 'POST', '/auth/switch', { organization_id: second.id });
  const one = await openProgram(service, await registeredApp(service, { ...many, token: there.access_token }));
  const { page } = await askedBy(service, one, { who: many, visitor });
  assert.ok(page.text.includes('value="allow"') && page.text.includes('Elsewhere'), page.text);
  await service.owner.query(`update sessions set confined_to = organization_id where user_id = $1`, [
    uuidFrom('user', many.user),
  ]);
  service.app.runtime.access.forget(uuidFrom('user', many.user) ?? '');
  const { page: confined } = await askedBy(service, one, { who: many, visitor });
  assert.match(confined.text, /of which you are not a member/);
  assert.equal(/value="allow"|Elsewhere/.test(confined.text), false);
});

test('nobody allows more than the page showed, whatever they may since', async () => {
  const wide = await registeredApp(service, owner, { name: 'Wider', scopes: ['clients:read', 'webhooks:manage'] });
  const one = await openProgram(service, wide);
  const rising = await service.colleague(owner, 'sales');
  const asked = await askedBy(service, one, { who: rising });
  const roles = (await api(owner.token, 'GET', '/team/roles')).body.data;
  const members = (await api(owner.token, 'GET', '/team/members')).body.data;
  const { id } = members.find(({ user_id: user }: Wire) => user === rising.user);
  const admin = { role_ids: [roles.find(({ name }: Wire) => name === 'admin').id] };
  assert.equal((await api(owner.token, 'PATCH', `/team/members/${id}`, admin)).status, 200);
  assert.ok((await allow(asked)).left);
  assert.deepEqual((await latest(rising))?.scopes, ['clients:read']);
});

test('a redirect URI that was taken from an app gets no more codes', async () => {
  const moving = await registeredApp(service, owner, { name: 'Moving' });
  const asked = await askedBy(service, await openProgram(service, moving), { who: owner });
  const moved = { redirect_uris: ['https://elsewhere.example/back'] };
  assert.equal((await api(owner.token, 'PATCH', `/oauth-apps/${moving.id}`, moved)).status, 200);
  const { left, status, text } = await allow(asked);
  assert.deepEqual([left, status], [undefined, 400], text);
  assert.ok(text.includes('invalid_redirect_uri'));
});

test('whoever gave their second factor long ago gives it again before an app is connected', async () => {
  const careful = await service.register('Carla');
  const one = await openProgram(service, await registeredApp(service, careful));
  const asked = await askedBy(service, one, { who: careful });
  const { secret } = (await api(careful.token, 'POST', '/auth/totp', {})).body;
  const step = totpStep(new Date().toISOString());
  const codeAt = (ahead: number) => totpCode(bytesOf(secret), step + ahead);
  await api(careful.token, 'POST', '/auth/totp/confirm', { totp_code: codeAt(0) });
  await service.owner.query(
    `update sessions set created_at = created_at - interval '1 hour', proven_at = null where user_id = $1`,
    [uuidFrom('user', careful.user)],
  );
  service.app.runtime.access.forget(uuidFrom('user', careful.user) ?? '');
  const again = await allow(asked);
  assert.deepEqual([again.left, again.status], [undefined, 422]);
  assert.match(again.text, /sign in again to allow this/);
  assert.deepEqual(await connectionsOf(careful), []);
  const given = { email: careful.email, password, code: codeAt(1) };
  const page = await asked.visitor.submit(again, 'sign_in', given);
  const { left } = await allow({ ...asked, page });
  assert.ok(left);
  assert.equal((await connectionsOf(careful)).length, 1);
});

test('limits that a person sets for an app are held to', async () => {
  const pay = await registeredApp(service, owner, { name: 'Payer', scopes: ['clients:write', 'clients:read'] });
  const one = await openProgram(service, pay);
  const got = await connectedBy(service, one, { who: owner, fields: { max_writes_per_day: '1' } });
  assert.equal((await api(got.access_token, 'POST', '/clients', client)).status, 201);
  const second = await api(got.access_token, 'POST', '/clients', client);
  assert.deepEqual([second.status, second.body.code], [403, 'over_limit']);
  assert.match(second.body.hint, /connect the app again/);
});

test('an app that nobody uses for half a year, and a connection whose time is over, end by themselves', async () => {
  const got = await connectedBy(service, program, { who: owner, fields: { lasts: '30' } });
  const { id } = await latest();
  const column = async (change: string) => {
    await service.owner.query(`update api_keys set ${change} where id = $1`, [uuidFrom('conn', id)]);
    service.app.runtime.access.forget(uuidFrom('conn', id) ?? '');
  };
  await column(`last_used_at = now() - interval '181 days', created_at = now() - interval '200 days'`);
  assert.equal(await opens(got.access_token), 401);
  assert.equal((await api(owner.token, 'GET', `/connected-apps/${id}`)).body.status, 'expired');
  await column(`last_used_at = now()`);
  assert.equal(await opens(got.access_token), 200);
  await column(`expires_at = now() - interval '1 second'`);
  assert.equal(await opens(got.access_token), 401);
});

test('where to get a token for REST, and what there is to ask for, is found as the standards say', async () => {
  const { headers } = await fetch(`${url}/api/clients`);
  const [, address = ''] = /resource_metadata="([^"]+)"/.exec(headers.get('www-authenticate') ?? '') ?? [];
  const names = (await api(owner.token, 'GET', '/permissions')).body.data.map(({ name }: Wire) => name);
  for (const one of [address, `${url}/api/.well-known/oauth-protected-resource`]) {
    const told: Wire = await (await fetch(one)).json();
    assert.deepEqual([told.resource, told.authorization_servers], [`${url}/api`, [issuer]], one);
    assert.deepEqual(told.scopes_supported, names);
  }
  const server: Wire = await (await fetch(`${url}/.well-known/oauth-authorization-server/api/mcp`)).json();
  assert.ok(server.grant_types_supported.includes('client_credentials'));
  assert.deepEqual(server.scopes_supported, ['svc:mcp', ...names]);
  assert.ok(server.token_endpoint_auth_methods_supported.includes('client_secret_basic'));
});
