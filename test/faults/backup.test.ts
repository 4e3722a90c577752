import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { readArchive } from '../../src/commands/backup/archive-reader.ts';
import { writeArchive } from '../../src/commands/backup/archive-writer.ts';
import { eventually, rowsOf, temporaryFolder } from '../support/embedded-service.ts';
import { formOf, pdfOf } from '../support/uploading.ts';
import { type Counter, must, openCounter } from './counter.ts';
import { launch, ownerUrlOf, runDaybook, startDaybook, stopDaybook } from './daybook-process.ts';
import { contradictions, sell } from './selling.ts';
import { brokenLaws } from './sound-books.ts';

const settings = { DAYBOOK_RATE_LIMIT: 'off', LOG_LEVEL: 'warn' };
const salesBefore = 40;
const salesAfter = 20;

const reports = ['trial-balance', 'profit-and-loss', 'balance-sheet', 'receivables-aging', 'inventory-valuation'];

test('a backup under load is restored elsewhere, sound, with all that was answered before it', async (t) => {
  const { folder, later } = temporaryFolder(t);
  const data = join(folder, 'data');
  const daybook = await startDaybook({ folder: data, settings });
  later(() => stopDaybook(daybook, data));
  const quiet = await openCounter(daybook.url);
  const told = await reportsOf(daybook.url, quiet);
  const counter = await openCounter(daybook.url);
  const { history, close } = sell(t, counter, () => daybook.url);
  later(close);
  const uploading = uploadUntil(daybook.url, counter);
  later(uploading.stop);
  await eventually(() => assert.ok(history.sold.size >= salesBefore));
  const before = new Map(history.sold);

  const backups = join(folder, 'backups');
  mkdirSync(backups);
  const made = await runDaybook({ folder: data, settings, args: ['backup', backups] });
  assert.equal(made.code, 0, made.output);
  assert.match(made.output, /is whole: [\d.]+ MiB in [\d.]+ s\. It holds the keys too/);
  const [name = ''] = readdirSync(backups);
  const file = join(backups, name);
  assert.match(name, /^daybook-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar$/);
  assert.equal(statSync(file).mode & 0o777, 0o600);

  const during = history.sold.size;
  await eventually(() => assert.ok(history.sold.size >= during + salesAfter));
  await close();
  const uploads = await uploading.stop();
  assert.ok(uploads > 3, `${uploads} files came in`);
  assert.deepEqual(await contradictions(history, ownerUrlOf(data)), []);
  assert.deepEqual(await brokenLaws(ownerUrlOf(data)), []);

  const elsewhere = join(folder, 'elsewhere');
  const restored = await runDaybook({ folder: data, settings, args: ['restore', file, '--data', elsewhere] });
  assert.equal(restored.code, 0, restored.output);
  const checked = await runDaybook({ folder: elsewhere, settings, args: ['check-books'] });
  assert.equal(checked.code, 0, checked.output);
  assert.match(checked.output, /audit log of \d+ sealed entries/);
  const again = await startDaybook({ folder: elsewhere, settings });
  later(() => stopDaybook(again, elsewhere));
  assert.deepEqual(await brokenLaws(ownerUrlOf(elsewhere)), []);
  // It ends at one moment: what was sold up to then is there as it was told, and nothing that was not sold.
  const sold = await soldIn(ownerUrlOf(elsewhere));
  assert.deepEqual(
    [...before].filter(([key, number]) => sold.get(key) !== number),
    [],
  );
  assert.deepEqual(
    [...sold].filter(([key, number]) => history.sold.get(key) !== number),
    [],
  );
  assert.deepEqual(await reportsOf(again.url, quiet), told);
  const upToThen = await entriesUpTo(ownerUrlOf(elsewhere));
  assert.deepEqual(await balances(ownerUrlOf(elsewhere), 'true'), await balances(ownerUrlOf(data), upToThen));
  const verified = await must(again.url, 'GET /api/audit-log/verify', undefined, { token: counter.token });
  assert.equal(verified.ok, true, JSON.stringify(verified));
  const files = await contents(ownerUrlOf(elsewhere));
  for (const { organization, sha256 } of files)
    assert.equal(hashOf(contentPath(elsewhere, organization, sha256)), sha256);
  t.diagnostic(`${made.output.trim()} ${before.size} sales before, ${sold.size} in it, ${history.sold.size} in all`);
  t.diagnostic(`${restored.output.split('\n')[0]} ${files.length} files in it of ${uploads}`);
  // It goes on where it was, with the keys that it had.
  await must(again.url, 'POST /api/stock/movements', receiptOf(quiet), { token: quiet.token });
});

/** Sales in the restored books, by the key that they were asked with. */
async function soldIn(ownerUrl: string): Promise<Map<string, string>> {
  const query = `select metadata ->> 'which' as which, number from sales where metadata ? 'which'`;
  const rows = await rowsOf<{ which: string; number: string }>(ownerUrl, query);
  return new Map(rows.map(({ which, number }) => [which, number]));
}

/** Picks the entries that a ledger has: numbers have no gap, so that those up to the last are the books of a moment. */
async function entriesUpTo(ownerUrl: string): Promise<string> {
  const rows = await rowsOf<{ id: string; last: string }>(
    ownerUrl,
    'select organization_id as id, max(lpad(number, 20)) as last from journal_entries group by 1',
  );
  assert.equal(rows.length, 2);
  return rows.map(({ id, last }) => `(e.organization_id = '${id}' and lpad(e.number, 20) <= '${last}')`).join(' or ');
}

/** Balances of all accounts. */
function balances(ownerUrl: string, among: string): Promise<object[]> {
  return rowsOf(
    ownerUrl,
    `select e.organization_id, a.code, count(*)::text as lines, sum(l.amount)::text as amount
     from journal_lines l join journal_entries e on e.organization_id = l.organization_id and e.id = l.entry_id
       join accounts a on a.organization_id = l.organization_id and a.id = l.account_id
     where ${among} group by 1, 2 order by 1, 2`,
  );
}

function receiptOf({ variants }: Counter): object {
  return { type: 'purchase_receipt', variant_id: variants[0], quantity: '7', unit_cost: '0.20' };
}

async function reportsOf(url: string, { token }: Counter): Promise<object[]> {
  const asked = reports.map((name) => must(url, `GET /api/reports/${name}`, undefined, { token }));
  return (await Promise.all(asked)).map((report) => ({ ...report, meta: { ...report.meta, generated_at: undefined } }));
}

/** Brings files in, one after the other, until it is told to stop; answers how many. */
function uploadUntil(url: string, { token }: Counter): { stop: () => Promise<number> } {
  const ending = new AbortController();
  let count = 0;
  const loop = (async () => {
    while (!ending.signal.aborted) {
      const { body, headers = {} } = formOf([
        { name: 'file', value: pdfOf(randomUUID().repeat(50)), filename: 'bill.pdf' },
      ]);
      const sent = await fetch(`${url}/api/files`, {
        method: 'POST',
        headers: { ...headers, authorization: `Bearer ${token}` },
        body: new Uint8Array(body as Buffer),
      });
      assert.equal(sent.status, 201, await sent.text());
      count += 1;
      await sleep(20);
    }
  })();
  loop.catch(() => undefined);
  return {
    stop: async () => {
      ending.abort();
      await loop;
      return count;
    },
  };
}

/** The bytes that files of the database hold. */
function contents(ownerUrl: string): Promise<{ organization: string; sha256: string }[]> {
  return rowsOf(
    ownerUrl,
    `select c.organization_id as organization, c.sha256 from file_contents c
     where stored_at is not null and exists (
       select from files f where f.organization_id = c.organization_id and f.sha256 = c.sha256)`,
  );
}

function contentPath(data: string, organization: string, sha256: string): string {
  return join(data, 'files', organization, sha256.slice(0, 2), sha256);
}

function hashOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

/** A data folder with books in it, its service stopped, and a backup of it that was made while nothing ran. */
async function openBackup({ folder, later }: ReturnType<typeof temporaryFolder>) {
  const data = join(folder, 'data');
  const daybook = await startDaybook({ folder: data, settings });
  later(() => stopDaybook(daybook, data));
  await openCounter(daybook.url, { goods: 1 });
  await stopDaybook(daybook, data);
  const file = join(folder, 'kept.tar');
  const made = await runDaybook({ folder: data, settings, args: ['backup', file] });
  assert.equal(made.code, 0, made.output);
  const restoreInto = (to: string, from = file) => {
    return runDaybook({ folder: data, settings, args: ['restore', from, '--data', to] });
  };
  return { data, file, restoreInto };
}

type Kept = { readonly folder: string } & Awaited<ReturnType<typeof openBackup>>;

test('what is damaged, foreign or in the way is named before anything is restored', async (t) => {
  const cleaning = temporaryFolder(t);
  const { folder } = cleaning;
  const kept = { folder, ...(await openBackup(cleaning)) };
  await assertDamageIsNamed(kept);
  await assertOnlyOursIsRestored(kept);
  const { data, file, restoreInto } = kept;
  const into = join(folder, 'into');
  // The folder that was refused so often still takes the one that is sound.
  assert.deepEqual(readdirSync(into), []);
  assert.equal((await restoreInto(into)).code, 0);
  const refused = await restoreInto(into);
  assert.equal(refused.code, 1);
  assert.match(refused.output, /is not empty: it has \w+\. Restore into a folder that is new or empty\.\n$/);
  assert.match((await runDaybook({ folder: data, args: ['backup', file] })).output, / is there already\. /);
});

async function assertDamageIsNamed({ folder, file, restoreInto }: Kept): Promise<void> {
  const into = join(folder, 'into');
  const harmed = join(folder, 'harmed.tar');
  const places = new Map<string, number>();
  for await (const { path, isFolder, begins } of readArchive(file)) if (!isFolder) places.set(path, begins);
  for (const path of ['keys/secret', 'postgres/cluster/backup_label', 'manifest.json']) {
    const at = places.get(path);
    assert.ok(at !== undefined, path);
    const bytes = readFileSync(file);
    bytes[at + 20] = (bytes[at + 20] ?? 0) ^ 0x10;
    writeFileSync(harmed, bytes);
    const { code, output } = await restoreInto(into, harmed);
    assert.equal(code, 1, output);
    assert.equal(output.trim(), `${harmed} is damaged: ${path} is not what was backed up. Nothing was restored.`);
  }
  copyFileSync(file, harmed);
  truncateSync(harmed, places.get('manifest.json'));
  assert.match((await restoreInto(into, harmed)).output, /is damaged|is not whole/);
  writeFileSync(harmed, 'something else');
  assert.match((await restoreInto(into, harmed)).output, /^\S+ is no backup of Daybook\.\n$/);
}

async function assertOnlyOursIsRestored({ folder, restoreInto }: Kept): Promise<void> {
  for (const [changed, reason] of [
    [{ postgres: { major: '19', migration: '' } }, / holds a database of PostgreSQL 19; this Daybook brings 18\.\n$/],
    [
      { postgres: { major: '18', migration: '9999_later.sql' } },
      / made by another Daybook \(0\.1\.0\), whose database has 9999_later\.sql: .*that made it\.\n$/,
    ],
    [{ format: 2 }, / was made by a newer Daybook/],
  ] as const) {
    const other = join(folder, `${randomUUID()}.tar`);
    const about = { format: 1, daybook: '0.1.0', began_at: '2026-11-21T10:00:00.000Z', postgres: null, ...changed };
    await (await writeArchive(other, about)).finish('2026-11-21T10:00:01.000Z');
    const { code, output } = await restoreInto(join(folder, 'into'), other);
    assert.equal(code, 1);
    assert.match(output, reason);
  }
}

test('kill -9 of a backup leaves the service as it was and no file that passes for a backup', async (t) => {
  const { folder, later } = temporaryFolder(t);
  const data = join(folder, 'data');
  const daybook = await startDaybook({ folder: data, settings });
  later(() => stopDaybook(daybook, data));
  const counter = await openCounter(daybook.url, { goods: 1 });
  const file = join(folder, 'kept.tar');
  const killed = launch({ folder: data, settings, args: ['backup', file] });
  const slots = 'select slot_name from pg_replication_slots';
  await eventually(async () => assert.equal((await rowsOf(ownerUrlOf(data), slots)).length, 1));
  killed.child.kill('SIGKILL');
  await killed.exited;
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.endsWith('.tar')),
    [],
  );
  await eventually(async () => assert.deepEqual(await rowsOf(ownerUrlOf(data), slots), []));
  assert.equal((await rowsOf(ownerUrlOf(data), 'checkpoint')).length, 0);
  await must(daybook.url, 'POST /api/stock/movements', receiptOf(counter), { token: counter.token });
  assert.equal((await runDaybook({ folder: data, settings, args: ['backup', file] })).code, 0);
  assert.deepEqual(readdirSync(folder).toSorted(), ['data', 'kept.tar']);
});

test('with a server of its own it says whose tools take the database, and keeps files and keys', async (t) => {
  const { folder } = temporaryFolder(t);
  const data = join(folder, 'data');
  mkdirSync(join(data, 'keys'), { recursive: true });
  mkdirSync(join(data, 'files'));
  writeFileSync(join(data, 'keys', 'secret'), 'of thirty-two characters or more');
  writeFileSync(join(data, 'files', 'bill'), 'paid');
  const server = { ...settings, DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' };
  const file = join(folder, 'kept.tar');
  const made = await runDaybook({ folder: data, settings: server, args: ['backup', file] });
  assert.equal(made.code, 0, made.output);
  assert.match(made.output, /\nThe database is a server of your own and not in it: [^\n]+ such as pg_dump\.\n$/);
  const into = join(folder, 'into');
  assert.equal((await runDaybook({ folder: into, settings: server, args: ['restore', file] })).code, 0);
  assert.deepEqual(readdirSync(into).toSorted(), ['files', 'keys']);
  assert.equal(readFileSync(join(into, 'keys', 'secret'), 'utf8'), 'of thirty-two characters or more');
});
