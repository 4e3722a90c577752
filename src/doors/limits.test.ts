/** Rate limits, and the headers with the remainder on every answer. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { type Headers, password, type SignedIn, startService } from '../../test/support/running-service.ts';
import { limits } from './limits.ts';

// Callers stand behind a proxy, so that each test can come from an address of its own.
const service = await startService({ rateLimit: true, trustProxy: ['127.0.0.1'] });
const minute = 'w=60';
let addresses = 0;

const somewhere = (): Headers => ({ 'x-forwarded-for': `198.51.100.${(addresses += 1)}` });
const left = (headers: Readonly<Record<string, unknown>>) =>
  Number(/^"\w+";r=(\d+);t=\d+$/.exec(String(headers['ratelimit']))?.[1]);

/** Each item of a batch counts, also one that is refused. */
function hundredCalls({ token }: SignedIn) {
  const operations = Array.from({ length: 100 }, () => ({ action: 'nothing' }));
  const headers = { 'idempotency-key': randomUUID() };
  return service.api(token, 'POST', '/clients/batch', { mode: 'independent', operations }, headers);
}

test('every answer tells the limit and what is left of it, down to one by one', async () => {
  const who = await service.register('Told');
  const first = await service.api(who.token, 'GET', '/clients');
  assert.equal(first.headers['ratelimit-policy'], `"credential";q=${limits.credential};${minute}`);
  const second = await service.api(who.token, 'GET', '/clients/client_x');
  assert.equal(left(second.headers), left(first.headers) - 1);
});

test('a credential that asked too much waits as long as it is told, and others go on', async () => {
  const [busy, calm] = [await service.register('Busy'), await service.register('Calm')];
  const calls = Math.floor(limits.credential / 100);
  const answers = await Promise.all(Array.from({ length: calls }, () => hundredCalls(busy)));
  assert.ok(answers.some(({ status }) => status !== 429));
  const { status, headers, body } = await service.api(busy.token, 'GET', '/clients');
  assert.deepEqual([status, body.code, body.limit], [429, 'rate_limited', 'credential']);
  assert.match(String(headers['content-type']), /^application\/problem\+json/);
  const wait = Number(headers['retry-after']);
  assert.ok(wait >= 1 && wait <= 60);
  assert.equal(body.retry_after, wait);
  assert.equal(left(headers), 0);
  assert.equal((await service.api(calm.token, 'GET', '/clients')).status, 200);
});

test('a batch counts as what it holds counts as alone', async () => {
  const who = await service.register('Sender');
  const ids = ['doc_x', 'doc_y', 'doc_z'];
  const operations = ids.map((id) => ({ action: 'send', id }));
  const headers = { 'idempotency-key': randomUUID() };
  const before = await service.api(who.token, 'GET', '/clients');
  const sent = await service.api(who.token, 'POST', '/documents/batch', { mode: 'independent', operations }, headers);
  assert.equal(left(before.headers) - left(sent.headers), 30);
});

test('an organisation has a limit too, whichever of its people asks', async () => {
  const owner = await service.register('Crowd');
  const busy = limits.organization / limits.credential;
  for (let person = 0; person < busy; person += 1) {
    const someone = await service.colleague(owner, 'viewer');
    await Promise.all(Array.from({ length: Math.floor(limits.credential / 100) }, () => hundredCalls(someone)));
  }
  const { status, body } = await service.api(owner.token, 'GET', '/clients');
  assert.deepEqual([status, body.limit], [429, 'organization']);
});

test('strangers are counted by address: signing in, guessing at tokens, and what needs no credential', async () => {
  const asking = [
    { method: 'POST', path: '/api/auth/login', body: { email: 'nobody@example.com', password } },
    { method: 'POST', path: '/api/auth/login', body: '{"email":' },
    { method: 'GET', path: '/api/clients', token: 'guess' },
    { method: 'GET', path: '/api/errors' },
    { method: 'GET', path: '/api/nothing' },
    { method: 'PUT', path: '/api/clients' },
    { method: 'GET', path: '/api/docs' },
    { method: 'GET', path: '/api/.well-known/jwks.json' },
    { method: 'GET', path: '/' },
  ];
  const headers = somewhere();
  for (const [index, request] of asking.entries()) {
    const answer = await service.send({ ...request, headers });
    assert.equal(answer.headers['ratelimit-policy'], `"address";q=${limits.address};${minute}`, request.path);
    assert.equal(left(answer.headers), limits.address - 1 - index, request.path);
  }
  const rest = Array.from({ length: limits.address - asking.length }, () => null);
  await Promise.all(rest.map(() => service.send({ method: 'GET', path: '/api/errors', headers })));
  for (const request of asking) {
    const answer = await service.send({ ...request, headers });
    assert.deepEqual([answer.status, answer.body.code], [429, 'rate_limited'], request.path);
    assert.ok(Number(answer.headers['retry-after']) >= 1);
  }
  assert.equal((await service.send({ method: 'GET', path: '/api/errors', headers: somewhere() })).status, 200);
});

test('a signed-in person is not stopped by strangers at the same address', async () => {
  const [who, headers] = [await service.register('Shared'), somewhere()];
  const asked = Array.from({ length: limits.address + 1 }, () => null);
  await Promise.all(asked.map(() => service.send({ method: 'GET', path: '/api/errors', headers })));
  assert.equal((await service.api('', 'GET', '/errors', undefined, headers)).status, 429);
  assert.equal((await service.api(who.token, 'GET', '/clients', undefined, headers)).status, 200);
});

test('an address that nobody vouches for is not believed', async () => {
  const direct = await startService({ rateLimit: true });
  const asked = async (index: number) => {
    const headers = { 'x-forwarded-for': `203.0.113.${index}` };
    return left((await direct.send({ method: 'GET', path: '/api/errors', headers })).headers);
  };
  assert.equal(await asked(1), (await asked(2)) + 1);
});

test('who looks after the service is never told to wait', async () => {
  const headers = somewhere();
  for (const path of ['/healthz', '/readyz']) {
    const answers = Array.from({ length: limits.address + 1 }, () => service.send({ method: 'GET', path, headers }));
    for (const { status } of await Promise.all(answers)) assert.equal(status, 200, path);
  }
});

test('without limits nothing is counted', async () => {
  const open = await startService({ rateLimit: false });
  const { headers } = await open.send({ method: 'GET', path: '/api/errors' });
  assert.equal(headers['ratelimit'] ?? headers['ratelimit-policy'], undefined);
});
