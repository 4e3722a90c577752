import assert from 'node:assert/strict';
import { chmodSync, chownSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Client } from 'pg';
import {
  eventually,
  isAlive,
  kill,
  launchService,
  rowsOf,
  serverPid,
  serverProcesses,
  spawnService,
  temporaryFolder,
} from '../../../test/support/embedded-service.ts';
import { startEmbedded } from './index.ts';

const log = () => undefined;
const isRoot = process.getuid?.() === 0;

test('an empty folder becomes a durable database, which a clean stop leaves for the next start', async (t) => {
  const { folder, later } = temporaryFolder(t);
  const first = await startEmbedded({ folder, log });
  later(first.stop);
  const [settings] = await rowsOf(
    first.ownerUrl,
    `select current_setting('fsync') as fsync, current_setting('full_page_writes') as pages,
      current_setting('synchronous_commit') as commits, current_setting('data_checksums') as checksums,
      current_setting('TimeZone') as zone, current_setting('listen_addresses') as listens,
      current_setting('server_version_num')::int / 10000 as version,
      (select concat_ws(' ', encoding, datlocprovider, datlocale) from pg_database where datname = 'daybook') as texts`,
  );
  const durable = { fsync: 'on', pages: 'on', commits: 'on', checksums: 'on' };
  assert.deepEqual(settings, { ...durable, zone: 'UTC', listens: '', version: 18, texts: '6 b C.UTF-8' });
  await rowsOf(first.ownerUrl, 'create table kept as select 7 as seven');
  await Promise.all([first.stop(), first.stop()]);
  await first.stop();
  assert.deepEqual(serverProcesses(folder), []);

  const second = await startEmbedded({ folder, log });
  later(second.stop);
  assert.equal(second.runtimeUrl, first.runtimeUrl);
  assert.deepEqual(await rowsOf(second.ownerUrl, 'select seven from kept'), [{ seven: 7 }]);
  assert.doesNotMatch(readFileSync(join(folder, 'postgres', 'server.log'), 'utf8'), /not properly shut down/);
});

test('the role of the service cannot bypass row-level security, and none connects without a password', async (t) => {
  const { folder, later } = temporaryFolder(t);
  const embedded = await startEmbedded({ folder, log, fast: true });
  later(embedded.stop);
  const [role] = await rowsOf(
    embedded.runtimeUrl,
    `select rolname, rolsuper, rolbypassrls, rolcreatedb, rolcreaterole, rolreplication,
      has_database_privilege('daybook', 'temp') as temps, has_schema_privilege('public', 'create') as creates
      from pg_roles where rolname = current_user`,
  );
  assert.deepEqual(Object.entries(role ?? {}), [
    ['rolname', 'daybook_runtime'],
    ...['rolsuper', 'rolbypassrls', 'rolcreatedb', 'rolcreaterole', 'rolreplication'].map((name) => [name, false]),
    ['temps', false],
    ['creates', false],
  ]);
  for (const [part, other] of [
    [/:[^:@]+@/, ':wrong@'],
    ['daybook_runtime', 'stranger'],
    ['/daybook?', '/postgres?'],
  ] as const) {
    await assert.rejects(rowsOf(embedded.runtimeUrl.replace(part, other), 'select'), /password|pg_hba/);
  }
  for (const key of ['daybook_owner', 'daybook_runtime']) {
    assert.equal(statSync(join(folder, 'keys', key)).mode & 0o777, 0o600);
  }
  assert.equal(new URL(embedded.runtimeUrl).pathname, '/daybook');
  assert.doesNotMatch(readFileSync(join(folder, 'postgres', 'server.log'), 'utf8'), /password '/);
});

test(
  'root starts it too, and the server then runs under an account that nobody else has',
  { skip: !isRoot },
  async (t) => {
    const { folder, later } = temporaryFolder(t);
    const embedded = await startEmbedded({ folder, log, fast: true });
    later(embedded.stop);
    const [uid, gid] = ['Uid', 'Gid'].map((name) => idsOf(serverPid(folder), name));
    assert.equal(new Set([...(uid ?? []), ...(gid ?? [])]).size, 1);
    assert.doesNotMatch(readFileSync('/etc/passwd', 'utf8'), new RegExp(`:${uid?.[0]}:`));
    assert.notEqual(uid?.[0], '0');
    assert.deepEqual(idsOf(serverPid(folder), 'Groups'), []);
  },
);

test('root serves the folder of an ordinary user as that user', { skip: !isRoot }, async (t) => {
  const { folder, later } = temporaryFolder(t);
  const home = join(folder, 'home');
  mkdirSync(join(home, 'data'), { recursive: true });
  chmodSync(folder, 0o755);
  for (const path of [home, join(home, 'data')]) chownSync(path, 54_999, 54_999);
  chmodSync(home, 0o700);
  const embedded = await startEmbedded({ folder: join(home, 'data'), log, fast: true });
  later(embedded.stop);
  assert.deepEqual(idsOf(serverPid(join(home, 'data')), 'Uid'), Array(4).fill('54999'));
  const foreign = readdirSync(join(home, 'data'), { recursive: true, encoding: 'utf8' }).filter(
    (name) => statSync(join(home, 'data', name)).uid !== 54_999 && !/postgres.(lock|port)/.test(name),
  );
  assert.deepEqual(foreign, []);
});

test('a data folder inside a private home folder works, for root too', async (t) => {
  const { folder, later } = temporaryFolder(t);
  chmodSync(folder, 0o700);
  const data = join(folder, 'deep', 'data');
  for (const round of ['first', 'second']) {
    const embedded = await startEmbedded({ folder: data, log, fast: true });
    later(embedded.stop);
    assert.deepEqual(await rowsOf(embedded.runtimeUrl, 'select 1 as one'), [{ one: 1 }], round);
    await embedded.stop();
  }
  assert.equal(statSync(folder).mode & 0o777, 0o700);
});

test('a path too long for a socket gets a loopback port that stays the same', async (t) => {
  const { folder, later } = temporaryFolder(t);
  const data = join(folder, 'long '.repeat(20), "it's 100%, ünïcode");
  const first = await startEmbedded({ folder: data, log, fast: true });
  later(first.stop);
  assert.match(first.runtimeUrl, /host=127\.0\.0\.1&port=15\d\d\d&/);
  const listens = await rowsOf(first.ownerUrl, 'show listen_addresses');
  const other = await startEmbedded({ folder: join(folder, 'x'.repeat(100)), log, fast: true });
  later(other.stop);
  assert.notEqual(
    new URL(other.runtimeUrl).searchParams.get('port'),
    new URL(first.runtimeUrl).searchParams.get('port'),
  );
  await first.stop();
  const second = await startEmbedded({ folder: data, log, fast: true });
  later(second.stop);
  assert.deepEqual(listens, [{ listen_addresses: '127.0.0.1' }]);
  assert.equal(second.runtimeUrl, first.runtimeUrl);
});

test('a folder put back from a backup starts, though root made every file and the keys were not in it', async (t) => {
  const { folder, later } = temporaryFolder(t);
  const original = await startEmbedded({ folder: join(folder, 'original'), log, fast: true });
  later(original.stop);
  await rowsOf(original.ownerUrl, 'create table kept as select 7 as seven');
  await original.stop();
  const copy = join(folder, 'copy');
  cpSync(join(folder, 'original'), copy, { recursive: true });
  rmSync(join(copy, 'keys'), { recursive: true });
  rmSync(join(copy, 'postgres', 'socket'), { recursive: true });
  chmodSync(join(copy, 'postgres', 'cluster'), 0o755);
  const restored = await startEmbedded({ folder: copy, log, fast: true });
  later(restored.stop);
  assert.deepEqual(await rowsOf(restored.ownerUrl, 'select seven from kept'), [{ seven: 7 }]);
  assert.deepEqual(await rowsOf(restored.runtimeUrl, 'select 1 as one'), [{ one: 1 }]);
  assert.notEqual(restored.ownerUrl.split('@')[0], original.ownerUrl.split('@')[0]);
});

test('a start that was killed half way is begun anew', async (t) => {
  const { folder, later } = temporaryFolder(t);
  for (const afterMs of [100, 250, 400, 550, 700]) {
    const killed = launchService(folder);
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    await kill(killed);
  }
  const embedded = await startEmbedded({ folder, log, fast: true });
  later(embedded.stop);
  assert.deepEqual(await rowsOf(embedded.runtimeUrl, 'select 1 as one'), [{ one: 1 }]);
  const drafts = readdirSync(join(folder, 'postgres')).filter((name) => name.includes('draft'));
  assert.deepEqual(drafts, []);
});

test('Ctrl-C reaches the service only, which may finish its requests before it stops the database', async (t) => {
  const { folder, later } = temporaryFolder(t);
  const service = await spawnService(folder);
  later(async () => {
    await kill(service.child);
    await eventually(() => assert.deepEqual(serverProcesses(folder), []));
  });
  const client = new Client(service.runtimeUrl);
  await client.connect();
  assert.ok(service.child.pid !== undefined && isAlive(service.child.pid));
  // A terminal sends the signal to every process of the foreground group.
  process.kill(-service.child.pid, 'SIGINT');
  assert.equal(await service.nextLine(), 'interrupted');
  assert.deepEqual((await client.query('select 1 as one')).rows, [{ one: 1 }]);
  await client.end();
});

function idsOf(pid: number, field: string): string[] {
  const line = new RegExp(`^${field}:[ \\t]*(.*)$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '';
  return line.split(/\s+/).filter(Boolean);
}
