/** Nothing that is kept goes too early, and nothing that nobody needs stays. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { asOwner } from '../../../test/support/database.ts';
import { refused } from '../../../test/support/refused.ts';
import { contentIn, pdfOf } from '../../../test/support/uploading.ts';
import { createWorld } from '../../../test/support/world.ts';
import { folderStore } from '../../storage/content-store.ts';
import { purgeRunner, sweepRunner } from './file-jobs.ts';

const folder = mkdtempSync(join(tmpdir(), 'daybook-content-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const store = folderStore(folder);
const world = await createWorld();
const { call, ana } = world;
const organization = ana.organization?.id ?? '';
const deps = { runtime: () => world.runtime, store };
const runners = { purge_file: purgeRunner(deps), sweep_content: sweepRunner(deps) };
const pathOf = (sha256: string) => join(folder, organization, sha256.slice(0, 2), sha256);
let made = 0;

/** Content with its bytes in the folder. */
async function brought(bytes = pdfOf(`job ${(made += 1)}`)): Promise<string> {
  const sha256 = await contentIn(world, ana, bytes);
  const incoming = await store.incoming(randomUUID());
  writeFileSync(incoming, bytes);
  await store.keep(incoming, { organization, sha256 });
  return sha256;
}

/** Works at all that is due, as a worker would. */
async function workAt(instant: string): Promise<void> {
  world.setNow(instant);
  for (let rounds = 0; rounds < 3; rounds += 1) {
    const { rows } = await asOwner(world.database.ownerUrl, (client) =>
      client.query(`update jobs set state = 'done' where state = 'queued' and run_at <= $1 returning *`, [instant]),
    );
    for (const { id, kind, organization_id: organizationId, payload } of rows) {
      const runner = runners[kind as keyof typeof runners];
      await runner({ id, kind, organizationId, payload, attempts: 1, error: null }, () => Promise.resolve());
    }
  }
}

async function usage(): Promise<number> {
  const { rows } = await asOwner(world.database.ownerUrl, (client) =>
    client.query('select bytes from file_usage where organization_id = $1', [organization]),
  );
  return Number(rows[0]?.bytes ?? 0);
}

test('a deleted file goes for good after thirty days, with its bytes, and says so', async () => {
  world.setNow('2026-01-01T00:00:00Z');
  const sha256 = await brought();
  const { id, size } = await call('create_file', { sha256 });
  const before = await usage();
  await call('delete_file', { id });
  await workAt('2026-01-30T23:59:59.000Z');
  assert.ok(existsSync(pathOf(sha256)), 'a second too early');
  world.emitted();
  await workAt('2026-01-31T00:00:00.000Z');
  assert.ok(!existsSync(pathOf(sha256)));
  assert.deepEqual(
    world.emitted().map(({ type }) => type),
    ['file.purged'],
  );
  await assert.rejects(call('get_file', { id }), refused('not_found'));
  assert.equal(await usage(), before - size);
});

test('a file that was taken back stays, and one that is deleted again has its time anew', async () => {
  world.setNow('2026-02-01T00:00:00Z');
  const sha256 = await brought();
  const { id } = await call('create_file', { sha256 });
  await call('delete_file', { id });
  await call('restore_file', { id });
  await workAt('2026-03-20T00:00:00.000Z');
  assert.equal((await call('get_file', { id })).status, 'available');
  await call('delete_file', { id });
  await workAt('2026-04-18T00:00:00.000Z');
  assert.ok(existsSync(pathOf(sha256)));
  await workAt('2026-04-19T00:00:00.000Z');
  assert.ok(!existsSync(pathOf(sha256)));
});

test('bytes that another file holds stay when one of two goes', async () => {
  world.setNow('2026-05-01T00:00:00Z');
  const sha256 = await brought();
  const [one, other] = [await call('create_file', { sha256 }), await call('create_file', { sha256 })];
  await call('delete_file', { id: one.id });
  await workAt('2026-06-15T00:00:00.000Z');
  assert.ok(existsSync(pathOf(sha256)));
  assert.equal((await call('get_file', { id: other.id })).status, 'available');
});

test('bytes that no file came to hold are swept a day after they were last brought', async () => {
  world.setNow('2026-07-01T00:00:00Z');
  const before = await usage();
  const [bytes, orphan] = [pdfOf('orphan'), await brought(pdfOf('orphan'))];
  world.setNow('2026-07-01T20:00:00Z');
  assert.equal(await brought(bytes), orphan);
  await workAt('2026-07-02T19:59:00.000Z');
  assert.ok(existsSync(pathOf(orphan)), 'brought again in between');
  await workAt('2026-07-02T20:00:00.000Z');
  assert.ok(!existsSync(pathOf(orphan)));
  assert.equal(await usage(), before);
});

test('what a crash left in the folder of what is coming in is gone a day later', async () => {
  const left = await store.incoming('left');
  const young = await store.incoming('young');
  for (const path of [left, young]) writeFileSync(path, 'x');
  const old = Date.now() / 1_000 - 25 * 3_600;
  utimesSync(left, old, old);
  await store.incoming('next');
  assert.deepEqual([existsSync(left), existsSync(young)], [false, true]);
});

test('content is kept whole under its hash, and nowhere else', async () => {
  const sha256 = await brought(pdfOf('whole'));
  assert.ok(readFileSync(pathOf(sha256)).equals(pdfOf('whole')));
  for (const key of ['../../../etc/passwd', 'x'.repeat(64), sha256.toUpperCase()]) {
    await assert.rejects(async () => store.read({ organization, sha256: key }), RangeError);
    await assert.rejects(async () => store.read({ organization: key, sha256 }), RangeError);
  }
  assert.equal(await store.read({ organization, sha256: 'f'.repeat(64) }), undefined);
});
