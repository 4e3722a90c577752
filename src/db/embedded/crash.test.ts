import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { Client, Pool } from 'pg';
import {
  eventually,
  isAlive,
  kill,
  rowsOf,
  serverPid,
  serverProcesses,
  spawnService,
  temporaryFolder,
  type Service,
} from '../../../test/support/embedded-service.ts';
import { findProcesses } from './processes.ts';

test('kill -9 of the service leaves no server behind', async (t) => {
  const { folder, start } = services(t);
  const service = await start();
  await rowsOf(service.ownerUrl, 'create table kept as select 7 as seven');
  const session = new Client(service.ownerUrl);
  session.on('error', () => undefined);
  await session.connect();
  session.query('select pg_sleep(60)').catch(() => undefined);
  await kill(service.child);
  await eventually(() => assert.deepEqual(serverProcesses(folder), []));
  await eventually(() => assert.deepEqual(watchdogs(service), []));
});

test('after kill -9 the service starts again at once, and what it had answered is there', async (t) => {
  const { start } = services(t);
  let service = await start();
  await rowsOf(service.ownerUrl, 'create table kept (round int)');
  for (const round of [1, 2, 3]) {
    await rowsOf(service.ownerUrl, `insert into kept values (${round})`);
    await kill(service.child);
    const begun = performance.now();
    service = await start();
    const tookMs = performance.now() - begun;
    t.diagnostic(`restart ${round} took ${Math.round(tookMs)} ms`);
    assert.deepEqual(await rowsOf(service.ownerUrl, 'select max(round) as round from kept'), [{ round }]);
  }
});

test('the watchdog that ends the server is itself replaced when it is killed', async (t) => {
  const { folder, start } = services(t);
  const service = await start();
  const killed = watchdogs(service);
  for (const pid of killed) process.kill(pid, 'SIGKILL');
  // One that was killed may be seen for a moment still.
  await eventually(() => assert.equal(watchdogs(service).filter((pid) => !killed.includes(pid)).length, 1));
  await kill(service.child);
  await eventually(() => assert.deepEqual(serverProcesses(folder), []));
});

test('kill -9 of the server is answered with a new one at the same address, to which a pool reconnects', async (t) => {
  const { folder, start } = services(t);
  const service = await start();
  const pool = new Pool({ connectionString: service.ownerUrl, max: 3, connectionTimeoutMillis: 2_000 });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  t.after(() => pool.end());
  await pool.query('create table kept as select 7 as seven');
  // A session deep in a computation outlives the server and holds its shared memory.
  const busy = pool.query('select count(*) from generate_series(1, 1e10)');
  busy.catch(() => undefined);
  await eventually(async () => {
    const active = await pool.query(
      `select from pg_stat_activity where query like '%1e10%' and pid <> pg_backend_pid()`,
    );
    assert.equal(active.rowCount, 1);
  });
  for (const round of [1, 2]) {
    const killed = serverPid(folder);
    const begun = performance.now();
    process.kill(killed, 'SIGKILL');
    await eventually(() => assert.notEqual(serverPid(folder), killed));
    await eventually(async () => assert.equal((await pool.query('select seven from kept')).rowCount, 1));
    t.diagnostic(`round ${round}: back after ${Math.round(performance.now() - begun)} ms`);
    assert.ok(isAlive(service.child.pid ?? 0));
  }
  assert.match(service.log(), /PostgreSQL ended \(SIGKILL\) and is started again/);
});

test('service and server killed in one blow, amid a computation, start again', async (t) => {
  const { folder, start } = services(t);
  const service = await start();
  const session = new Client(service.ownerUrl);
  session.on('error', () => undefined);
  await session.connect();
  session.query('select count(*) from generate_series(1, 1e10)').catch(() => undefined);
  await eventually(async () => {
    const active = await rowsOf(
      service.ownerUrl,
      `select 1 from pg_stat_activity where query like '%1e10%' and state = 'active'`,
    );
    assert.equal(active.length, 2);
  });
  for (const pid of watchdogs(service)) process.kill(pid, 'SIGKILL');
  const server = serverPid(folder);
  await kill(service.child);
  process.kill(server, 'SIGKILL');
  const begun = performance.now();
  const again = await start();
  t.diagnostic(`back after ${Math.round(performance.now() - begun)} ms`);
  assert.deepEqual(await rowsOf(again.runtimeUrl, 'select 1 as one'), [{ one: 1 }]);
});

test('a pid file left behind is no obstacle, not even when its number is now that of another program', async (t) => {
  const { folder, start } = services(t);
  const service = await start();
  const file = join(folder, 'postgres', 'cluster', 'postmaster.pid');
  const left = readFileSync(file, 'utf8');
  await kill(service.child);
  await eventually(() => assert.deepEqual(serverProcesses(folder), []));
  const { uid, gid } = statSync(join(folder, 'postgres', 'cluster'));
  const account = process.getuid?.() === 0 ? { uid, gid } : {};
  const stranger = spawn('sleep', ['60'], { ...account, stdio: 'ignore' });
  t.after(() => stranger.kill('SIGKILL'));
  // `true` has ended, so its number is free; the other is alive, under the account of the server.
  for (const pid of [spawnSync('true').pid, stranger.pid]) {
    writeFileSync(file, left.replace(/^\d+/, String(pid)), { mode: 0o600 });
    if (process.getuid?.() === 0) spawnSync('chown', [`${uid}:${gid}`, file]);
    const again = await start();
    assert.deepEqual(await rowsOf(again.runtimeUrl, 'select 1 as one'), [{ one: 1 }]);
    await kill(again.child);
    await eventually(() => assert.deepEqual(serverProcesses(folder), []));
  }
  assert.equal(stranger.exitCode ?? stranger.signalCode, null);
});

test('a second start is refused in one line and the first goes on unharmed', async (t) => {
  const { folder, start } = services(t);
  const first = await start();
  const server = serverPid(folder);
  const second = await start();
  assert.equal(second.name, 'EmbeddedError');
  assert.match(
    second.refused ?? '',
    new RegExp(`^Daybook is already running on .* as process ${first.child.pid}\\..*$`),
  );
  await eventually(() => assert.equal(second.child.exitCode, 0));
  assert.equal(serverPid(folder), server);
  assert.deepEqual(await rowsOf(first.runtimeUrl, 'select 1 as one'), [{ one: 1 }]);
});

/** Services on one folder; all are gone, with their server, before the folder is. */
function services(t: TestContext): { folder: string; start: () => Promise<Service> } {
  const { folder, later } = temporaryFolder(t);
  const started: Service[] = [];
  later(async () => {
    const running = started.filter(({ child }) => child.exitCode === null && child.signalCode === null);
    for (const { child } of running) await kill(child);
    await eventually(() => assert.deepEqual(serverProcesses(folder), []));
  });
  const start = async () => {
    const service = await spawnService(folder);
    started.push(service);
    return service;
  };
  return { folder, start };
}

/** The shells that wait for the end of the service: its children, or orphans of the same session. */
function watchdogs({ child }: Service): number[] {
  return findProcesses("trap '' INT TERM HUP").filter((pid) => {
    const parent = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1];
    return parent === String(child.pid);
  });
}
