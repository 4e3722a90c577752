import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Database, Db } from '../db/database.ts';
import { type TenantTable, catalogued, tenantTables } from '../db/tenant-tables.ts';
import type { ContentStore } from '../storage/content-store.ts';
import { everyCheck, runCheck } from '../modules/checks/index.ts';
import { journalText } from '../modules/ledger/index.ts';
import { type ActorOrganization, serviceActor } from '../operation/actor.ts';
import { archiveVersion, filePath, type Manifest, manifestPath, peopleTable, readme, tablePath } from './format.ts';
import { columnsLeftOut, rowsKept, tablesLeftOut } from './left-out.ts';
import { csvOf, peopleTables } from './people-tables.ts';
import { fetched, linesOf } from './table-rows.ts';
import { openZipWriter, type ZipWriter } from './zip-writer.ts';

export type Writing = {
  readonly db: Database;
  readonly store: ContentStore;
  readonly organization: ActorOrganization;
  /** Path of the new archive, which must not exist. */
  readonly path: string;
  /** RFC 3339. */
  readonly now: string;
  /** Such as `Daybook 0.1.0`. */
  readonly madeBy: string;
  /** Told how far it is, from 0 to 100; may throw to end the work. */
  readonly progress: (percent: number) => Promise<void>;
};

export type Written = {
  readonly size: number;
  readonly sha256: string;
  readonly records: number;
  readonly manifest: Manifest;
};

/** Of the work: records come first, files after them. */
const recordsPercent = 60;

/**
 * Writes everything that an organisation has into one zip. All records are read in one transaction, which sees one
 * moment, a batch at a time: neither what happens meanwhile nor a long history is felt. Bytes of files, which never
 * change, are read after it.
 */
export async function writeArchive(writing: Writing): Promise<Written> {
  const zip = await openZipWriter(writing.path);
  try {
    await zip.add('README.txt', chunksOf([readme]));
    const { organization: about } = writing;
    const read = await writing.db.transaction({ organization: about.id, readOnly: true }, (tx) =>
      writeRecords(writing, tx, zip),
    );
    const { contents, ...records } = read;
    const files = await writeFiles(writing, zip, contents);
    const manifest: Manifest = {
      format: 'daybook-archive',
      version: archiveVersion,
      made_at: writing.now,
      made_by: writing.madeBy,
      organization: { id: about.id, name: about.name, base_currency: about.baseCurrency },
      ...records,
      files,
      left_out: leftOut(),
    };
    await zip.add(manifestPath, chunksOf([JSON.stringify(manifest, undefined, 2)]));
    const size = await zip.close();
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    return { size, sha256: await hashOf(writing.path), records: rows, manifest };
  } catch (error) {
    await zip.abandon().catch(() => undefined);
    throw error;
  }
}

type Records = Pick<Manifest, 'schema' | 'audit_log' | 'checks' | 'tables' | 'parts'> & {
  readonly contents: readonly Content[];
};

async function writeRecords(writing: Writing, db: Db, zip: ZipWriter): Promise<Records> {
  const { organization, progress } = writing;
  const all = await tenantTables(db);
  const kept = all.filter(({ name }) => !Object.hasOwn(tablesLeftOut, name));
  const tables: Manifest['tables'] = [];
  for (const [done, table] of [...kept, peopleOf()].entries()) {
    tables.push(await writeTable(db, zip, { table, organization: organization.id }));
    await progress((recordsPercent * done) / (kept.length + 1));
  }
  const parts: Manifest['parts'] = [];
  for (const path of Object.keys(peopleTables)) {
    parts.push(await zip.add(path, csvOf(db, path, organization.id)));
  }
  for (const [path, format] of journals) parts.push(await zip.add(path, journalOf(writing, db, format)));
  return {
    schema: await schemaOf(db),
    audit_log: await auditHead(db, organization.id),
    checks: await checksOf(db, organization.id),
    contents: await contentsOf(db, organization.id),
    tables,
    parts,
  };
}

const journals = [
  ['csv/journal.csv', 'csv'],
  ['journal/journal.hledger', 'hledger'],
  ['journal/journal.beancount', 'beancount'],
] as const;

/** A view, which the catalogue does not list among the tables. */
function peopleOf(): TenantTable {
  const columns = ['id', 'email', 'name', 'locale', 'created_at'].map((name) => ({ name, type: 'text' }));
  return { name: peopleTable, columns, key: ['id'] };
}

type Source = { readonly table: TenantTable; readonly organization: string };

async function writeTable(
  db: Db,
  zip: ZipWriter,
  { table, organization }: Source,
): Promise<Manifest['tables'][number]> {
  let rows = 0;
  const lines = async function* () {
    for await (const batch of linesOf(db, table, organization)) {
      rows += batch.length;
      yield Buffer.from(`${batch.join('\n')}\n`);
    }
  };
  const part = await zip.add(tablePath(table.name), lines());
  return { table: table.name, rows, ...part };
}

async function* journalOf(
  { organization, now }: Writing,
  db: Db,
  format: (typeof journals)[number][1],
): AsyncGenerator<Uint8Array> {
  const reading = {
    db,
    organization: organization.id,
    actor: serviceActor(organization),
    now,
    today: now.slice(0, 10),
  };
  for await (const text of journalText(reading, format, { period: { from: '0001-01-01', to: '9999-12-31' } })) {
    yield Buffer.from(text);
  }
}

/** Results of each check of the books. */
export async function checksOf(db: Db, organization: string): Promise<Manifest['checks']> {
  const verdicts: Manifest['checks'] = [];
  for (const check of everyCheck) {
    const { name, checked, wrong } = await runCheck(db, organization, check);
    verdicts.push({ name, checked, wrong });
  }
  return verdicts;
}

type Content = { readonly sha256: string };

/** The hashes of all bytes that are kept: 64 characters each, so that a hundred thousand of them are 10 MB. */
async function contentsOf(db: Db, organization: string): Promise<Content[]> {
  const query = catalogued(
    `select sha256 from "file_contents" where organization_id = $1 and stored_at is not null order by sha256`,
    [organization],
  );
  const found: Content[] = [];
  for await (const rows of fetched<Content>(db, query, () => 64)) found.push(...rows);
  return found;
}

async function writeFiles(
  { store, organization, progress }: Writing,
  zip: ZipWriter,
  contents: readonly Content[],
): Promise<Manifest['files']> {
  const missing: string[] = [];
  let bytes = 0;
  for (const [done, { sha256 }] of contents.entries()) {
    const found = await store.read({ organization: organization.id, sha256 });
    const part = found && (await zip.add(filePath(sha256), found.bytes as AsyncIterable<Buffer>, { packed: true }));
    // A damaged file counts as missing: neither is passed on as if it were sound.
    if (part?.sha256 !== sha256) missing.push(sha256);
    bytes += part?.bytes ?? 0;
    await progress(recordsPercent + ((100 - recordsPercent) * done) / contents.length);
  }
  return { count: contents.length - missing.length, bytes, missing };
}

/**
 * The form of a database: its last migration and how many there are, since one may come late between others; and the
 * columns of its tables, since before 0.1.0 migrations are edited in place.
 */
export async function schemaOf(db: Db): Promise<string> {
  const row = await db.one<{ name: string; count: bigint }>(
    catalogued('select max(name) as name, count(*) as count from "migrations"'),
  );
  const columns = (await tenantTables(db)).flatMap((table) =>
    table.columns.map(({ name, type }) => `${table.name}.${name} ${type}`),
  );
  const hash = createHash('sha256').update(columns.toSorted().join('\n')).digest('hex');
  return `${row.name}, ${row.count} in all, with tables ${hash.slice(0, 12)}`;
}

async function auditHead(db: Db, organization: string): Promise<Manifest['audit_log']> {
  const row = await db.maybe<{ sequence: bigint; hash: Buffer }>(
    catalogued('select sequence, hash from "audit_heads" where organization_id = $1', [organization]),
  );
  return row === undefined ? null : { sequence: String(row.sequence), hash: row.hash.toString('hex') };
}

function leftOut(): Manifest['left_out'] {
  const columns = Object.entries(columnsLeftOut).flatMap(([table, all]) =>
    Object.entries(all).map(([column, { reason }]) => ({ table, column, reason })),
  );
  return {
    tables: Object.entries(tablesLeftOut).map(([table, reason]) => ({ table, reason })),
    columns: [...columns, ...secretsOfPeople],
    rows: Object.entries(rowsKept).map(([table, { reason }]) => ({ table, reason })),
  };
}

const secretsOfPeople = [
  { table: 'users', column: 'password_hash', reason: 'People choose another password where they are restored.' },
  { table: 'users', column: 'totp_secret', reason: 'A second factor is set up again.' },
  { table: 'users', column: 'recovery_hashes', reason: 'The same.' },
  { table: 'passkeys', column: 'public_key', reason: 'A passkey is for one host: people add another one.' },
];

async function* chunksOf(texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

/** The SHA-256 of a file as it lies there. */
export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest('hex');
}
