/** Life of a file: renamed, filed, found, deleted, restored, and deleted for good. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refused } from '../../../test/support/refused.ts';
import { contentIn, pdfOf } from '../../../test/support/uploading.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';
import { sql } from '../../db/sql.ts';

const world = await createWorld();
const { call, ana } = world;
const types = () => world.emitted().map(({ type }) => type);
let made = 0;

async function newFile(more: object = {}): Promise<Wire> {
  const sha256 = await contentIn(world, ana, pdfOf(`file ${(made += 1)}`));
  return call('create_file', { sha256, name: 'scan.pdf', ...more });
}

test('a file is filed, found by what was said of it, and keeps its content', async () => {
  const file = await newFile({ kind: 'contract', folder: 'Leases', tags: ['office'], name: 'Miete Büro' });
  assert.equal(file.name, 'Miete Büro.pdf');
  assert.deepEqual(types(), ['file.created']);
  const changed = await call('update_file', { id: file.id, kind: 'invoice', folder: '2026', version: 1 });
  assert.deepEqual(
    [changed.kind, changed.folder, changed.version, changed.sha256],
    ['invoice', '2026', 2, file.sha256],
  );
  assert.deepEqual(types(), ['file.updated']);
  for (const filter of [{ kind: ['invoice'] }, { folder: '2026' }, { tag: 'office' }, { q: 'buro' }, { q: 'mi' }]) {
    const { data } = await call('list_files', filter);
    assert.deepEqual(data, [changed], JSON.stringify(filter));
  }
  await assert.rejects(call('list_files', { folder: 'Leases' }), refused('validation_failed'));
  await assert.rejects(call('update_file', { id: file.id, name: 'x', version: 1 }), refused('version_conflict'));
});

test('content that nobody brought makes no file', async () => {
  const sha256 = '0'.repeat(64);
  await assert.rejects(
    call('create_file', { sha256 }),
    refused('not_found', ({ errors }) => assert.equal(errors[0].pointer, '/sha256')),
  );
  await assert.rejects(call('create_file', { sha256: '../../etc/passwd' }), refused('validation_failed'));
});

test('content that was announced and never came makes no file', async () => {
  const file = await newFile();
  const organization = ana.organization?.id ?? '';
  await world.db.transaction({ organization }, (db) => db.run(sql`update file_contents set stored_at = null`));
  await assert.rejects(call('create_file', { sha256: file.sha256 }), refused('not_found'));
});

test('a deleted file lies in the bin for thirty days, out of sight, and can be taken back', async () => {
  world.setNow('2026-03-01T12:00:00.000Z');
  const file = await newFile();
  types();
  const deleted = await call('delete_file', { id: file.id });
  assert.deepEqual([deleted.status, deleted.purge_at], ['deleted', '2026-03-31T12:00:00.000Z']);
  assert.ok(!(await call('list_files')).data.some(({ id }: Wire) => id === file.id));
  assert.deepEqual((await call('list_files', { status: ['deleted'] })).data, [deleted]);
  for (const name of ['delete_file', 'update_file']) {
    await assert.rejects(
      call(name, { id: file.id }),
      refused('invalid_state_transition', ({ allowed }) => assert.deepEqual(allowed, ['restore_file'])),
    );
  }
  const back = await call('restore_file', { id: file.id });
  assert.deepEqual([back.status, back.deleted_at, back.purge_at], ['available', null, null]);
  assert.deepEqual(types(), ['file.deleted', 'file.restored']);
  world.setNow(undefined);
});

test('the database keeps what a file is made of', async () => {
  const file = await newFile();
  const organization = ana.organization?.id ?? '';
  for (const change of [sql`size = 1`, sql`sha256 = ${'0'.repeat(64)}`, sql`content_type = 'image/png'`]) {
    const work = world.db.transaction({ organization }, (db) =>
      db.run(sql`update files set ${change} where sha256 = ${file.sha256}`),
    );
    await assert.rejects(work, /the content of a file stays as it is/);
  }
});

test('an external id names one file', async () => {
  await newFile({ external_id: 'scan-1' });
  await assert.rejects(newFile({ external_id: 'scan-1' }), refused('file_external_id_taken'));
});
