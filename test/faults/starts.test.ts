import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startEmbedded } from '../../src/db/embedded/index.ts';
import { inspectProcess } from '../../src/db/embedded/processes.ts';
import {
  eventually,
  kill,
  rowsOf,
  serverPid,
  serverProcesses,
  spawnStranger,
  temporaryFolder,
} from '../support/embedded-service.ts';
import { ask, openCounter } from './counter.ts';
import { runDaybook, startDaybook, stopDaybook, userCommand, userPath } from './daybook-process.ts';

const log = () => undefined;
const migrations = fileURLToPath(new URL('../../migrations/*.sql', import.meta.url));

test('two nodes that start at once on one empty database both serve it, and it is migrated once', async (t) => {
  const { folder, later } = temporaryFolder(t);
  const server = await startEmbedded({ folder: join(folder, 'server'), log, fast: true });
  later(() => server.stop());
  const settings = { DATABASE_URL: server.ownerUrl, DAYBOOK_SECRET: 'a secret of thirty-two characters' };
  const begun = performance.now();
  const nodes = await Promise.all(
    ['one', 'two'].map(async (name) => {
      const data = join(folder, name);
      const node = await startDaybook({ folder: data, settings, command: userCommand });
      later(() => stopDaybook(node, data));
      return node;
    }),
  );
  t.diagnostic(`both listen after ${Math.round(performance.now() - begun)} ms`);
  const applied = await rowsOf<{ name: string }>(server.ownerUrl, 'select name from migrations order by applied_at');
  assert.equal(applied.length, globSync(migrations).length);
  assert.deepEqual(
    applied.map(({ name }) => name),
    applied.map(({ name }) => name).toSorted(),
  );
  const [one, two] = nodes;
  assert.ok(one !== undefined && two !== undefined);
  const { token, client } = await openCounter(one.url, { goods: 1 });
  const elsewhere = await ask(two.url, `GET /api/clients/${client}`, undefined, { token });
  assert.equal(elsewhere.status, 200);
  assert.equal((await ask(two.url, 'GET /readyz')).status, 200);
});

test('a start warns of nothing, and what is done without a caller is done from the first moment', async (t) => {
  const { folder, later } = temporaryFolder(t);
  const daybook = await startDaybook({ folder, command: userCommand });
  later(() => stopDaybook(daybook, folder));
  assert.equal((await ask(daybook.url, 'GET /readyz')).status, 200);
  assert.doesNotMatch(daybook.output(), /warn|error/i);
});

test('a second start on a data folder is refused in one line, and the first goes on', async (t) => {
  const { folder, later } = temporaryFolder(t);
  const first = await startDaybook({ folder, command: userCommand });
  later(() => stopDaybook(first, folder));
  const server = serverPid(folder);
  const second = await runDaybook({ folder, command: userCommand, settings: { LOG_LEVEL: 'warn' } });
  assert.equal(second.code, 1);
  assert.match(second.output, /^Daybook is already running on .* as process \d+\. .*\n$/);
  assert.equal(serverPid(folder), server);
  assert.equal((await ask(first.url, 'GET /readyz')).status, 200);
});

test('a data folder that another Daybook made is refused in one line that says what to do', async (t) => {
  const { folder } = temporaryFolder(t);
  const server = await startEmbedded({ folder, log, fast: true });
  await rowsOf(server.ownerUrl, `create table migrations as select '9999_of_another.sql' as name, '' as checksum`);
  await server.stop();
  const refused = await runDaybook({ folder, command: userCommand, settings: { LOG_LEVEL: 'warn' } });
  assert.equal(refused.code, 1);
  assert.match(refused.output, /^This database was made by another Daybook \(9999_of_another\.sql .*DAYBOOK_DATA.*\n$/);
  assert.deepEqual(serverProcesses(folder), []);
});

test('a kill of the command ends service and database, and what it leaves behind is no obstacle', async (t) => {
  const { folder, later } = temporaryFolder(t);
  const first = await startDaybook({ folder, command: userCommand });
  later(async () => void first.child.kill('SIGKILL'));
  t.diagnostic(
    `started by Node ${spawnSync('node', ['--version'], { encoding: 'utf8', env: { PATH: userPath } }).stdout.trim()}`,
  );
  const left = readFileSync(join(folder, 'postgres', 'cluster', 'postmaster.pid'), 'utf8');
  const started = [...descendantsOf(first.child.pid), ...serverProcesses(folder)];
  assert.ok(started.length > 4, String(started));
  const begun = performance.now();
  first.child.kill('SIGKILL');
  await eventually(() => {
    assert.deepEqual(
      started.filter((pid) => inspectProcess(pid) !== undefined),
      [],
    );
    assert.deepEqual(serverProcesses(folder), []);
  });
  assert.equal((await ask(first.url, 'GET /healthz', undefined, { timeoutMs: 500 })).status, 0);
  t.diagnostic(`service and database ended ${Math.round(performance.now() - begun)} ms after the command was killed`);

  const cluster = join(folder, 'postgres', 'cluster');
  const { uid, gid } = statSync(cluster);
  const stranger = spawnStranger(process.getuid?.() === 0 ? { uid, gid } : {});
  later(() => kill(stranger));
  const pidFile = join(cluster, 'postmaster.pid');
  assert.equal(existsSync(pidFile), false);
  writeFileSync(pidFile, left.replace(/^\d+/, String(stranger.pid)), { mode: 0o644 });
  const second = await startDaybook({ folder, command: userCommand });
  later(() => stopDaybook(second, folder));
  assert.equal((await ask(second.url, 'GET /readyz')).status, 200);
  assert.equal(stranger.exitCode ?? stranger.signalCode, null);
});

/** Children, and theirs. Linux alone lists them; elsewhere the database's processes have to do. */
function descendantsOf(pid: number | undefined): number[] {
  const file = `/proc/${pid}/task/${pid}/children`;
  if (!existsSync(file)) return [];
  const children = readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number);
  return children.flatMap((child) => [child, ...descendantsOf(child)]);
}
