import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../../src/db/migrate.ts';

/** A database of its own for one test file, made from a migrated template. */
export type TestDatabase = { readonly ownerUrl: string; readonly runtimeUrl: string; drop(): Promise<void> };

export async function createTestDatabase(): Promise<TestDatabase> {
  const server = await testServer();
  return createFrom(server, await migratedTemplate(server.url));
}

/** One without any table. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return createFrom(await testServer(), 'template1');
}

async function createFrom(server: Server, template: string): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await asOwner(server.url, (client) => client.query(`create database ${name} template ${template}`));
  const ownerUrl = urlOf(server.url, name);
  return {
    ownerUrl,
    runtimeUrl: ownerUrl,
    drop: async () => {
      await asOwner(server.url, (client) => client.query(`drop database ${name} with (force)`));
      await server.stop();
    },
  };
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

const templateLock = 4_400_002;

/** Migrates once per state of the migrations folder; the other test files wait for it and copy. */
async function migratedTemplate(serverUrl: string): Promise<string> {
  const name = `template_${migrationsHash()}`;
  await asOwner(serverUrl, async (client) => {
    await client.query('select pg_advisory_lock($1)', [templateLock]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount !== 0) return;
    await client.query(`create database ${name}_new`);
    try {
      await migrate(urlOf(serverUrl, `${name}_new`));
      await client.query(`alter database ${name}_new rename to ${name}`);
    } catch (error) {
      await client.query(`drop database ${name}_new with (force)`);
      throw error;
    }
  });
  return name;
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
