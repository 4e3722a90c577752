import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually, serverProcesses, temporaryFolder } from '../support/embedded-service.ts';
import { ask, type Counter, must, openCounter, password } from './counter.ts';
import { type Daybook, ownerUrlOf, startDaybook, stopDaybook, userCommand } from './daybook-process.ts';
import { contradictions, sell } from './selling.ts';
import { brokenLaws } from './sound-books.ts';

const isRoot = process.getuid?.() === 0;
const settings = { DAYBOOK_RATE_LIMIT: 'off', LOG_LEVEL: 'warn' };
/** PostgreSQL wants an account that has a name. */
const nobodysId = 65_534;
const spareMiB = 260;
const mayEnter = 0o001;
const mayRead = 0o004;

test('what is kept is for the account of the service alone, whoever starts it', async (t) => {
  const accounts = isRoot ? [undefined, { uid: nobodysId, gid: nobodysId }] : [undefined];
  for (const account of accounts) {
    const { folder: home, later } = temporaryFolder(t);
    if (account !== undefined) chownSync(home, account.uid, account.gid);
    const folder = join(home, 'data');
    const daybook = await startDaybook({ folder, command: userCommand, ...(account === undefined ? {} : { account }) });
    later(() => stopDaybook(daybook, folder));
    const { email } = await openCounter(daybook.url, { goods: 1 });
    await must(daybook.url, 'POST /api/auth/password/forgot', { email });
    await eventually(() => assert.equal(readdirSync(join(folder, 'outbox')).length, 1));
    const uids = new Set(serverProcesses(folder).map((pid) => uidOf(pid)));
    t.diagnostic(`started by ${account?.uid ?? process.getuid?.()}, PostgreSQL runs as ${[...uids].join()}`);
    assert.equal(uids.size, 1);
    assert.ok(!uids.has(0), 'PostgreSQL runs as root');
    if (account !== undefined) assert.deepEqual([...uids], [account.uid]);
    assert.deepEqual(openToOthers(folder), []);
    writeFileSync(join(folder, 'postgres', 'planted'), '', { mode: 0o644 });
    assert.deepEqual(openToOthers(folder), ['postgres/planted'], 'control: a file that others may read is noticed');
    await stopDaybook(daybook, folder);
  }
});

test('a full disk refuses what is to be written, shows what was, and is forgotten once there is room', async (t) => {
  const { folder: home, later } = temporaryFolder(t);
  const folder = join(home, 'disk');
  mkdirSync(folder);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${spareMiB}m`, 'tmpfs', folder], { encoding: 'utf8' });
  if (mounted.error !== undefined || mounted.status !== 0) {
    t.skip('this account may not mount a small disk');
    return;
  }
  later(async () => void spawnSync('umount', ['-l', folder]));
  const data = join(folder, 'data');
  const daybook = await startDaybook({ folder: data, settings });
  later(() => stopDaybook(daybook, data));
  const { url } = daybook;
  const counter = await openCounter(url);
  const filler = join(folder, 'filler');
  const { history, close } = sell(t, counter, () => url);
  await eventually(() => assert.ok(history.sold.size > 20));
  fill(folder, filler);
  const seen = await provoke(url, counter.token);
  t.diagnostic(`a full disk answered writes with ${JSON.stringify(seen)}`);
  await readsOn(url, counter);
  rmSync(filler);
  const begun = performance.now();
  await eventually(async () => {
    assert.equal((await ask(url, 'GET /readyz')).status, 200);
    await must(url, 'POST /api/clients', { type: 'individual', display_name: 'After' }, { token: counter.token });
  });
  const soldThen = history.sold.size;
  await eventually(() => assert.ok(history.sold.size > soldThen));
  await close();
  t.diagnostic(`${history.sold.size} sales; writable again after ${Math.round(performance.now() - begun)} ms`);
  assert.ok(isAlive(daybook));
  assert.deepEqual(await contradictions(history, ownerUrlOf(data)), []);
  assert.deepEqual(await brokenLaws(ownerUrlOf(data)), []);
});

/** Writes until the disk says no; how writes and reads were then answered. */
async function provoke(url: string, token: string): Promise<Record<string, number>> {
  const seen: Record<string, number> = {};
  const name = 'x'.repeat(100);
  const metadata = { note: 'long '.repeat(80) };
  for (let attempt = 0; attempt < 400; attempt += 1) {
    const body = { type: 'individual', display_name: name, metadata };
    const { status } = await ask(url, 'POST /api/clients', body, { token, timeoutMs: 15_000 });
    seen[status] = (seen[status] ?? 0) + 1;
    assert.ok([201, 503, 507].includes(status), `a full disk is answered with ${status}`);
    assert.equal((await ask(url, 'GET /healthz')).status, 200);
    if ((seen['507'] ?? 0) + (seen['503'] ?? 0) >= 5) return seen;
  }
  throw new Error(`the disk never was full: ${JSON.stringify(seen)}`);
}

/** Reads, for as long as several rounds of all that works by itself take, and signs in anew. */
async function readsOn(url: string, { token, email }: Counter): Promise<void> {
  for (let second = 0; second < 20; second += 1) {
    for (const path of ['/api/sales?limit=100', '/api/reports/profit-and-loss?period=this_month', '/readyz']) {
      const { status } = await ask(url, `GET ${path}`, undefined, { token, timeoutMs: 15_000 });
      assert.equal(status, 200, `${path} on a full disk`);
    }
    await sleep(250);
  }
  const entered = await ask(url, 'POST /api/auth/login', { email, password });
  assert.equal(entered.status, 200, 'who signs in to read is let in');
}

function fill(folder: string, filler: string): void {
  const { bavail, bsize } = statfsSync(folder);
  try {
    writeFileSync(filler, Buffer.alloc(bavail * bsize));
  } catch (error) {
    // Somebody who sells was faster: it is full all the same.
    assert.match(String(error), /ENOSPC/);
  }
}

function isAlive({ child }: Daybook): boolean {
  return child.exitCode === null && child.signalCode === null;
}

function uidOf(pid: number): number {
  return statSync(`/proc/${pid}`).uid;
}

/** Files that other accounts may read, by their own mode and by that of every folder above them. */
function openToOthers(folder: string, path = ''): string[] {
  const stat = statSync(join(folder, path));
  const { mode } = stat;
  // Says which process holds the folder, for whoever starts another to see.
  if (/^postgres.lock\.\d+$/.test(path)) return [];
  if (stat.isDirectory()) {
    if ((mode & mayEnter) === 0) return [];
    return readdirSync(join(folder, path)).flatMap((name) => openToOthers(folder, join(path, name)));
  }
  return (mode & mayRead) === 0 ? [] : [path];
}
