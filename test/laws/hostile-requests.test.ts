/** Requests that are wrong in themselves: their body, headers, address or method. */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import type { Operation } from '../../src/operation/operation.ts';
import { restRequest } from '../support/rest-request.ts';
import type { Headers, HttpRequest } from '../support/running-service.ts';
import type { Sample } from '../support/samples.ts';
import { tableSums } from '../support/table-sums.ts';
import { inTurn, openAttack } from './attack.ts';

const { service, rival, shop, samples, send, each, found, sent } = await openAttack();

/** Its sample as it is sent, but for what is odd; without a key, so that a retry is not what is tried. */
function plain(operation: Operation, { input, caller }: Sample): HttpRequest {
  const token = operation.permission === 'public' ? {} : { token: caller.token };
  return { ...restRequest(operation, input), ...token };
}

/** Of which each call is tried with one. */
const parts = 12;

const json = 'application/json';
/** No byte order mark among them, which a reader of JSON may pass over, and ours does. */
const oddBodies: readonly { body: string | Buffer; type?: string }[] = [
  '',
  ' ',
  '{',
  '}',
  '{]',
  '[]',
  '""',
  '1',
  'true',
  'NaN',
  '{"a":}',
  "{'a':1}",
  '{a:1}',
  '{"a":1,}',
  '{"a":1}{"b":2}',
  '// {}',
  '{"a":1}\u0000',

  '{"__proto__":{"a":1}}',
  '{"constructor":{"prototype":{}}}',
  '{"a":01}',
  '{"a":1.}',
  '{"a":+1}',
  '{"a":0x1}',
  '{"a":Infinity}',
  '{"a":"\u0001"}',
  '{"\\u005f_proto__":1}',
].map((body) => ({ body }));
const bytes: readonly { body: string | Buffer; type?: string }[] = [
  ...[[0xff, 0xfe, 0x7b, 0, 0x7d, 0], [0x7b, 0xc0, 0x80, 0x7d], [0x1f, 0x8b, 8, 0], [0], [0xed, 0xa0, 0x80]].map(
    (body) => ({ body: Buffer.from(body) }),
  ),
  ...['text/plain', 'text/html', 'application/xml', 'multipart/form-data; boundary=x', 'application/jsonx', 'json'].map(
    (type) => ({ body: '{}', type }),
  ),
  ...['application/x-www-form-urlencoded', 'application/problem+json', '*/*', ';', 'application/json; charset=x'].map(
    (type) => ({ body: '{"surprise":1}', type }),
  ),
];

test('a body that cannot be read is told so, and nothing changes', async (context) => {
  const before = await tableSums(service.owner, ['attempts', 'audit_log']);
  const writes = [...samples].filter(([{ http }]) => !http.startsWith('GET '));
  await each(
    writes.flatMap((write, at) => inTurn([...oddBodies, ...bytes], { at, parts }).map((odd) => ({ write, ...odd }))),
    async ({ write: [operation, sample], body, type = json }) => {
      const request = { ...plain(operation, sample), body, headers: { 'content-type': type } };
      const { status, text } = await send(operation, request);
      assert.ok(status >= 400, `${operation.name} ${body.toString()} ${type}: ${status} ${text}`);
    },
  );
  assert.deepEqual(found.splice(0).slice(0, 10), []);
  context.diagnostic(`${sent()} requests`);
  assert.deepEqual(await tableSums(service.owner, ['attempts', 'audit_log']), before);
});

const oddHeaders: readonly Headers[] = [
  ...['', ' ', 'x'.repeat(256), 'ä', 'a\tb', '"', '\u00ff', ','].map((key) => ({ 'idempotency-key': key })),
  ...['1', '"x"', '"-1"', '"99999999999"', 'W/"1', '""', '"1", "2"', '*, "1"', '"1e3"'].map((tag) => ({
    'if-match': tag,
  })),
  ...['latest', '2026-13-01', '0', '2026-11-01, 2026-11-01'].map((version) => ({ 'api-version': version })),
  ...['Bearer', 'Basic YTpi', 'Bearer a b', 'bearer null', 'Bearer ..', `Bearer ${'x'.repeat(5_000)}`].map((value) => {
    return { authorization: value };
  }),
  ...['gzip', 'br', 'identity', 'x'].map((coding) => ({ 'content-encoding': coding })),
  { 'x-request-id': 'a\tb' },
  { 'x-http-method-override': 'DELETE' },
  { 'if-none-match': '*' },
  { range: 'bytes=0-1' },
  { 'user-agent': '' },
  { 'user-agent': '\u00ff'.repeat(1_000) },
  { accept: 'text/html' },
  { expect: '100-continue' },
  { 'x-forwarded-for': '127.0.0.1' },
  { 'x-forwarded-host': 'evil.example' },
  { host: 'evil.example' },
  { cookie: 'a=b; __proto__=1' },
  { origin: 'null' },
  { 'accept-language': 'x'.repeat(3_000) },
];

test('odd headers are refused or let be, in every call', async () => {
  const calls = [...samples].flatMap(([operation, sample], at) =>
    inTurn(oddHeaders, { at, parts }).map((headers) => ({ operation, sample, headers })),
  );
  await each(calls, async ({ operation, sample, headers }) => {
    const request = plain(operation, sample);
    const preview = operation.effect === 'read' ? request.path : `${request.path}?dry_run=true`;
    await send(operation, { ...request, path: preview, headers });
  });
  assert.deepEqual(found.splice(0).slice(0, 10), []);
});

const oddQueries = [
  'limit=-1',
  'limit=0',
  'limit=1e9',
  'limit=1000000000',
  'limit=',
  'limit=a',
  'limit=1&limit=2',
  'limit[gt]=1',
  'fields=',
  'fields=,',
  'fields=id,id',
  'fields=*',
  'fields[]=id',
  'expand=',
  'expand=a.b.c.d',
  'expand=__proto__',
  'sort=',
  'sort=,',
  'sort=-',
  'sort=--id',
  'sort=id%20desc',
  'sort=constructor',
  'include=',
  'include=everything',
  'cursor=',
  'cursor=x',
  `cursor=${'A'.repeat(600)}`,
  'cursor[a]=b',
  'cursor=..&cursor=..',
  'q=',
  'q=%00',
  'q=%ff',
  'q[]=a',
  'q[a][b]=c',
  '__proto__=1',
  '__proto__[a]=1',
  'constructor=1',
  'toString=1',
  'a=1',
  '=',
  '&',
  '&&&',
  '%',
  '%zz',
  'dry_run=maybe',
  'dry_run=true&dry_run=false',
  'dry_run[a]=1',
  'version=1',
  'version=-1',
  'status=,',
  'id=1',
  'created_at[gte]=x',
  'created_at[]=x',
  'created_at[gte]=&created_at[lt]=',
  'created_at[nope]=1',
  'created_at=1',
  `${'a'.repeat(2_000)}=1`,
  Array.from({ length: 1_500 }, (_, index) => `a${index}=1`).join('&'),
  'q='.repeat(900),
];

test('odd addresses are refused or let be, in every call', async () => {
  const before = await tableSums(service.owner, ['attempts', 'audit_log']);
  const calls = [...samples].flatMap(([operation, sample], at) =>
    inTurn(oddQueries, { at, parts }).map((query) => ({ operation, sample, query })),
  );
  await each(calls, async ({ operation, sample, query }) => {
    const { path, ...request } = plain(operation, sample);
    // Without a body no write has what it needs, so that none happens.
    const { body: _, ...bodiless } = request;
    await send(operation, { ...bodiless, path: `${path.split('?')[0]}?${query}&surprise=1` });
  });
  assert.deepEqual(found.splice(0).slice(0, 10), []);
  assert.deepEqual(await tableSums(service.owner, ['attempts', 'audit_log']), before);
});

const places = [
  '/healthz',
  '/readyz',
  '/',
  '/login',
  '/reset-password',
  '/api/docs',
  '/api/docs/clients',
  '/api/openapi/clients.json',
  '/api/errors',
  '/api/openapi.json',
  '/api/.well-known/jwks.json',
  '/api/clients',
  '/api/ledger/export?format=csv',
  '/api/mcp/mcp',
  `/api/imports/${shop.ids['imp']}/errors`,
];
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY', 'LINK'];

test('a method that a place does not have is refused with those it has, and HEAD has no body', async () => {
  for (const path of places) {
    for (const method of methods) {
      const answer = await service.send({ method, path, token: shop.who.token });
      const about = `${method} ${path}: ${answer.status} ${answer.text.slice(0, 200)}`;
      assert.ok(answer.status < 500, about);
      if (method === 'HEAD') assert.equal(answer.text, '', about);
      if (answer.status !== 405) continue;
      const allowed = String(answer.headers['allow']).split(', ');
      assert.ok(allowed.length > 0 && !allowed.includes(method), about);
      if (method === 'HEAD') continue;
      assert.deepEqual([answer.body.code, answer.body.allowed], ['method_not_allowed', allowed], about);
    }
    const odd = ['?x=1', '?__proto__=1', '?%', `?${'a'.repeat(5_000)}`, '#x', '?a[b][c]=d'];
    for (const query of odd) {
      const answer = await send(undefined, { method: 'GET', path: `${path}${query}`, token: shop.who.token });
      assert.ok(answer.status < 500 && !answer.text.includes(rival.mark), path);
    }
    const withBody = await send(undefined, { method: 'GET', path, token: shop.who.token, body: '{"a":' });
    assert.ok(withBody.status < 500, path);
  }
  assert.deepEqual(
    found
      .splice(0)
      .filter((one) => !one.includes('/api/mcp/mcp'))
      .slice(0, 10),
    [],
  );
});

test('a place that there is not is not found, as a problem, whatever it is called', async () => {
  const nowhere = ['//', '/api', '/api/', '/api//clients', '/api/clients/../../etc/passwd', '/api/%2e%2e/x', '/.env'];
  nowhere.push('/api/docs/..%2f..%2fpackage.json', '/api/docs/%2e%2e%2fx', '/api/docs/index.html', '/API/clients');
  nowhere.push(
    '/api/clients%00',
    '/api/clients/%ff/archive',
    '/api/constructor',
    '/api/__proto__',
    '/*',
    '/api/*',
    '/favicon.ico',
  );
  nowhere.push(
    `/api/clients/${'x'.repeat(500)}`,
    `/${'a/'.repeat(1_000)}`,
    '/api/clients;a=b',
    '/api/openapi.json/',
    '/healthz/',
  );
  for (const path of nowhere) {
    for (const method of ['GET', 'POST', 'DELETE', 'PROPFIND']) {
      const answer = await send(undefined, { method, path, token: shop.who.token });
      const about = `${method} ${path}: ${answer.status} ${answer.text}`;
      assert.ok([400, 404, 405, 422].includes(answer.status), about);
      assert.match(String(answer.headers['content-type']), /^application\/problem\+json/, about);
    }
  }
  assert.deepEqual(found.splice(0), []);
});

/** Sends bytes as they are, and answers everything that comes back. */
async function exchange(text: string): Promise<string> {
  const { port } = new URL(service.url);
  const { promise, resolve } = Promise.withResolvers<string>();
  const chunks: Buffer[] = [];
  const socket = connect(Number(port), '127.0.0.1', () => socket.end(text, 'latin1'));
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('error', () => resolve(Buffer.concat(chunks).toString()));
  socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
  return promise;
}

test('what is no HTTP is refused as a problem too, and the next request is answered', async () => {
  const wrong: readonly [string, number][] = [
    ['BREW /api/clients HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['GET /api/clients HTTP/9.9\r\nHost: a\r\n\r\n', 400],
    ['GET /api/clients HTTP/1.1\r\nHost : a\r\n\r\n', 400],
    ['GET /api/clients HTTP/1.1\r\nHost: a\r\nX: a\u0000b\r\n\r\n', 400],
    ['POST /api/clients HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}', 400],
    ['POST /api/clients HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}', 400],
    ['POST /api/clients HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n', 400],
    [`GET /api/clients HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 400],
    [`GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 400],
    ['\u0016\u0003\u0001\u0000', 400],
  ];
  for (const [text, status] of wrong) {
    const answer = await exchange(text);
    const about = `${JSON.stringify(text.slice(0, 100))}: ${answer}`;
    assert.ok(answer.startsWith(`HTTP/1.1 ${status} `), about);
    assert.match(answer, /content-type: application\/problem\+json/i, about);
    const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));
    assert.deepEqual([body.status, typeof body.code, typeof body.hint], [status, 'string', 'string'], about);
    assert.equal((await service.send({ method: 'GET', path: '/healthz' })).status, 200);
  }
});
