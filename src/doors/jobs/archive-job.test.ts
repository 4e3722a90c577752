/** The archive of an organisation as its owners ask for it: whole, readable elsewhere, gone when they say so. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { needing } from '../../../test/support/pdf-tools.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';
import { uuidFrom } from '../../wire/type-id.ts';
import { folderStore } from '../../storage/content-store.ts';
import { archiveGivenUp, archiveRunner, archiveSweeper } from './archive-job.ts';
import { Interrupted } from './job-loop.ts';

const world = await createWorld();
const { call, emitted } = world;
const folder = mkdtempSync(join(tmpdir(), 'daybook-archive-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const store = folderStore(join(folder, 'store'));
const parts = { store, runtime: () => world.runtime };
const [runner, sweeper, giveUp] = [archiveRunner(parts), archiveSweeper(parts), archiveGivenUp(parts)];
const organizationId = world.ana.organization?.id ?? '';

const jobOf = ({ id }: Wire, attempts = 1) => {
  const payload = { export_id: uuidFrom('expt', id) };
  return { id: world.runtime.newId(), organizationId, kind: 'export_organization', payload, attempts, error: null };
};
const look = ({ id }: Wire): Promise<Wire> => call('get_export', { id });
const noProgress = async () => undefined;

const asked = await call('create_export');
await call('create_client', { type: 'business', display_name: '=Formula & Sons', email: 'sons@example.com' });
await runner(jobOf(asked), noProgress);

test(
  'another program unpacks it, every part has the hash that the manifest says, and formulas stay text',
  needing('unzip'),
  async () => {
    const done = await look(asked);
    assert.equal(done.status, 'completed');
    assert.ok(done.records > 50);
    const found = await store.read({ organization: organizationId, sha256: done.sha256 });
    const bytes = await buffer(found?.bytes ?? assert.fail());
    assert.equal(createHash('sha256').update(bytes).digest('hex'), done.sha256);
    const at = join(folder, 'unpacked');
    writeFileSync(`${at}.zip`, bytes);
    assert.match(execFileSync('unzip', ['-t', `${at}.zip`], { encoding: 'utf8' }), /No errors detected/);
    execFileSync('unzip', ['-q', `${at}.zip`, '-d', at]);
    const manifest = JSON.parse(readFileSync(join(at, 'manifest.json'), 'utf8'));
    for (const { path, sha256 } of [...manifest.tables, ...manifest.parts]) {
      assert.equal(
        createHash('sha256')
          .update(readFileSync(join(at, path)))
          .digest('hex'),
        sha256,
        path,
      );
    }
    assert.match(readFileSync(join(at, 'csv', 'clients.csv'), 'utf8'), /"'=Formula & Sons"/);
    assert.deepEqual(readdirSync(at).toSorted(), ['README.txt', 'csv', 'journal', 'manifest.json', 'records']);
    assert.ok(manifest.checks.length > 10 && manifest.checks.every(({ wrong }: Wire) => wrong === 0));
    assert.ok(emitted().some(({ type }) => type === 'export.completed'));
  },
);

test('it is removed when its time is over, and says so', async () => {
  const { sha256 } = await look(asked);
  await call('delete_export', { id: asked.id });
  await sweeper(jobOf(asked), noProgress);
  assert.equal(await store.read({ organization: organizationId, sha256 }), undefined);
  assert.deepEqual([(await look(asked)).status, (await look(asked)).sha256], ['expired', null]);
});

test('one that is deleted while it is made leaves no file behind', async () => {
  const unwanted = await call('create_export');
  let calls = 0;
  await runner(jobOf(unwanted), async () => {
    calls += 1;
    if (calls === 3) await call('delete_export', { id: unwanted.id });
  });
  assert.equal((await look(unwanted)).status, 'cancelled');
  assert.deepEqual(readdirSync(join(folder, 'store', 'incoming')), []);
});

test('a node that stops leaves it to the next one, which begins anew', async () => {
  const begun = await call('create_export');
  await assert.rejects(
    runner(jobOf(begun), async () => {
      throw new Interrupted('the node stops');
    }),
    Interrupted,
  );
  assert.equal((await look(begun)).status, 'running');
  await runner(jobOf(begun, 2), noProgress);
  assert.equal((await look(begun)).status, 'completed');
});

test('whoever asked for it may not take everything out any more: it fails and says why', async () => {
  const lost = await call(
    'create_export',
    {},
    {
      as: { ...world.ana, permissions: new Set(['data:archive']), userId: world.rival.userId },
    },
  );
  await runner(jobOf(lost), noProgress);
  const { status, problem } = await look(lost);
  assert.deepEqual([status, problem], ['failed', 'The person who requested it may no longer export all data.']);
  const forgotten = await call('create_export');
  await runner(jobOf(forgotten), async () => {
    throw new Interrupted('the node stops');
  }).catch(() => undefined);
  await giveUp(jobOf(forgotten, 5));
  assert.equal((await look(forgotten)).status, 'failed');
  assert.ok(emitted().some(({ type }) => type === 'export.failed'));
});
