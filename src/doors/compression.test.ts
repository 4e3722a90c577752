/** Compression of answers: on request, but not where the size would disclose a secret. */
import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { openVisitor, startOauthService } from '../../test/support/oauth.ts';
import { password } from '../../test/support/running-service.ts';
import { acceptedEncoding } from './compression.ts';

const service = await startOauthService();
const ana = await service.register('Acme');
for (let index = 0; index < 8; index += 1) {
  await service.api(ana.token, 'POST', '/clients', { type: 'business', display_name: `Client ${index}` });
}

type Asked = { readonly encoding?: string; readonly method?: string; readonly body?: object; readonly more?: object };
type Head = Readonly<Record<string, string | string[] | undefined>>;

/** As it travels, not as a client shows it. */
async function raw(path: string, { encoding, method = 'GET', body, more }: Asked = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; headers: Head; bytes: Buffer }>();
  const headers = {
    authorization: `Bearer ${ana.token}`,
    ...(encoding === undefined ? {} : { 'accept-encoding': encoding }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...more,
  };
  const sent = httpRequest(`${service.url}${path}`, { method, headers }, (response) => {
    buffer(response).then(
      (bytes) => resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes }),
      reject,
    );
  });
  sent.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
  return promise;
}

const unpack = { br: brotliDecompressSync, gzip: gunzipSync, zstd: zstdDecompressSync } as const;
const list = '/api/clients?limit=8';

for (const encoding of ['br', 'gzip', 'zstd'] as const) {
  test(`an answer of some length travels as ${encoding} to whoever takes that, and says the same`, async () => {
    const plain = await raw(list);
    assert.equal(plain.headers['content-encoding'], undefined);
    assert.ok(plain.bytes.length > 1_024);
    const packed = await raw(list, { encoding });
    assert.equal(packed.headers['content-encoding'], encoding);
    assert.equal(packed.headers['content-length'], String(packed.bytes.length));
    assert.ok(packed.bytes.length < plain.bytes.length / 3, `${packed.bytes.length} of ${plain.bytes.length}`);
    assert.deepEqual(unpack[encoding](packed.bytes), plain.bytes);
    for (const { headers } of [plain, packed]) assert.match(String(headers['vary']), /accept-encoding/i);
    const head = await raw(list, { encoding, method: 'HEAD' });
    assert.equal(head.headers['content-length'], packed.headers['content-length']);
    assert.equal(head.bytes.length, 0);
  });
}

test('drawn pages travel small', async () => {
  const { body } = await service.api(ana.token, 'POST', '/document-templates', { name: 'Ours' });
  const path = `/api/document-templates/${body.id}/preview?format=svg`;
  const [plain, packed] = [await raw(path), await raw(path, { encoding: 'br' })];
  assert.match(String(packed.headers['content-type']), /^image\/svg\+xml/);
  assert.ok(packed.bytes.length < plain.bytes.length / 3, `${packed.bytes.length} of ${plain.bytes.length}`);
  assert.deepEqual(brotliDecompressSync(packed.bytes), plain.bytes);
});

test('what a caller takes is read as it is meant', () => {
  const cases: readonly [string | undefined, string | undefined][] = [
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['deflate', undefined],
    ['gzip, deflate', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['GZIP;Q=0.5, br;q=0.1', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['br;q=0, *;q=0.5', 'zstd'],
    ['gzip;q=nonsense', undefined],
  ];
  for (const [header, expected] of cases) assert.equal(acceptedEncoding(header), expected, header);
});

test('short answers, files and events travel as they are', async () => {
  const short = await raw('/api/auth/registration', { encoding: 'gzip' });
  assert.equal(short.headers['content-encoding'], undefined);
  const bytes = Buffer.alloc(4_096, 'a text that would be small. ');
  const form = new FormData();
  form.append('file', new Blob([bytes], { type: 'text/plain' }), 'notes.txt');
  const kept = await fetch(`${service.url}/api/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ana.token}`, 'idempotency-key': crypto.randomUUID() },
    body: form,
  });
  const { id } = (await kept.json()) as { id: string };
  const file = await raw(`/api/files/${id}/content`, { encoding: 'gzip' });
  assert.deepEqual([file.status, file.headers['content-encoding']], [200, undefined]);
  assert.match(String(file.headers['etag']), /^"/, 'the same bytes have a strong tag');
  assert.deepEqual(file.bytes, bytes);
});

test('a record in other bytes has a weak tag, by which it is still known and written', async () => {
  const { body, text } = await service.api(ana.token, 'POST', '/clients', {
    type: 'business',
    display_name: 'Long',
    notes_internal: 'long '.repeat(400).trim(),
  });
  assert.ok(body.id, text);
  const path = `/api/clients/${body.id}`;
  const [plain, packed] = [await raw(path), await raw(path, { encoding: 'br' })];
  assert.match(String(plain.headers['etag']), /^"/);
  assert.equal(packed.headers['etag'], `W/${String(plain.headers['etag'])}`);
  for (const tag of [plain.headers['etag'], packed.headers['etag']]) {
    assert.equal((await raw(path, { encoding: 'br', more: { 'if-none-match': tag } })).status, 304);
  }
  const written = await raw(path, {
    method: 'PATCH',
    body: { display_name: 'Changed' },
    more: { 'if-match': packed.headers['etag'] },
  });
  assert.equal(written.status, 200);
});

test('pages, and answers that hold a secret, are not compressed: their length would tell of it', async () => {
  const visitor = openVisitor(service);
  await visitor.submit(await visitor.get(`${service.url}/login`), 'sign_in', { email: ana.email, password });
  for (const path of ['/', '/login', '/register', '/connect', '/approvals']) {
    const page = await visitor.send(`${service.url}${path}`, { headers: { 'accept-encoding': 'br, gzip' } });
    assert.equal(page.headers.get('content-encoding'), null, path);
  }
  const long = 'x'.repeat(90);
  const signedIn = await raw('/api/auth/login', {
    method: 'POST',
    encoding: 'br',
    body: { email: ana.email, password },
  });
  assert.ok(signedIn.bytes.includes('access_token'));
  const token = await raw('/api/mcp/tokens', { method: 'POST', encoding: 'br', body: { name: long } });
  assert.ok(token.bytes.includes('svc_'), token.bytes.toString());
  const webhook = await raw('/api/webhooks', {
    method: 'POST',
    encoding: 'br',
    more: { 'idempotency-key': 'one' },
    body: { url: 'https://hooks.example.com/x', events: ['sale.confirmed'], description: 'long '.repeat(300).trim() },
  });
  assert.equal(webhook.headers['content-encoding'], undefined, webhook.bytes.toString());
});
