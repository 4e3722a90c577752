import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { needing } from '../../test/support/pdf-tools.ts';
import { BadZip, openZipReader } from './zip-reader.ts';
import { openZipWriter } from './zip-writer.ts';

const folder = mkdtempSync(join(tmpdir(), 'daybook-zip-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const texts = new Map([
  ['records/clients.jsonl', '{"name":"Zażółć"}\n'.repeat(5_000)],
  ['records/none.jsonl', ''],
  ['files/ab/abcd', '\u0000\u0001 stored as it is'],
]);

async function written(name: string, large: boolean): Promise<string> {
  const path = join(folder, name);
  const zip = await openZipWriter(path, { large });
  for (const [at, text] of texts) {
    const bytes = async function* () {
      yield Buffer.from(text);
    };
    await zip.add(at, bytes(), { packed: at.startsWith('files/') });
  }
  await zip.close();
  return path;
}

for (const large of [false, true]) {
  const name = large ? 'as large as one beyond 4 GiB and 65,535 parts' : 'of ordinary size';
  test(`a zip ${name} is read here and by other programs`, needing('unzip'), async () => {
    const path = await written(`${large}.zip`, large);
    const zip = await openZipReader(path);
    for (const [at, text] of texts) {
      assert.equal(Buffer.concat(await Array.fromAsync(zip.read(at))).toString(), text);
    }
    await zip.close();
    assert.match(execFileSync('unzip', ['-t', path], { encoding: 'utf8' }), /No errors detected/);
  });

  test(`a zip ${name} that is cut off anywhere is refused`, async () => {
    for (const missing of [1, 10, 30, 80, 150, 300]) {
      const path = await written(`${large}-${missing}.zip`, large);
      truncateSync(path, statSync(path).size - missing);
      await assert.rejects(openZipReader(path), BadZip);
    }
  });
}

/** Signature of a part's entry in the central directory. */
const listed = Buffer.from([0x50, 0x4b, 0x01, 0x02]);

async function readAll(path: string): Promise<void> {
  const zip = await openZipReader(path);
  try {
    for (const part of zip.entries.keys()) for await (const chunk of zip.read(part)) assert.ok(chunk.length > 0);
  } finally {
    await zip.close();
  }
}

test('a zip with any byte of its lists altered is refused as a bad zip, where it is not read', async () => {
  const path = await written('altered.zip', true);
  const bytes = readFileSync(path);
  for (let at = bytes.indexOf(listed); at < bytes.length; at += 1) {
    writeFileSync(path, bytes.with(at, (bytes[at] ?? 0) ^ 0x80));
    await readAll(path).catch((error: unknown) => assert.ok(error instanceof BadZip, `${at}: ${String(error)}`));
  }
});

test('a part that holds more or less than the zip says is refused by its name', async () => {
  const path = await written('sizes.zip', false);
  const bytes = readFileSync(path);
  const sizeAt = bytes.indexOf(listed) + 24;
  for (const [change, said] of [
    [-1, 'records/clients.jsonl holds more than the archive says.'],
    [1, 'records/clients.jsonl holds less than the archive says.'],
  ] as const) {
    const other = Buffer.from(bytes);
    other.writeUInt32LE(bytes.readUInt32LE(sizeAt) + change, sizeAt);
    writeFileSync(path, other);
    await assert.rejects(readAll(path), new BadZip(said));
  }
});

test('the same content gives the same bytes, of the first day that a zip knows', async () => {
  const [one, other] = [await written('one.zip', false), await written('other.zip', false)];
  assert.deepEqual(readFileSync(one), readFileSync(other));
  const zip = await openZipReader(one);
  for (const { lastModFileDate, lastModFileTime } of zip.entries.values()) {
    assert.deepEqual([lastModFileDate, lastModFileTime], [0x0021, 0]);
  }
  await zip.close();
});

test('a part that cannot be read to its end, or written, ends the zip with what is wrong', async () => {
  const failing = async function* () {
    yield Buffer.from('begun');
    throw new Error('the bucket is gone');
  };
  const endless = async function* () {
    for (;;) yield randomBytes(65_536);
  };
  for (const packed of [false, true]) {
    const zip = await openZipWriter(join(folder, `failing-${packed}.zip`));
    await assert.rejects(zip.add('part', failing(), { packed }), /the bucket is gone/);
    const adding = assert.rejects(zip.add('part', endless(), { packed }), { code: 'EBADF' });
    await zip.abandon();
    await adding;
  }
});
