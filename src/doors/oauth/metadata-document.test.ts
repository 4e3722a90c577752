/** Clients that publish what they are instead of registering, and how much anybody may ask of us. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { setDefaultCACertificates } from 'node:tls';
import {
  authorizeUrl,
  codeFields,
  granted,
  newVerifier,
  openVisitor,
  type OauthClient,
  redirectUri,
  signIn,
  startOauthService,
  terms,
  tokenRequest,
} from '../../../test/support/oauth.ts';
import { testCertificate, testKey } from '../../../test/support/test-certificate.ts';

setDefaultCACertificates([testCertificate]);
const published = new Map<string, unknown>();
let asked = 0;
const publisher = createServer({ cert: testCertificate, key: testKey }, ({ url: path = '' }, response) => {
  asked += 1;
  const document = published.get(path);
  response.writeHead(document === undefined ? 404 : 200, { 'content-type': 'application/json' });
  response.end(typeof document === 'string' ? document : JSON.stringify(document));
});
publisher.listen(0, '127.0.0.1');
await once(publisher, 'listening');
after(() => publisher.close());
const place = `https://localhost:${(publisher.address() as AddressInfo).port}`;

const service = await startOauthService({ callLoopback: true });
const ana = await service.register('Acme');
/** One as it is in earnest. */
const careful = await startOauthService({ rateLimit: true });

/** Publishes a document at an address of its own. */
function publish(path: string, document: object | string): OauthClient {
  published.set(path, typeof document === 'string' ? document : { client_id: `${place}${path}`, ...document });
  return { id: `${place}${path}`, redirectUri };
}

const ask = (client: OauthClient, at = service) =>
  openVisitor(at).get(authorizeUrl(at, client, { code_challenge: newVerifier().challenge }));

test('a client that is known by its address connects without registering', async () => {
  const client = publish('/app', { client_name: 'Published', redirect_uris: [redirectUri] });
  const { status, body } = await tokenRequest(
    service,
    codeFields(client, await granted(service, client, { who: ana })),
  );
  assert.equal(status, 200, JSON.stringify(body));
  const { body: list } = await service.api(ana.token, 'GET', '/mcp/tokens?kind=connection');
  assert.deepEqual([list.data[0].name, list.data[0].client.id], ['Published', client.id]);
  const before = asked;
  assert.match((await ask(client)).text, /Published/);
  assert.equal(asked, before, 'it is asked once, and then not for a while');
});

test('what such a client publishes is held to the rules of registration', async () => {
  const good = { client_name: 'Published', redirect_uris: [redirectUri] };
  const bad: Readonly<Record<string, object | string>> = {
    '/other-id': { ...good, client_id: 'https://other.example.com/app' },
    '/plain-http': { ...good, redirect_uris: ['http://app.example.com/cb', redirectUri] },
    '/wildcard': { ...good, redirect_uris: ['https://*.example.com/cb', redirectUri] },
    '/many': { ...good, redirect_uris: Array.from({ length: 11 }, (_, index) => `${redirectUri}/${index}`) },
    '/none': { ...good, redirect_uris: [] },
    '/long-name': { ...good, client_name: 'x'.repeat(101) },
    '/implicit': { ...good, response_types: ['token'] },
    '/large': `{"client_id": "${place}/large", "x": "${'x'.repeat(20_000)}"}`,
    '/no-json': '<html>',
    '/list': '[]',
  };
  for (const [path, document] of Object.entries(bad)) {
    const page = await ask(publish(path, document));
    assert.deepEqual([page.status, page.left], [page.status === 401 ? 401 : 400, undefined], path);
    assert.match(page.text, /cannot be made/, path);
  }
  const missing = await ask({ id: `${place}/nowhere`, redirectUri });
  assert.match(missing.text, /cannot be made/);
  const elsewhere = publish('/elsewhere', good);
  assert.match((await ask({ ...elsewhere, redirectUri: `${redirectUri}/more` })).text, /cannot be made/);
});

test('nobody has us call addresses that are not public', async () => {
  const client = publish('/inside', { client_name: 'Inside', redirect_uris: [redirectUri] });
  const before = asked;
  for (const id of [
    client.id,
    client.id.replace('localhost', '127.0.0.1'),
    'https://169.254.169.254/latest',
    'https://[::1]/x',
  ]) {
    const page = await ask({ id, redirectUri }, careful);
    assert.match(page.text, /cannot be made/, id);
  }
  assert.equal(asked, before);
  // Control: where it is allowed, it is asked.
  assert.match((await ask(client)).text, /Inside/);
  assert.ok(asked > before);
});

test('of a thousand registrations from one address nearly all are refused', async () => {
  const body = JSON.stringify({ redirect_uris: [redirectUri] });
  const counts = new Map<number, number>();
  const register = (turn: number) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${turn % 250}` };
    return careful.send({ method: 'POST', path: '/api/mcp/oauth/register', body, headers });
  };
  const answers = await Promise.all(Array.from({ length: 1_000 }, (_, turn) => register(turn)));
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
  assert.deepEqual(
    [...counts.keys()].toSorted((a, b) => a - b),
    [201, 429],
  );
  assert.ok((counts.get(201) ?? 0) <= 36, `${counts.get(201)} were taken`);
  const { rows } = await careful.owner.query('select count(*)::int as count from oauth_clients');
  assert.equal(rows[0].count, counts.get(201));
});

test('behind https, cookies are for https and for nobody else', async () => {
  const secure = await startOauthService({ publicUrl: 'https://books.example.com' });
  const headers = { 'content-type': 'application/json' };
  const registered = await secure.send({
    method: 'POST',
    path: '/api/mcp/oauth/register',
    headers,
    body: { redirect_uris: [redirectUri] },
  });
  const { pathname, search } = new URL(
    authorizeUrl(
      { ...secure, url: 'https://books.example.com' },
      { id: registered.body.client_id, redirectUri },
      { code_challenge: newVerifier().challenge },
    ),
  );
  const started = await secure.send({ method: 'GET', path: `${pathname}${search}` });
  const cookies = [started.headers['set-cookie'] ?? []].flat();
  assert.ok(cookies.length >= 2);
  for (const cookie of cookies) assert.match(cookie, /^__Secure-daybook_oauth[^]*; samesite=lax; secure; httponly$/i);
  const path = String(started.headers['location']).replace('https://books.example.com', '');
  const cookie = cookies.map((line) => line.split(';', 1)[0]).join('; ');
  const page = await secure.send({ method: 'GET', path, headers: { cookie } });
  assert.equal(page.status, 200, page.text);
  const key = /name="key" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  const who = await secure.register('Secure');
  const fields = { key, deed: 'sign_in', email: who.email, password: 'correct horse battery' };
  const signed = await secure.send({
    method: 'POST',
    path,
    body: new URLSearchParams(fields).toString(),
    headers: { cookie, origin: 'https://books.example.com', 'content-type': 'application/x-www-form-urlencoded' },
  });
  assert.equal(signed.status, 303, signed.text);
  const given = [signed.headers['set-cookie'] ?? []].flat();
  assert.ok(given.some((one) => one.startsWith('__Host-daybook=')));
  for (const one of given) assert.match(one, /^__Host-daybook[\w-]*=[\w-]+; [^]*; secure$/i);
  for (const one of given) assert.match(one, /; Path=\/; HttpOnly; SameSite=Lax/i);
});

test('who has no organisation any more is told so, and lets nobody in', async () => {
  const who = await service.register('Leaving');
  const client = publish('/late', { client_name: 'Late', redirect_uris: [redirectUri] });
  const visitor = openVisitor(service);
  const first = await visitor.get(authorizeUrl(service, client, { code_challenge: newVerifier().challenge }));
  const page = await signIn(visitor, first, who);
  assert.match(page.text, /wants to act for you/);
  await service.owner.query(
    `update members set status = 'suspended' where user_id in (
    select id from users where email = $1)`,
    [who.email],
  );
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  const late = await visitor.submit(page, 'decide', terms);
  assert.match(late.text, /You were signed out/);
  const again = await visitor.submit(late, 'sign_in', { email: who.email, password: 'correct horse battery' });
  assert.match(again.text, /not a member of any organisation/);
});
