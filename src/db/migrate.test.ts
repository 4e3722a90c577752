import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { asOwner, createEmptyDatabase, setForConnections } from '../../test/support/database.ts';
import { longTest } from '../../test/support/dose.ts';
import { ConfigError } from '../config.ts';
import { migrate } from './migrate.ts';

const folder = mkdtempSync(join(tmpdir(), 'daybook-migrations-'));
const first = '0001_first.sql';
const second = '0002_second.sql';
const database = await createEmptyDatabase();
after(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

test('files are applied once, in their order, and what was added is applied later', async () => {
  write(second, 'create table second (id int references first)');
  write(first, 'create table first (id int primary key)');
  assert.deepEqual(await run(), [first, second]);
  assert.deepEqual(await run(), []);
  write('0003_third.sql', 'create table third (id int references second_ids)');
  write('0002_second_ids.sql', 'create table second_ids (id int primary key)');
  assert.deepEqual(await run(), ['0002_second_ids.sql', '0003_third.sql']);
});

test('a database with a file in another form is refused by its name, and left as it is', async () => {
  write(second, 'create table second (id bigint)');
  write('0004_fourth.sql', 'create table fourth (id int)');
  await refused(second);
  write(second, 'create table second (id int references first)');
  assert.deepEqual(await run(), ['0004_fourth.sql'], 'control: only for that');
});

test('a database with a file that is unknown here is refused by its name, and left as it is', async () => {
  rmSync(join(folder, first));
  write('0005_fifth.sql', 'create table fifth (id int)');
  await refused(first);
});

test('a user who may make no tables is told who lets them, and how', longTest, async (t) => {
  const guest = `guest_${randomUUID().slice(0, 8)}`;
  const other = await createEmptyDatabase();
  t.after(() => other.drop());
  await asOwner(database.ownerUrl, (client) => client.query(`create role ${guest}`));
  // Whoever connects is the guest from then on.
  await setForConnections(other, { role: guest });
  const remedy = await remedyOf(migrate(other.ownerUrl));
  assert.equal(remedy, `alter database ${new URL(other.ownerUrl).pathname.slice(1)} owner to ${guest};`);
  await asOwner(database.ownerUrl, (client) => client.query(remedy));
  // The control: with extensions, roles and all.
  assert.ok((await migrate(other.ownerUrl)).length > 0);
});

test(
  'extensions in a schema of their own are refused with what brings them where they are looked for',
  longTest,
  async (t) => {
    const other = await createEmptyDatabase();
    t.after(() => other.drop());
    const made = 'create schema extensions; create extension pg_trgm schema extensions';
    await asOwner(other.ownerUrl, (client) => client.query(made));
    const remedy = await remedyOf(migrate(other.ownerUrl));
    assert.equal(remedy, 'alter extension pg_trgm set schema public;');
    await asOwner(other.ownerUrl, (client) => client.query(remedy));
    assert.ok((await migrate(other.ownerUrl)).length > 0);
  },
);

/** The statements that a refusal says an administrator should run. */
async function remedyOf(migrating: Promise<unknown>): Promise<string> {
  const error = await migrating.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ConfigError, String(error));
  return /Let an administrator run: (.*)$/.exec(error.message)?.[1] ?? '';
}

/** In one line that says where to go on, and nothing that waits is applied. */
async function refused(name: string): Promise<void> {
  const before = await applied();
  await assert.rejects(run(), (error) => {
    assert.ok(error instanceof ConfigError);
    assert.match(error.message, new RegExp(`^This database was made by another Daybook \\(${name} `));
    assert.match(error.message, /DAYBOOK_DATA or DATABASE_URL.*`daybook export`.*`daybook restore-organization`/);
    assert.doesNotMatch(error.message, /\n/);
    return true;
  });
  assert.deepEqual(await applied(), before);
}

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}

function run(): Promise<string[]> {
  return migrate(database.ownerUrl, pathToFileURL(`${folder}/`));
}

function applied(): Promise<unknown[]> {
  return asOwner(database.ownerUrl, async (owner) => {
    const { rows } = await owner.query('select name, checksum from migrations order by name');
    return rows;
  });
}
