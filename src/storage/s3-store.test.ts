/** Files in a bucket are kept, given back and removed as those in a folder are. */
import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { after, beforeEach, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { startBucket } from '../../test/support/bucket.ts';
import { longTest } from '../../test/support/dose.ts';
import { startService } from '../../test/support/running-service.ts';
import { pdfOf, upload } from '../../test/support/uploading.ts';
import { moveFiles } from '../commands/move-files.ts';
import { ConfigError, readConfig } from '../config.ts';
import { folderStore } from './content-store.ts';
import { checkBucket, s3Store } from './s3-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'daybook-bucket-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const bucket = await startBucket();
const soon = { retryAfterMs: 1 };
const store = s3Store(bucket.config, folder, soon);
const organization = randomUUID();

beforeEach(() => {
  bucket.asked.length = 0;
  bucket.faults.length = 0;
});

/** A file that came in, and the key that it will have. */
async function cameIn(bytes: Buffer) {
  const path = await store.incoming(randomUUID());
  await writeFile(path, bytes);
  return { path, key: { organization, sha256: createHash('sha256').update(bytes).digest('hex') } };
}

async function readBack(key: { organization: string; sha256: string }): Promise<Buffer | undefined> {
  const found = await store.read(key);
  return found === undefined ? undefined : buffer(found.bytes);
}

test('what is kept comes back byte for byte, and is gone when it is removed', async () => {
  const bytes = Buffer.from('a receipt with ümlauts\0 and more');
  const { path, key } = await cameIn(bytes);
  assert.equal(await store.read(key), undefined);
  await store.keep(path, key);
  assert.ok(!existsSync(path), 'nothing of it stays on this node');
  const found = await store.read(key);
  assert.equal(found?.size, bytes.length);
  assert.deepEqual(await readBack(key), bytes);
  const name = `books/${organization}/${key.sha256.slice(0, 2)}/${key.sha256}`;
  assert.deepEqual([...bucket.objects.keys()], [name]);
  await store.remove(key);
  await store.remove(key);
  assert.equal(await store.read(key), undefined);
});

test('the same bytes are sent once', async () => {
  const bytes = Buffer.from('twice');
  for (const { path, key } of [await cameIn(bytes), await cameIn(bytes)]) await store.keep(path, key);
  assert.equal(bucket.asked.filter((line) => line.startsWith('PUT ')).length, 1);
});

test('bytes that are not what their name says are refused by the storage', async () => {
  const { path } = await cameIn(Buffer.from('these'));
  const { key } = await cameIn(Buffer.from('those'));
  await assert.rejects(store.keep(path, key), /XAmzContentSHA256Mismatch/);
  assert.ok(existsSync(path));
});

test('no key leads anywhere but below its organisation', async () => {
  const sha256 = 'a'.repeat(64);
  for (const key of [
    { organization: '../other', sha256 },
    { organization, sha256: `../${sha256}` },
  ]) {
    await assert.rejects(store.read(key), RangeError);
  }
});

test('what the storage or the network could not do is tried again', async () => {
  const { path, key } = await cameIn(Buffer.from('again'));
  bucket.faults.push(503, 'cut', 500);
  await store.keep(path, key);
  bucket.faults.push('cut', 503);
  assert.equal(String(await readBack(key)), 'again');
});

test('storage that stays away is a fault that passes, and a wrong key one that does not', async () => {
  const { key } = await cameIn(Buffer.from('away'));
  bucket.faults.push(503, 503, 503, 503);
  await assert.rejects(store.read(key), { code: 'storage_unreachable' });
  assert.equal(bucket.asked.length, 4);
  const credentials = { ...bucket.config.credentials, secretAccessKey: 'another' };
  await assert.rejects(s3Store({ ...bucket.config, credentials }, folder, soon).read(key), {
    code: 'storage_refused',
    message: 'it answered 403, SignatureDoesNotMatch: As told., to a GET',
  });
  assert.equal(bucket.asked.length, 5, 'what is refused is not asked again');
});

test('bytes that break off are an error and not a shorter file', async () => {
  const { path, key } = await cameIn(Buffer.alloc(200_000, 'x'));
  await store.keep(path, key);
  bucket.faults.push('short');
  await assert.rejects(readBack(key));
});

const largeSize = 48 * 1024 * 1024;
const sentAtOnce = Buffer.alloc(65_536);

/** Storage that takes and gives a large file, and calls on the way. */
async function startLargeBucket(passed: (bytes: number) => void): Promise<string> {
  const server = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => passed(chunk.length));
    if (request.method === 'PUT') return void request.on('end', () => response.end());
    if (request.method === 'HEAD') return void response.writeHead(404).end();
    response.writeHead(200, { 'content-length': largeSize });
    const chunks = Array.from({ length: largeSize / sentAtOnce.length }, () => sentAtOnce);
    return void pipeline(Readable.from(chunks), response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => server.close());
  // A server that listens on a port says so.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a large file goes up and comes down without being held in memory', longTest, async () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const before = process.memoryUsage().arrayBuffers;
  const moved = { bytes: 0, looks: 0, most: 0 };
  const passed = (bytes: number) => {
    moved.bytes += bytes;
    if (moved.bytes < (moved.looks + 1) * 4_000_000) return;
    moved.looks += 1;
    collect();
    moved.most = Math.max(moved.most, process.memoryUsage().arrayBuffers - before);
  };
  const far = s3Store({ ...bucket.config, endpoint: await startLargeBucket(passed) }, folder, soon);
  const path = await far.incoming('large');
  const handle = await open(path, 'w');
  await handle.truncate(largeSize);
  await handle.close();
  const key = { organization, sha256: 'b'.repeat(64) };
  await far.keep(path, key);
  assert.equal(moved.bytes, largeSize);
  for await (const chunk of (await far.read(key))?.bytes ?? []) passed((chunk as Buffer).length);
  assert.equal(moved.bytes, 2 * largeSize);
  assert.ok(moved.looks > 20 && moved.most < largeSize / 4, `${moved.most} bytes were held at once`);
});

test('a bucket that cannot be used stops the start with one line that says why', async () => {
  await checkBucket(bucket.config, folder, soon);
  const cases: [object, RegExp][] = [
    [{ bucket: 'other-bucket' }, /it answered 404, NoSuchBucket/],
    [{ region: 'us-east-1' }, /it answered 403, InvalidAccessKeyId/],
    [{ endpoint: 'http://127.0.0.1:9' }, /ECONNREFUSED/],
  ];
  for (const [change, reason] of cases) {
    await assert.rejects(checkBucket({ ...bucket.config, ...change }, folder, soon), (error: unknown) => {
      assert.ok(error instanceof ConfigError);
      assert.match(error.message, /^DAYBOOK_FILES_URL names a bucket that cannot be used: [^\n]+$/);
      assert.match(error.message, reason);
      return true;
    });
  }
});

const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };

test('the setting is read as it is meant, and a wrong one is told', () => {
  const read = (url: string, more: object = keys) => readConfig({ DAYBOOK_FILES_URL: url, ...more }).bucket;
  assert.equal(readConfig({}).bucket, undefined);
  const { credentials, ...place } = read('s3://shop/a/b/?region=eu-west-1') ?? {};
  assert.deepEqual(place, { bucket: 'shop', prefix: 'a/b', region: 'eu-west-1', endpoint: undefined });
  assert.deepEqual(credentials, { accessKeyId: 'id', secretAccessKey: 'secret', sessionToken: undefined });
  assert.equal(read('s3://shop', { ...keys, AWS_REGION: 'eu-north-1' })?.region, 'eu-north-1');
  assert.equal(read('s3://shop?endpoint=https://minio.example.com:9000/')?.endpoint, 'https://minio.example.com:9000');
  const wrong = [
    '/files',
    'https://shop',
    's3://',
    's3://Shop_1',
    's3://shop',
    's3://id:key@shop?region=x',
    's3://shop?x=1',
    's3://shop?endpoint=minio',
    's3://shop?endpoint=http://h/path',
    's3://shop/a%20b?region=x',
    's3://s:1?region=x',
  ];
  for (const url of wrong) assert.throws(() => read(url), { message: /^DAYBOOK_FILES_URL takes [^\n]+$/ }, url);
  assert.throws(() => read('s3://shop?region=x', {}), /AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY/);
});

test('files of a folder move to the bucket, each once, and those half come in stay', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'daybook-moving-'));
  after(() => rmSync(dataFolder, { recursive: true, force: true }));
  const disk = folderStore(join(dataFolder, 'files'));
  const made = [Buffer.from('one'), Buffer.from('two')];
  const kept = await Promise.all(
    made.map(async (bytes) => {
      const { key } = await cameIn(bytes);
      const path = await disk.incoming(randomUUID());
      await writeFile(path, bytes);
      await disk.keep(path, key);
      return key;
    }),
  );
  const half = await disk.incoming('half');
  await writeFile(half, 'ha');
  const config = { ...readConfig({}), dataFolder, bucket: bucket.config };
  await moveFiles(config, ['move']);
  await moveFiles(config, ['move']);
  for (const [index, key] of kept.entries()) {
    assert.deepEqual(await readBack(key), made[index]);
    assert.equal(await disk.read(key), undefined);
  }
  assert.ok(existsSync(half));
  await assert.rejects(moveFiles({ ...config, bucket: undefined }, ['move']), ConfigError);
  await assert.rejects(moveFiles(config, ['copy']), ConfigError);
});

test('a file that is sent to the service lies in the bucket, and storage that is away is 503', longTest, async () => {
  const service = await startService({ bucket: bucket.config });
  const ana = await service.register('Ana');
  const bytes = pdfOf('in a bucket');
  const { status, body } = await upload(service, { token: ana.token, bytes });
  assert.equal(status, 201);
  assert.ok([...bucket.objects.keys()].some((name) => name.endsWith(body.sha256)));
  const content = await service.api(ana.token, 'GET', `/files/${body.id}/content`);
  assert.equal(content.text, String(bytes));
  bucket.faults.push(503, 503, 503, 503);
  const away = await service.api(ana.token, 'GET', `/files/${body.id}/content`);
  assert.deepEqual([away.status, away.body.code], [503, 'unavailable']);
});
