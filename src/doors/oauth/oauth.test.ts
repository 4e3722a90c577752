/** Attacks on the authorization server, each beside the valid request. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  authorizeUrl,
  codeFields,
  connected,
  granted,
  newVerifier,
  openVisitor,
  redirectUri,
  registerClient,
  signIn,
  startOauthService,
  terms,
  tokenRequest,
} from '../../../test/support/oauth.ts';
import type { Wire } from '../../../test/support/world.ts';

const service = await startOauthService();
const { url } = service;
const issuer = `${url}/api/mcp`;
const ana = await service.register('Acme');
const app = await registerClient(service);
const other = await registerClient(service, { client_name: 'Another app' });

async function opens(token: string): Promise<boolean> {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const headers = { accept: 'application/json' };
  const { status } = await service.send({ method: 'POST', path: '/api/mcp/mcp', token, body, headers });
  assert.ok(status === 200 || status === 401, String(status));
  return status === 200;
}

async function register(metadata: object): Promise<{ status: number; body: Wire }> {
  const headers = { 'content-type': 'application/json' };
  const sent = { method: 'POST', headers, body: JSON.stringify(metadata) };
  const answer = await fetch(`${issuer}/oauth/register`, sent);
  return { status: answer.status, body: await answer.json() };
}

test('a client that a person allowed gets tokens that open the MCP address', async () => {
  const got = await connected(service, ana);
  assert.match(got.access_token, /^oat_/);
  assert.match(got.refresh_token, /^ort_/);
  assert.deepEqual([got.token_type, got.scope, got.expires_in], ['Bearer', 'svc:mcp', 3_600]);
  const seen = await service.tool(got.access_token, 'get_business_overview', {});
  assert.equal(typeof seen.structuredContent, 'object', JSON.stringify(seen));
});

test('what there is to know is found at every address where clients look', async () => {
  const refused = await fetch(`${url}/api/mcp/mcp`, { method: 'POST' });
  const challenge = refused.headers.get('www-authenticate') ?? '';
  assert.match(challenge, /scope="svc:mcp"/);
  const [, named = ''] = /resource_metadata="([^"]+)"/.exec(challenge) ?? [];
  for (const address of [
    named,
    `${issuer}/.well-known/oauth-protected-resource`,
    `${url}/.well-known/oauth-protected-resource`,
  ]) {
    const answer = await fetch(address);
    const { resource, authorization_servers: servers, scopes_supported: scopes } = (await answer.json()) as Wire;
    assert.deepEqual([resource, servers, scopes], [`${url}/api/mcp/mcp`, [issuer], ['svc:mcp']], address);
    assert.equal(answer.headers.get('access-control-allow-origin'), '*');
  }
  for (const form of ['oauth-authorization-server', 'openid-configuration']) {
    for (const address of [
      `${issuer}/.well-known/${form}`,
      `${url}/.well-known/${form}/api/mcp`,
      `${url}/.well-known/${form}`,
    ]) {
      const told: Wire = await (await fetch(address)).json();
      assert.equal(told.issuer, issuer, address);
      assert.deepEqual(told.code_challenge_methods_supported, ['S256']);
      const preflight = await fetch(address, { method: 'OPTIONS' });
      assert.equal(preflight.status, 204);
    }
  }
  const { keys }: Wire = await (await fetch(`${issuer}/oauth/jwks`)).json();
  for (const key of keys) assert.equal(key.d, undefined, 'a private key is told');
});

test('only addresses that nobody else can have are taken to return to', async () => {
  const good = ['https://app.example.com/cb', 'http://127.0.0.1:3000/cb', 'http://localhost/cb', 'http://[::1]:9/cb'];
  for (const uri of good) {
    const { status, body } = await register({ redirect_uris: [uri] });
    assert.deepEqual([status, body.token_endpoint_auth_method, body.client_secret], [201, 'none', undefined], uri);
  }
  const bad: unknown[] = [
    ['https://app.example.com/cb#part'],
    ['https://app.example.com/cb#'],
    ['http://app.example.com/cb'],
    ['http://localhost.example.com/cb'],
    ['http://127.0.0.1.example.com/cb'],
    ['https://*.example.com/cb'],
    ['https://app.example.com/*'],
    ['https://me@app.example.com/cb'],
    ['https://localhost/cb'],
    ['javascript:alert(1)'],
    ['data:text/html,x'],
    ['app://callback'],
    ['/callback'],
    ['https:// app.example.com'],
    [`https://app.example.com/${'x'.repeat(2_100)}`],
    [],
    Array.from({ length: 11 }, (_, index) => `https://app.example.com/${index}`),
    Array.from({ length: 1_000 }, (_, index) => `https://app.example.com/${index}`),
    'https://app.example.com/cb',
    null,
    [good[0], 'http://app.example.com/cb'],
  ];
  for (const uris of bad) {
    const { status, body } = await register({ redirect_uris: uris });
    assert.ok(status === 400 || status === 413, `${JSON.stringify(uris).slice(0, 100)} answered ${status}`);
    if (status === 400) assert.equal(body.error, 'invalid_redirect_uri', JSON.stringify(uris));
  }
  assert.equal((await register({})).body.error, 'invalid_redirect_uri');
});

test('no other way to a token can be registered, and no long name', async () => {
  const good = { redirect_uris: [redirectUri], grant_types: ['authorization_code', 'refresh_token', 'urn:x'] };
  const { body } = await register({
    ...good,
    client_name: 'x'.repeat(100),
    token_endpoint_auth_method: 'client_secret_post',
  });
  assert.deepEqual(body.grant_types, ['authorization_code', 'refresh_token']);
  assert.deepEqual([body.token_endpoint_auth_method, body.response_types], ['none', ['code']]);
  const bad = [
    { grant_types: ['implicit'] },
    { grant_types: ['authorization_code', 'implicit'] },
    { response_types: ['token'] },
    { response_types: ['code id_token'] },
    { client_name: 'x'.repeat(101) },
    { client_name: ['x'] },
  ];
  for (const more of bad) {
    const { status, body: refused } = await register({ ...good, ...more });
    assert.deepEqual([status, refused.error], [400, 'invalid_client_metadata'], JSON.stringify(more));
  }
});

test('a request for a code is exactly as it was registered, with PKCE, for this resource', async () => {
  const { challenge } = newVerifier();
  const ask = (more: Record<string, string>, client = app) =>
    openVisitor(service).get(authorizeUrl(service, client, { code_challenge: challenge, ...more }));
  assert.match((await ask({})).text, /Sign in/);
  // Told to the person alone: whoever made up the address must not be sent anything.
  const local: Record<string, string>[] = [
    { redirect_uri: 'https://evil.example.com/callback' },
    { redirect_uri: `${redirectUri}/more` },
    { redirect_uri: `${redirectUri}?more=1` },
    { redirect_uri: redirectUri.replace('app.', 'APP2.') },
    { redirect_uri: '' },
    { client_id: 'dbc_none' },
    { client_id: '' },
  ];
  for (const more of local) {
    const page = await ask(more);
    assert.equal(page.left, undefined, JSON.stringify(more));
    assert.equal(page.status, 400, JSON.stringify(more));
    assert.match(page.text, /cannot be made/);
    assert.match(page.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
  }
  const refused: [Record<string, string>, string][] = [
    [{ code_challenge: '' }, 'invalid_request'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge_method: '' }, 'invalid_request'],
    [{ code_challenge: 'short' }, 'invalid_request'],
    [{ response_type: 'token' }, 'invalid_request'],
    [{ response_type: 'id_token' }, 'invalid_request'],
    [{ response_type: 'code token' }, 'invalid_request'],
    [{ response_mode: 'fragment' }, 'invalid_request'],
    [{ resource: 'https://other.example.com/mcp' }, 'invalid_target'],
    [{ resource: `${url}/api` }, 'invalid_target'],
    [{ request: 'e30.e30.' }, 'request_not_supported'],
    [{ request_uri: 'https://app.example.com/request' }, 'request_uri_not_supported'],
    [{ prompt: 'none' }, 'login_required'],
  ];
  for (const [more, error] of refused) {
    const { left } = await ask(more);
    const told = new URLSearchParams(left?.hash === '' ? left.search : left?.hash.slice(1));
    assert.deepEqual(
      [told.get('error'), told.get('iss'), told.get('code')],
      [error, issuer, null],
      JSON.stringify(more),
    );
  }
});

test('an answer names its issuer and gives the state back', async () => {
  const { left } = await granted(service, app, { who: ana });
  assert.equal(`${left.origin}${left.pathname}`, redirectUri);
  assert.deepEqual([left.searchParams.get('iss'), left.searchParams.get('state')], [issuer, 'a state']);
});

test('an app on this machine may listen at any port', async () => {
  const native = await registerClient(service, { redirect_uris: ['http://127.0.0.1:3000/cb'] });
  const moved = { id: native.id, redirectUri: 'http://127.0.0.1:4321/cb' };
  const { left } = await granted(service, moved, { who: ana });
  assert.equal(left.port, '4321');
  const { challenge } = newVerifier();
  const elsewhere = { id: native.id, redirectUri: 'http://127.0.0.1:4321/other' };
  const page = await openVisitor(service).get(authorizeUrl(service, elsewhere, { code_challenge: challenge }));
  assert.equal(page.status, 400);
});

test('a code is worth nothing to anybody but the client that asked, as it asked', async () => {
  const given = await granted(service, app, { who: ana });
  const right = codeFields(app, given);
  const wrong: [Record<string, string>, string][] = [
    [{ redirect_uri: 'https://app.example.com/other' }, 'invalid_grant'],
    [{ redirect_uri: '' }, 'invalid_request'],
    [{ code_verifier: newVerifier().verifier }, 'invalid_grant'],
    [{ code_verifier: '' }, 'invalid_grant'],
    [{ client_id: other.id }, 'invalid_grant'],
    [{ client_id: 'dbc_none' }, 'invalid_client'],
    [{ client_id: '' }, 'invalid_request'],
    [{ resource: 'https://other.example.com/mcp' }, 'invalid_target'],
    [{ code: 'guessed' }, 'invalid_grant'],
    [{ grant_type: 'password', username: ana.email, password: 'correct horse battery' }, 'unsupported_grant_type'],
    [{ grant_type: 'client_credentials' }, 'unauthorized_client'],
  ];
  for (const [more, error] of wrong) {
    const fields = Object.fromEntries(Object.entries({ ...right, ...more }).filter(([, value]) => value !== ''));
    const { status, body } = await tokenRequest(service, fields);
    assert.ok(status >= 400 && status < 500, JSON.stringify(more));
    assert.equal(body.error, error, JSON.stringify(more));
    assert.equal(body.access_token, undefined);
    // That is checked once the code is used up, and a client that got it wrong asks again.
    if (error === 'invalid_target') Object.assign(right, codeFields(app, await granted(service, app, { who: ana })));
  }
  const { status } = await tokenRequest(service, { ...right, resource: `${url}/api/mcp/mcp` });
  assert.equal(status, 200);
});

test('of fifty who redeem one code at once, one gets a token, and it opens nothing any more', async () => {
  const fields = codeFields(app, await granted(service, app, { who: ana }));
  const answers = await Promise.all(Array.from({ length: 50 }, () => tokenRequest(service, fields)));
  const successes = answers.filter(({ status }) => status === 200);
  assert.equal(successes.length, 1);
  assert.ok(answers.every(({ status, body }) => status === 200 || body.error === 'invalid_grant'));
  assert.equal(await opens(successes[0]?.body.access_token), false);
  const refresh = { grant_type: 'refresh_token', client_id: app.id };
  const { body } = await tokenRequest(service, { ...refresh, refresh_token: successes[0]?.body.refresh_token });
  assert.equal(body.error, 'invalid_grant');
});

test('a code that comes back later ends what it led to, and the audit log says why', async () => {
  const fields = codeFields(app, await granted(service, app, { who: ana }));
  const first = await tokenRequest(service, fields);
  assert.equal(await opens(first.body.access_token), true);
  assert.equal((await tokenRequest(service, fields)).body.error, 'invalid_grant');
  assert.equal(await opens(first.body.access_token), false);
  const { rows } = await service.owner.query(
    `select actor->>'type' as type, input->>'reason' as reason, request_id from audit_log
     where action = 'revoke_mcp_token' order by at desc limit 1`,
  );
  assert.deepEqual([rows[0].type, rows[0].reason], ['system', 'Its authorization code was used twice.']);
  assert.match(rows[0].request_id, /^req_/);
});

test('a code ends after a minute', async () => {
  const fields = codeFields(app, await granted(service, app, { who: ana }));
  await service.owner.query(`update oauth_secrets set expires_at = now() - interval '1 second' where kind = 'code'`);
  assert.equal((await tokenRequest(service, fields)).body.error, 'invalid_grant');
  const { rows } = await service.owner.query(
    `select max(expires_at - created_at) <= interval '60 seconds' as short from oauth_secrets where kind = 'code'`,
  );
  assert.equal(rows[0].short, true);
});

test('who does not allow it is sent back with that, and nothing is kept', async () => {
  const { challenge } = newVerifier();
  const visitor = openVisitor(service);
  const page = await visitor.get(authorizeUrl(service, app, { code_challenge: challenge }));
  const asked = await signIn(visitor, page, ana);
  const { left } = await visitor.submit(asked, 'decide', { ...terms, decision: 'deny' });
  assert.equal(left?.searchParams.get('error'), 'access_denied');
  assert.equal(left?.searchParams.get('iss'), issuer);
});
