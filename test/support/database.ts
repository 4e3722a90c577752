import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../../src/db/migrate.ts';

/** A database of its own for one test file, made from a migrated template. */
export type TestDatabase = { readonly ownerUrl: string; readonly runtimeUrl: string; drop(): Promise<void> };

/** Services under test wait for a minute where users wait for five seconds, since the machine may be slow. */
export const patience = 12;

export async function createTestDatabase(): Promise<TestDatabase> {
  const server = await testServer();
  return createFrom(server, await migratedTemplate(server.url));
}

/**
 * One like that which `fill` filled, which is asked once for a whole run. Its answer comes with each copy, and is JSON.
 */
export async function createFilledDatabase<Kept>(
  name: string,
  fill: (template: TestDatabase) => Promise<Kept>,
): Promise<{ readonly database: TestDatabase; readonly kept: Kept }> {
  const server = await testServer();
  const migrated = await migratedTemplate(server.url);
  const filled = `${migrated}_${name}`;
  const comment = await ensureTemplate(server.url, filled, {
    from: migrated,
    fill: async (url) => {
      const template = { ownerUrl: url, runtimeUrl: url, drop: async () => undefined };
      return JSON.stringify(await fill(template));
    },
  });
  return { database: await createFrom(server, filled), kept: JSON.parse(comment) };
}

/** Has PostgreSQL plan the statements of later connections this way, whatever the server of the tests does. */
export async function setPlanMode(database: TestDatabase, mode: 'auto' | 'force_generic_plan'): Promise<void> {
  await setForConnections(database, { plan_cache_mode: mode });
}

/** Settings of PostgreSQL for later connections, in place of those before. */
export async function setForConnections(
  { ownerUrl }: TestDatabase,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const name = new URL(ownerUrl).pathname.slice(1);
  await asOwner(ownerUrl, async (client) => {
    await client.query(`alter database ${name} reset all`);
    for (const [setting, value] of Object.entries(settings)) {
      await client.query(`alter database ${name} set ${setting} = ${value}`);
    }
  });
}

/** One without any table. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return createFrom(await testServer(), 'template1');
}

async function createFrom(server: Server, template: string): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await asOwner(server.url, (client) => client.query(copy(name, template)));
  const ownerUrl = urlOf(server.url, name);
  return {
    ownerUrl,
    runtimeUrl: ownerUrl,
    drop: async () => {
      await asOwner(server.url, (client) => abandon(client, name));
      await server.stop();
    },
  };
}

const abandoned = 'abandoned';

/** Ends who is still connected. Dropping it waits for a second or two, which no test file has to. */
async function abandon(client: pg.Client, name: string): Promise<void> {
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  await client.query(`comment on database ${name} is '${abandoned}'`);
}

/** Drops the databases of test files that have ended. */
export async function dropAbandoned(serverUrl: string): Promise<void> {
  await asOwner(serverUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select datname as name from pg_database where shobj_description(oid, 'pg_database') = $1`,
      [abandoned],
    );
    for (const { name } of rows) await client.query(`drop database ${name} with (force)`);
  });
}

type Server = { readonly url: string; stop(): Promise<void> };

/** The server that the test runner started for the whole run, else one for this file. */
async function testServer(): Promise<Server> {
  const shared = process.env['DAYBOOK_TEST_SERVER'];
  if (shared !== undefined) return { url: shared, stop: async () => undefined };
  const { startEmbedded } = await import('../../src/db/embedded/index.ts');
  const folder = mkdtempSync(join(tmpdir(), 'daybook-test-'));
  const embedded = await startEmbedded({ folder, log: () => undefined, fast: true });
  return {
    url: embedded.ownerUrl,
    stop: async () => {
      await embedded.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** With a name: whoever waits for one template is not kept by the filling of another. */
const templateLock = 4_400_002;

/** Copying files is a third of the work of logging each of their pages, where nothing waits for the disk. */
const copy = (name: string, from: string) => `create database ${name} template ${from} strategy file_copy`;

/** Migrates once per state of the migrations folder; the other test files wait for it and copy. */
async function migratedTemplate(serverUrl: string): Promise<string> {
  const name = `template_${migrationsHash()}`;
  await ensureTemplate(serverUrl, name, { from: 'template1', fill: (url) => migrate(url).then(() => '') });
  return name;
}

type Template = { readonly from: string; readonly fill: (url: string) => Promise<string> };

/** Makes the template unless there is one by this name, and answers what its filling answered. */
async function ensureTemplate(serverUrl: string, name: string, { from, fill }: Template): Promise<string> {
  return asOwner(serverUrl, async (client) => {
    await client.query('select pg_advisory_lock($1, hashtext($2))', [templateLock, name]);
    const { rows } = await client.query(
      `select shobj_description(oid, 'pg_database') kept from pg_database where datname = $1`,
      [name],
    );
    if (rows.length > 0) return rows[0].kept;
    const unfinished = `${name}_new`;
    await client.query(copy(unfinished, from));
    try {
      const kept = await fill(urlOf(serverUrl, unfinished));
      await client.query(`comment on database ${unfinished} is ${client.escapeLiteral(kept)}`);
      await client.query(`alter database ${unfinished} rename to ${name}`);
      return kept;
    } catch (error) {
      await client.query(`drop database ${unfinished} with (force)`);
      throw error;
    }
  });
}

function migrationsHash(): string {
  const folder = new URL('../../migrations/', import.meta.url);
  const hash = createHash('sha256');
  for (const name of readdirSync(folder).toSorted()) hash.update(name).update(readFileSync(new URL(name, folder)));
  return hash.digest('hex').slice(0, 16);
}

export async function asOwner<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}
