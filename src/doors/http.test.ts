/** Properties of every answer. */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { metricsToken } from '../../test/support/metrics-token.ts';
import { type HttpAnswer, type HttpRequest, startService } from '../../test/support/running-service.ts';

const service = await startService();
const ana = await service.register('Acme');
const json = { 'content-type': 'application/json' };
const newClient = { type: 'individual', display_name: 'Mara Lind' };

/** The answer is a problem with everything a problem promises. */
function assertProblem(answer: HttpAnswer, status: number, code: string): void {
  assert.equal(answer.status, status, answer.text);
  assert.match(String(answer.headers['content-type']), /^application\/problem\+json/);
  const { body } = answer;
  for (const field of ['type', 'title', 'detail', 'hint']) assert.equal(typeof body[field], 'string', field);
  assert.equal(body.code, code);
  assert.equal(body.status, status);
  assert.equal(body.type, `/api/errors#${code}`);
  assert.equal(body.request_id, answer.headers['x-request-id']);
}

const refused: readonly (HttpRequest & { readonly answers: readonly [number, string] })[] = [
  { method: 'GET', path: '/api/nothing', answers: [404, 'not_found'] },
  { method: 'GET', path: '/nothing', answers: [404, 'not_found'] },
  { method: 'GET', path: '/api/clients/%zz', answers: [404, 'not_found'] },
  { method: 'GET', path: '/api/clients/', answers: [422, 'validation_failed'] },
  { method: 'GET', path: '/API/clients', answers: [404, 'not_found'] },
  { method: 'PUT', path: '/api/clients', body: {}, answers: [405, 'method_not_allowed'] },
  { method: 'OPTIONS', path: '/api/clients', answers: [405, 'method_not_allowed'] },
  { method: 'POST', path: '/api/clients', body: '{"type":', answers: [400, 'malformed_request'] },
  { method: 'POST', path: '/api/clients', body: '', headers: json, answers: [400, 'malformed_request'] },
  { method: 'POST', path: '/api/clients', body: '[]', answers: [400, 'malformed_request'] },
  { method: 'POST', path: '/api/clients', body: '"text"', answers: [400, 'malformed_request'] },
  { method: 'POST', path: '/api/clients', body: '{"__proto__": {"a": 1}}', answers: [400, 'malformed_request'] },
  { method: 'POST', path: '/api/clients', body: Buffer.from([0x7b, 0xff]), answers: [400, 'malformed_request'] },
  { method: 'POST', path: '/api/clients', body: 'a=1', headers: form(), answers: [415, 'unsupported_media_type'] },
  { method: 'POST', path: '/api/clients', body: '{}', headers: plainText(), answers: [415, 'unsupported_media_type'] },
  { method: 'POST', path: '/api/clients', body: '{}', headers: none(), answers: [415, 'unsupported_media_type'] },
  { method: 'POST', path: '/api/clients', body: { notes: 'x'.repeat(2_000_000) }, answers: [413, 'payload_too_large'] },
  { method: 'GET', path: `/api/clients?q=${'x'.repeat(9_000)}`, answers: [400, 'malformed_request'] },
  { method: 'GET', path: '/api/clients?dry_run=true', answers: [400, 'malformed_request'] },
  { method: 'GET', path: '/api/clients?q=%00', answers: [422, 'validation_failed'] },
  { method: 'GET', path: '/api/clients?__proto__[x]=1', answers: [422, 'validation_failed'] },
];

function form() {
  return { 'content-type': 'application/x-www-form-urlencoded' };
}

function plainText() {
  return { 'content-type': 'text/plain' };
}

function none() {
  return { 'content-type': '' };
}

test('whatever is wrong with a request is told as a problem with a code, a hint and its id', async () => {
  for (const { answers, ...request } of refused) {
    const answer = await service.send({ ...request, token: ana.token });
    assertProblem(answer, ...answers);
  }
});

test('what is no HTTP is told in the same shape, and the connection ends', async () => {
  for (const sent of ['nonsense\r\n\r\n', `GET /api/clients HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`]) {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    socket.end(sent);
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
    assert.match(head, /^HTTP\/1\.1 400 .*\r\ncontent-type: application\/problem\+json/);
    const problem = JSON.parse(body);
    assert.deepEqual([problem.code, problem.status], ['malformed_request', 400]);
    assert.ok(head.includes(`x-request-id: ${problem.request_id}`));
  }
});

test('without a credential, what a stranger learns is a problem that says how to get one', async () => {
  const answer = await service.send({ method: 'GET', path: '/api/clients' });
  assertProblem(answer, 401, 'unauthenticated');
  assert.match(String(answer.headers['www-authenticate']), /^Bearer/);
  assert.match(answer.body.hint, /POST \/api\/auth\/login/);
});

test('a method that is not offered is answered with those that are', async () => {
  const answer = await service.send({ method: 'PUT', path: `/api/clients/client_x`, token: ana.token, body: {} });
  assert.equal(answer.headers['allow'], 'GET, HEAD, PATCH, DELETE');
  assert.deepEqual(answer.body.allowed, ['GET', 'HEAD', 'PATCH', 'DELETE']);
});

test('HEAD answers what GET would, without the body', async () => {
  const got = await service.api(ana.token, 'GET', '/clients');
  const head = await service.api(ana.token, 'HEAD', '/clients');
  assert.equal(head.status, 200);
  assert.equal(head.text, '');
  assert.equal(head.headers['content-length'], got.headers['content-length']);
  assert.equal((await service.api('', 'HEAD', '/clients')).status, 401);
});

test('a sane request id is kept, any other is replaced, and the audit log knows it', async () => {
  const asked = async (id: string) => {
    const answer = await service.api(ana.token, 'POST', '/clients', newClient, { 'x-request-id': id });
    return String(answer.headers['x-request-id']);
  };
  assert.equal(await asked('order-17.retry_2'), 'order-17.retry_2');
  for (const odd of ['', 'a b', '<script>', 'x'.repeat(101), 'ä', '"', 'a,b']) {
    assert.match(await asked(odd), /^req_[0-9a-f]{32}$/, odd);
  }
  const { rowCount } = await service.owner.query(`select from audit_log where request_id = 'order-17.retry_2'`);
  assert.equal(rowCount, 1);
});

test('every answer keeps browsers and caches from harm, and none opens the door to scripts', async () => {
  const asked = [
    { path: '/api/clients', token: ana.token },
    { path: '/api/clients' },
    { path: '/api/clients/%zz' },
    { path: '/nothing' },
    { path: '/api/errors' },
    { path: '/healthz' },
    { path: '/metrics', token: metricsToken },
  ];
  for (const request of asked) {
    const { headers } = await service.send({ method: 'GET', headers: { origin: 'https://evil.example' }, ...request });
    assert.equal(headers['x-content-type-options'], 'nosniff', request.path);
    assert.equal(headers['referrer-policy'], 'no-referrer', request.path);
    assert.match(String(headers['content-security-policy']), /default-src 'none'/, request.path);
    assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/, request.path);
    assert.equal(headers['cache-control'], 'no-store', request.path);
    assert.match(String(headers['x-request-id']), /^req_/, request.path);
    const opened = Object.keys(headers).filter((name) => name.startsWith('access-control'));
    assert.deepEqual(opened, [], request.path);
    assert.equal(headers['server'] ?? headers['x-powered-by'], undefined, request.path);
  }
});

test('the version of the contract is told, and one that is not spoken is refused with those that are', async () => {
  const told = async (headers: Record<string, string>) => service.api(ana.token, 'GET', '/clients', undefined, headers);
  assert.match(String((await told({})).headers['api-version']), /^\d{4}-\d{2}-\d{2}$/);
  assert.equal((await told({ 'api-version': '2026-11-01' })).headers['api-version'], '2026-11-01');
  for (const unknown of ['latest', '2026-11-02', '1999-01-01', '2026-11-01, 2026-11-01']) {
    const answer = await told({ 'api-version': unknown });
    assertProblem(answer, 400, 'malformed_request');
    assert.match(answer.body.detail, /2026-11-01/);
    assert.equal(answer.headers['api-version'], undefined, 'nothing says that it is spoken');
  }
});

test('answers are JSON in UTF-8 whatever the caller would rather accept', async () => {
  const name = 'Łódź 北京 🦊';
  const made = await service.api(ana.token, 'POST', '/clients', { ...newClient, display_name: name });
  assert.equal(made.body.display_name, name);
  const path = `/clients/${made.body.id}`;
  const answer = await service.api(ana.token, 'GET', path, undefined, { accept: 'application/xml' });
  assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
  assert.equal(answer.body.display_name, name);
});

test('a media type with parameters is JSON all the same', async () => {
  const headers = { 'content-type': 'Application/JSON; charset=utf-8' };
  assert.equal((await service.api(ana.token, 'POST', '/clients', newClient, headers)).status, 201);
});

test('the service says that it lives and is ready, and counts what it answers', async () => {
  const asked = async (path: string) => service.send({ method: 'GET', path });
  assert.deepEqual((await asked('/healthz')).body, { status: 'ok' });
  assert.deepEqual((await asked('/readyz')).body, { status: 'ready' });
  const { text: metrics, headers } = await service.send({ method: 'GET', path: '/metrics', token: metricsToken });
  assert.match(String(headers['content-type']), /^text\/plain/);
  assert.match(metrics, /daybook_http_requests_total\{method="GET",route="\/api\/clients",status="200"\} \d+/);
  assert.match(metrics, /daybook_http_request_seconds_bucket/);
  assert.match(metrics, /daybook_database_connections\{state="idle"\} \d+/);
  assert.equal(metrics.includes(ana.organization), false);
});
