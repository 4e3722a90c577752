import { createHash, randomUUID } from 'node:crypto';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { readManifest } from '../../src/archive/check-parts.ts';
import { manifestPath, peopleTable } from '../../src/archive/format.ts';
import { columnsLeftOut } from '../../src/archive/left-out.ts';
import { restoreArchive, type Restored } from '../../src/archive/restore-archive.ts';
import { writeArchive, type Written } from '../../src/archive/write-archive.ts';
import { openZipReader } from '../../src/archive/zip-reader.ts';
import { openZipWriter } from '../../src/archive/zip-writer.ts';
import { catalogue } from '../../src/catalogue.ts';
import { readConfig } from '../../src/config.ts';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { type ContentStore, folderStore } from '../../src/storage/content-store.ts';
import { openPacker } from '../../src/doors/packing/packer.ts';
import { openDocumentRenderer } from '../../src/doors/document-renderer.ts';
import { sealEntries } from '../../src/modules/audit/index.ts';
import { organizationOf } from '../../src/modules/organization/index.ts';
import { openAccess } from '../../src/modules/identity/index.ts';
import { serviceActor } from '../../src/operation/actor.ts';
import { openHeavyWork } from '../../src/operation/heavy-work.ts';
import { newId } from '../../src/operation/new-id.ts';
import type { Operation } from '../../src/operation/operation.ts';
import type { Secrets } from '../../src/operation/secrets.ts';
import { run, type Runtime } from '../../src/operation/run.ts';
import { permissionNames } from '../../src/modules/team/permissions.ts';
import { uuidFrom } from '../../src/wire/type-id.ts';
import { asOwner, createTestDatabase } from './database.ts';
import { startService } from './running-service.ts';
import { sampleOf } from './samples.ts';
import { openShop } from './shop.ts';
import type { Shop } from './shop/fill.ts';
import { operationNamed, type Wire } from './world.ts';

/** One of two installations: where an organisation is, or where it comes to. */
export type Side = {
  readonly db: Database;
  readonly ownerUrl: string;
  readonly store: ContentStore;
  readonly folder: string;
  readonly secrets: Secrets;
  readonly organization: string;
  /** Runs an operation as somebody who may do everything. */
  readonly ask: (operation: Operation, input: object) => Promise<Wire>;
  readonly call: (name: string, input?: object) => Promise<Wire>;
};

/** All questions are asked at one moment, so that ages and open days are the same. */
const asked = new Date(Date.now() + 60_000).toISOString();

type SideParts = Pick<Side, 'ownerUrl' | 'folder' | 'secrets' | 'organization'>;

function sideOf({ ownerUrl, folder, secrets, organization }: SideParts): Side {
  const db = openDatabase({ url: ownerUrl, role: 'daybook_runtime' });
  const store = folderStore(join(folder, 'files'));
  const ids = { newId: () => newId(Date.now()) };
  const renderer = openDocumentRenderer({ render: readConfig({}).render, store, ...ids });
  const publicUrl = 'https://books.example';
  const basics = { db, secrets, now: () => asked, ...ids };
  const settings = { signup: 'open', publicUrl, throttle: false } as const;
  const access = openAccess({ ...basics, issuer: publicUrl });
  const runtime: Runtime = { ...basics, settings, renderer, packer: openPacker(openHeavyWork(2)), access };
  after(async () => {
    await renderer.close();
    await db.close();
  });
  const ask: Side['ask'] = async (operation, input) => {
    const about = await db.transaction({ organization, readOnly: true }, (tx) => organizationOf(tx, organization));
    const actor = serviceActor(about, ...permissionNames);
    const origin = { door: 'console', requestId: randomUUID() } as const;
    return (await run(runtime, operation, { actor, input, origin })).output;
  };
  return {
    db,
    ownerUrl,
    store,
    folder,
    secrets,
    organization,
    ask,
    call: (name, input = {}) => ask(operationNamed(name), input),
  };
}

const secretsOf = (sealing: number, audit: number): Secrets => ({
  cursors: Buffer.alloc(32, 1),
  sealing: Buffer.alloc(32, sealing),
  audit: Buffer.alloc(32, audit),
});

/** A shop with records of every kind, and as many empty installations as a test asks for. */
export async function openArchiveFixture() {
  const folder = temporaryFolder();
  const service = await startService({ dataFolder: folder });
  const shop = await openShop(service, 'Archived');
  await shop.call('get_document_pdf', { id: shop.ids['doc'] });
  const organization = uuidFrom('org', shop.who.organization) ?? '';
  const { ownerUrl } = service.database;
  const source = sideOf({ ownerUrl, folder, organization, secrets: secretsOf(2, 3) });
  const inputs = await inputsOf(shop);
  const { id: erased } = await shop.call('create_client', { type: 'individual', display_name: 'Erased Before' });
  await sealAllOf(source);
  // Of somebody whose lines were sealed before they were made to say less.
  await shop.call('erase_client', { id: erased });
  await sealAllOf(source);
  return {
    service,
    shop,
    source,
    write: writeFrom,
    elsewhere: async (): Promise<Side> => {
      const database = await createTestDatabase();
      after(() => database.drop());
      return sideOf({
        ownerUrl: database.ownerUrl,
        folder: temporaryFolder(),
        organization,
        secrets: secretsOf(7, 8),
      });
    },
    restore: restoreTo,
    rewrite,
    /** A question of each kind, about records that were there before. */
    inputOf: ({ name }: Operation) => inputs.get(name) ?? {},
    peopleCount: ({ manifest }: Written) => manifest.tables.find(({ table }) => table === peopleTable)?.rows ?? 0,
    contentsOf: async (side: Side): Promise<string[]> => {
      const rows = await rowsOf(side, 'select sha256 from file_contents where stored_at is not null');
      return rows.map((row) => String(row['sha256']));
    },
    hashKept: async ({ store }: Side, sha256: string): Promise<string | undefined> => {
      const found = await store.read({ organization, sha256 });
      if (found === undefined) return undefined;
      const hash = createHash('sha256');
      for await (const chunk of found.bytes) hash.update(chunk as Buffer);
      return hash.digest('hex');
    },
    filesOf: (side: Side) => globSync(`${side.folder}/files/*/*/*`),
    rows: rowsOf,
    secretsIn,
  };
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-archive-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function sealAllOf({ db, secrets, organization }: Side): Promise<void> {
  while ((await sealEntries({ db, secrets, now: () => asked }, organization)) > 0);
}

async function writeFrom({ db, store, organization }: Side, path: string): Promise<Written> {
  const about = await db.transaction({ organization, readOnly: true }, (tx) => organizationOf(tx, organization));
  const progress = async () => undefined;
  return writeArchive({ db, store, organization: about, path, now: asked, madeBy: 'Daybook', progress });
}

type RestoreOptions = { readonly bringsJobs?: boolean; readonly role?: string };

async function restoreTo(side: Side, path: string, options: RestoreOptions = {}): Promise<Restored> {
  const { bringsJobs = true, ...role } = options;
  const owner = openDatabase({ url: side.ownerUrl, connectionsMax: 1, ...role });
  try {
    return await restoreArchive({
      owner,
      store: side.store,
      secrets: side.secrets,
      path,
      now: asked,
      bringsJobs,
      newId: () => newId(Date.now()),
      say: () => undefined,
    });
  } finally {
    await owner.close();
  }
}

type Changes = Readonly<Record<string, (text: string) => string>>;

/** Writes an archive once more, with other lines in some tables: hashes and counts fit what is in it, as a forger's. */
async function rewrite(from: string, to: string, changes: Changes): Promise<void> {
  rmSync(to, { force: true });
  const zip = await openZipReader(from);
  const manifest = await readManifest(zip);
  const out = await openZipWriter(to);
  for (const path of zip.entries.keys()) {
    if (path === manifestPath) continue;
    const table = manifest.tables.find((one) => one.path === path);
    const change = changes[table?.table ?? ''] ?? changes[`${table?.table}:count`];
    const text = Buffer.concat(await Array.fromAsync(zip.read(path)));
    const bytes = change === undefined ? text : Buffer.from(change(text.toString()));
    const part = await out.add(path, chunkOf(bytes), { packed: path.startsWith('files/') });
    if (table !== undefined) Object.assign(table, part);
    const isCounted = changes[`${table?.table}:count`] !== undefined;
    if (table !== undefined && isCounted) Object.assign(table, { rows: bytes.toString().split('\n').length - 1 });
  }
  const text = JSON.stringify(manifest);
  await out.add(manifestPath, chunkOf(Buffer.from(changes['manifest']?.(text) ?? text)));
  await out.close();
  await zip.close();
}

async function* chunkOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function inputsOf(shop: Shop): Promise<Map<string, object>> {
  const inputs = new Map<string, object>();
  for (const operation of catalogue) {
    const isAsked = operation.effect === 'read' && operation.permission.includes(':');
    if (isAsked) inputs.set(operation.name, { ...(await sampleOf(shop, operation)).input });
  }
  return inputs;
}

function rowsOf({ ownerUrl }: Side, query: string): Promise<Record<string, unknown>[]> {
  return asOwner(ownerUrl, async (owner) => (await owner.query<Record<string, unknown>>(query)).rows);
}

/** Every value of a column that is left out as a secret, and the hashes of passwords. */
async function secretsIn(side: Side): Promise<{ what: string; hex: string }[]> {
  const columns = Object.entries(columnsLeftOut).flatMap(([table, all]) =>
    Object.keys(all).map((column) => ({ what: `${table}.${column}`, query: `encode(${column}, 'hex')`, table })),
  );
  const all = [...columns, { what: 'a password', query: 'password_hash', table: 'users' }];
  const found = await Promise.all(
    all.map(async ({ what, query, table }) => {
      const rows = await rowsOf(side, `select ${query} as hex from ${table}`);
      return rows.flatMap(({ hex }) => (typeof hex === 'string' && hex !== '' ? [{ what, hex }] : []));
    }),
  );
  return found.flat();
}
