import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import type { Database, Db } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import { catalogued, tenantTables } from '../db/tenant-tables.ts';
import type { ContentStore } from '../storage/content-store.ts';
import { type SealedAnew, sealAnew } from '../modules/audit/index.ts';
import { ArchivedPerson, bringPeople, type BroughtPerson } from '../modules/identity/index.ts';
import { renewSecrets } from '../modules/webhooks/index.ts';
import type { Secrets } from '../operation/secrets.ts';
import { BadArchive, checkParts, readManifest } from './check-parts.ts';
import { brokenReferences } from './check-references.ts';
import { filePath, type Manifest, peopleTable, tablePath } from './format.ts';
import { linesIn, loadTable, peopleHere } from './load-table.ts';
import { checksOf, schemaOf } from './write-archive.ts';
import { openZipReader, type ZipReader } from './zip-reader.ts';

export type Restoring = {
  /** As the owner of the tables: see docs/decisions/archives.md. */
  readonly owner: Database;
  readonly store: ContentStore;
  readonly secrets: Secrets;
  /** Of the archive. */
  readonly path: string;
  readonly now: string;
  readonly newId: () => string;
  /** False: nothing that was planned is done by itself here, as where one only wants to see whether it works. */
  readonly bringsJobs: boolean;
  readonly say: (line: string) => void;
};

export type Restored = {
  readonly manifest: Manifest;
  readonly records: number;
  readonly people: readonly BroughtPerson[];
  readonly sealed: SealedAnew;
};

/**
 * Brings an organisation back from its archive, under the same ids: all of it, or nothing. Everything is compared with
 * its hash first, and what was written is checked before it counts: references, then the books.
 */
export async function restoreArchive(restoring: Restoring): Promise<Restored> {
  const zip = await openZipReader(restoring.path);
  try {
    const manifest = await readManifest(zip);
    restoring.say(`${manifest.organization.name}, as it was at ${manifest.made_at} (${manifest.made_by}).`);
    await checkParts(zip, manifest);
    restoring.say(
      `All ${manifest.tables.length + manifest.parts.length} parts and ${manifest.files.count} files are whole.`,
    );
    const kept: string[] = [];
    const { id: organization } = manifest.organization;
    return await restoring.owner
      .transaction({ organization }, (db) => restoreWithin(db, { restoring, zip, manifest, kept }))
      .catch(async (error: unknown) => {
        // Only what was not there before: bytes have no transaction.
        for (const sha256 of kept) await restoring.store.remove({ organization, sha256 });
        throw error;
      });
  } finally {
    await zip.close();
  }
}

type Work = {
  readonly restoring: Restoring;
  readonly zip: ZipReader;
  readonly manifest: Manifest;
  /** Hashes of the bytes that were brought so far. */
  readonly kept: string[];
};

async function restoreWithin(db: Db, work: Work): Promise<Restored> {
  const { restoring, manifest } = work;
  const { id: organization } = manifest.organization;
  await beginRestore(db, manifest);
  const people = await restorePeople(db, work);
  const records = await loadTables(db, work);
  restoring.say(`${records} records are written.`);
  await renewSecrets(db, { secrets: restoring.secrets, organization });
  const sealed = await sealAnew(db, { organization, secrets: restoring.secrets, now: restoring.now });
  await restoreFiles(work);
  const broken = await brokenReferences(db, organization);
  if (broken.length > 0) throw new BadArchive(`Records refer to others that are not there: ${broken.join(', ')}.`);
  await db.run(catalogued('set local session_replication_role = origin'));
  await compareChecks(db, manifest);
  return { manifest, records, people, sealed };
}

/** The books are as they were when every check finds the same in them: nothing, of sound books. */
async function compareChecks(db: Db, { organization, checks }: Manifest): Promise<void> {
  const before = new Map(checks.map((check) => [check.name, check]));
  for (const { name, checked, wrong } of await checksOf(db, organization.id)) {
    const { checked: things, wrong: faults } = before.get(name) ?? { checked: 0, wrong: 0 };
    if (checked === things && wrong === faults) continue;
    throw new BadArchive(
      `The books are not as they were: ${name} finds ${wrong} wrong of ${checked}, and found ${faults} of ${things}.`,
    );
  }
}

/** Preconditions, checked before anything is written. One at a time, so that none takes another's files away. */
async function beginRestore(db: Db, { organization, schema }: Manifest): Promise<void> {
  await db.run(sql`select pg_advisory_xact_lock(hashtextextended(${`restore ${organization.id}`}, 0))`);
  await db.run(catalogued('set local idle_in_transaction_session_timeout = 0'));
  const here = await schemaOf(db);
  if (here !== schema) {
    throw new BadArchive(
      `It was made from a database at ${schema}, and this one is at ${here}. ` +
        'Restore it with the release that made it, and update that.',
    );
  }
  const taken = await db.maybe(catalogued('select from "organizations" where id = $1', [organization.id]));
  if (taken !== undefined) throw new BadArchive(`${organization.name} is here already. Nothing was changed.`);
  const { user } = await db.one<{ user: string }>(catalogued('select quote_ident(current_user) as "user"'));
  await db.run(catalogued('set local session_replication_role = replica')).catch((error: unknown) => {
    throw new BadArchive(
      'The user of DATABASE_URL may not hold triggers back. Let an administrator run: ' +
        `grant set on parameter session_replication_role to ${user};`,
      { cause: error },
    );
  });
}

async function restorePeople(db: Db, { restoring, zip }: Work): Promise<BroughtPerson[]> {
  const lines = await linesIn(zip, tablePath(peopleTable));
  const people = lines.map((line) => ArchivedPerson.parse(JSON.parse(line)));
  const brought = await bringPeople(db, people, restoring);
  await db.run(catalogued(`create temporary table ${peopleHere} (there uuid primary key, here uuid) on commit drop`));
  await db.run(
    catalogued(`insert into ${peopleHere} select * from unnest($1::uuid[], $2::uuid[])`, [
      brought.map(({ there }) => there),
      brought.map(({ here }) => here),
    ]),
  );
  return brought;
}

async function loadTables(db: Db, { restoring, zip, manifest }: Work): Promise<number> {
  const tables = new Map((await tenantTables(db)).map((table) => [table.name, table]));
  let records = 0;
  for (const { table: name, path, rows } of manifest.tables) {
    if (name === peopleTable || (name === 'jobs' && !restoring.bringsJobs)) continue;
    const table = tables.get(name);
    if (table === undefined) throw new BadArchive(`There is no table ${name} here.`);
    const written = await loadTable(db, { zip, path, table, organization: manifest.organization.id });
    if (written !== rows) throw new BadArchive(`${path} should hold ${rows} records, and holds ${written}.`);
    records += written;
  }
  return records;
}

async function restoreFiles({ restoring, zip, manifest, kept }: Work): Promise<void> {
  const { store, newId } = restoring;
  const { id: organization } = manifest.organization;
  const missing = new Set(manifest.files.missing);
  for (const path of zip.entries.keys()) {
    const sha256 = path.slice(-64);
    if (!path.startsWith('files/') || path !== filePath(sha256) || missing.has(sha256)) continue;
    const there = await store.read({ organization, sha256 });
    there?.bytes.destroy();
    if (there !== undefined) continue;
    kept.push(sha256);
    const incoming = await store.incoming(`${organization}-${newId()}`);
    try {
      if ((await writeTo(incoming, zip.read(path))) !== sha256) throw new BadArchive(`${path} is damaged.`);
      await store.keep(incoming, { organization, sha256 });
    } finally {
      await rm(incoming, { force: true });
    }
  }
}

async function writeTo(path: string, chunks: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  const handle = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of chunks) {
      hash.update(chunk);
      await handle.writeFile(chunk);
    }
  } finally {
    await handle.close();
  }
  return hash.digest('hex');
}
