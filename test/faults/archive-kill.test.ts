/** A node that dies while it writes an archive: nothing half done is kept, and the next one makes it whole. */
import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkParts, readManifest } from '../../src/archive/check-parts.ts';
import { openZipReader } from '../../src/archive/zip-reader.ts';
import { uuidFrom } from '../../src/wire/type-id.ts';
import { eventually, rowsOf, temporaryFolder } from '../support/embedded-service.ts';
import { must, openCounter } from './counter.ts';
import { ownerUrlOf, startDaybook, stopDaybook } from './daybook-process.ts';

/** Enough that an archive takes seconds. */
const rounds = 10;
const eventsOfRound = 5_000;

test('a node that is killed while it writes an archive leaves none, and the next one makes it', async (t) => {
  const { folder, later } = temporaryFolder(t);
  const settings = { DAYBOOK_RATE_LIMIT: 'off', LOG_LEVEL: 'warn' };
  let node = await startDaybook({ folder, settings });
  later(() => stopDaybook(node, folder));
  const { token, organizationId } = await openCounter(node.url, { goods: 1 });
  const owner = ownerUrlOf(folder);
  const organization = uuidFrom('org', organizationId) ?? '';
  for (let round = 0; round < rounds; round += 1) {
    await rowsOf(
      owner,
      `insert into call_events (organization_id, id, events, actor, request_id, occurred_at)
       select '${organization}', row_of_event(gen_random_uuid()), json_build_array(json_build_object(
         'type', 'client.updated', 'data', json_build_object('text', repeat(md5(n::text), 50)))), '{}', 'request', now()
       from generate_series(1, ${eventsOfRound}) as n`,
    );
  }
  const { id } = await must(node.url, 'POST /api/exports', {}, { token });
  const incoming = join(folder, 'files', 'incoming');
  const half = await eventually(() => {
    const [name] = readdirSync(incoming);
    assert.ok(name !== undefined && statSync(join(incoming, name)).size > 100_000);
    return name;
  });
  node.child.kill('SIGKILL');
  await node.exited;
  assert.deepEqual(readdirSync(incoming), [half], 'control: it was being written');
  const kept = readdirSync(join(folder, 'files'), { recursive: true }).map(String);
  assert.deepEqual(
    kept.filter((name) => /[0-9a-f]{64}$/.test(name)),
    [],
  );

  node = await startDaybook({ folder, settings });
  // As if the minute had passed for which the one that died had taken the work.
  await rowsOf(owner, `update jobs set locked_until = now() where kind = 'export_organization'`);
  const done = await eventually(async () => {
    const now = await must(node.url, `GET /api/exports/${id}`, undefined, { token });
    assert.equal(now.status, 'completed');
    return now;
  });
  assert.deepEqual(readdirSync(incoming), []);
  const path = join(folder, 'files', organization, done.sha256.slice(0, 2), done.sha256);
  const zip = await openZipReader(path);
  const manifest = await readManifest(zip);
  await checkParts(zip, manifest);
  await zip.close();
  assert.ok((manifest.tables.find(({ table }) => table === 'call_events')?.rows ?? 0) > rounds * eventsOfRound);
});
