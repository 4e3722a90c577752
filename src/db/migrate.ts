import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { ConfigError } from '../config.ts';
import { openConnection } from './session.ts';
import { sqlState } from './sql-state.ts';

/** Any number that only our migrations lock; two nodes that start at once take turns. */
const migrationLock = 4_400_001;

type Migration = { readonly name: string; readonly text: string; readonly checksum: string };

/**
 * Brings the schema up to date as its owner: every file in number order, each in a transaction of its own, each once.
 * Forward only: a database to which another file was applied, or a file as it is no longer, is left as it is.
 *
 * @returns the names of the files applied now
 * @throws ConfigError where the database was made by another Daybook
 */
export async function migrate(ownerUrl: string, folder: URL = migrationsFolder): Promise<string[]> {
  const client = openConnection(ownerUrl);
  client.on('error', () => undefined); // the query that was under way rejects and says it better
  await client.connect().catch((error: Error & { readonly code?: string }) => {
    // A host of several addresses fails without a message.
    throw new Unreachable(error.message === '' ? error.code : error.message, { cause: error });
  });
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await refuseExtensionsElsewhere(client);
    await client.query(migrationsTable).catch((error: Error) => explainRights(client, error));
    const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from migrations');
    const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]));
    const known = migrationsIn(folder);
    refuseUnlessOurs(known, applied);
    const pending = known.filter(({ name }) => !applied.has(name));
    for (const migration of pending) await apply(client, migration);
    if (pending.length > 0) await client.query(shareRights);
    return pending.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

const migrationsTable = `create table if not exists migrations (
  name text primary key, checksum text not null, applied_at timestamptz not null default now())`;

/** Since PostgreSQL 15 only who owns a database makes tables in it, unless somebody lets others. */
async function explainRights(client: pg.Client, error: Error & { readonly code?: string }): Promise<never> {
  if (error.code !== sqlState.insufficientPrivilege) throw error;
  const { rows } = await client.query<{ remedy: string }>(
    `select format('alter database %I owner to %I', current_database(), current_user) as remedy`,
  );
  throw new ConfigError(
    `The user of DATABASE_URL may not create tables in its database. Let an administrator run: ${rows[0]?.remedy};`,
    { cause: error },
  );
}

/** Made by an administrator in a schema of its own, an extension is not found by who looks in `public` alone. */
async function refuseExtensionsElsewhere(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; remedy: string }>(
    `select extname as name, format('alter extension %I set schema public', extname) as remedy
     from pg_extension where extname in ('pg_trgm', 'btree_gin') and extnamespace <> 'public'::regnamespace
     order by extname`,
  );
  if (rows.length === 0) return;
  const names = rows.map(({ name }) => name).join(' and ');
  const remedies = rows.map(({ remedy }) => `${remedy};`).join(' ');
  throw new ConfigError(
    `The database has ${names} outside the schema public, where Daybook looks. Let an administrator run: ${remedies}`,
  );
}

/** There is no such server, or it lets nobody in by that name. */
export class Unreachable extends Error {}

/** Grants of the service apply to members with a limited scope too; see `0001_foundation.sql`. */
const shareRights = `do $$ begin
  if to_regprocedure('share_rights()') is not null then perform share_rights(); end if;
end $$`;

/** The name of the newest migration that this Daybook knows. */
export function newestKnown(): string {
  return migrationsIn(migrationsFolder).at(-1)?.name ?? '';
}

/** The name of the newest migration that a database has; empty where it has none. */
export async function newestApplied(ownerUrl: string): Promise<string> {
  const client = openConnection(ownerUrl);
  await client.connect();
  try {
    const { rows } = await client.query<{ is_made: boolean }>(
      `select to_regclass('migrations') is not null as is_made`,
    );
    if (rows[0]?.is_made !== true) return '';
    const newest = await client.query<{ name: string | null }>('select max(name) as name from migrations');
    return newest.rows[0]?.name ?? '';
  } finally {
    await client.end();
  }
}

/** `migrations/` beside `src/` and beside `dist/`. */
const migrationsFolder = new URL('../../migrations/', import.meta.url);

function migrationsIn(folder: URL): Migration[] {
  return readdirSync(fileURLToPath(folder))
    .filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name))
    .toSorted()
    .map((name) => {
      const text = readFileSync(new URL(name, folder), 'utf8');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    });
}

/** Applied migrations must be those known here. Files were edited in place until 0.1.0, and are only added since. */
function refuseUnlessOurs(known: readonly Migration[], applied: ReadonlyMap<string, string>): void {
  const checksums = new Map(known.map(({ name, checksum }) => [name, checksum]));
  const other = [...applied.keys()].toSorted().find((name) => checksums.get(name) !== applied.get(name));
  if (other === undefined) return;
  throw new ConfigError(
    `This database was made by another Daybook (${other} is not what it is here): by a newer one, or by one from ` +
      'before 0.1.0, whose databases are not brought along. Start the Daybook that made it, or begin elsewhere with ' +
      'another DAYBOOK_DATA or DATABASE_URL. `daybook export` with the one that made it and `daybook ' +
      'restore-organization` with this one bring an organisation along, while its tables are the same.',
  );
}

async function apply(client: pg.Client, { name, text, checksum }: Migration): Promise<void> {
  try {
    await client.query('begin');
    await client.query(text);
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum]);
    await client.query('commit');
  } catch (error) {
    // After a lost connection there is nothing to roll back, and the first error tells why.
    await client.query('rollback').catch(() => undefined);
    throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
