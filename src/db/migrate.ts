import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

/** Any number that only our migrations lock; two nodes that start at once take turns. */
const migrationLock = 4_400_001;

type Migration = {
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
  /** Checksums of other forms that did the same wherever they could be applied. */
  readonly former: readonly string[];
};

/**
 * Brings the schema up to date as its owner: every file in number order, each in a transaction of its own, each once.
 * Forward only; a file that was applied and has since changed stops the start. A form that failed where there was data
 * can only have been applied where there was none: its file is mended, and names the checksum that it had.
 *
 * @returns the names of the files applied now
 */
export async function migrate(ownerUrl: string, folder: URL = migrationsFolder): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined); // the query that was under way rejects and says it better
  await client.connect().catch((error: Error & { readonly code?: string }) => {
    // A host of several addresses fails without a message.
    throw new Unreachable(error.message === '' ? error.code : error.message, { cause: error });
  });
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await client.query(`create table if not exists migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`);
    const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from migrations');
    const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]));
    const pending = migrationsIn(folder).filter((migration) => !isApplied(migration, applied));
    for (const migration of pending) await apply(client, migration);
    if (pending.length > 0) await client.query(shareRights);
    return pending.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/** There is no such server, or it lets nobody in by that name. */
export class Unreachable extends Error {}

/** What the service may do, it may do for members who see only some records too; see `0001_foundation.sql`. */
const shareRights = `do $$ begin
  if to_regprocedure('share_rights()') is not null then perform share_rights(); end if;
end $$`;

/** The name of the newest migration that this Daybook knows. */
export function newestKnown(): string {
  return migrationsIn(migrationsFolder).at(-1)?.name ?? '';
}

/** The name of the newest migration that a database has; empty where it has none. */
export async function newestApplied(ownerUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 5_000 });
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
      const former = [...text.matchAll(/^-- Formerly ([0-9a-f]{64})/gm)].flatMap(([, checksum]) => checksum ?? []);
      return { name, text, former, checksum: createHash('sha256').update(text).digest('hex') };
    });
}

function isApplied({ name, checksum, former }: Migration, applied: ReadonlyMap<string, string>): boolean {
  const known = applied.get(name);
  if (known !== undefined && known !== checksum && !former.includes(known)) {
    throw new Error(`Migration ${name} was applied in another form. Restore the file; changes go into a new one.`);
  }
  return known !== undefined;
}

async function apply(client: pg.Client, { name, text, checksum }: Migration): Promise<void> {
  try {
    await client.query('begin');
    await client.query(text);
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum]);
    await client.query('commit');
  } catch (error) {
    // Where the connection is lost nothing is left to roll back, and the first error says why.
    await client.query('rollback').catch(() => undefined);
    throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
