import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { catalogue, eventCatalogue } from '../../src/catalogue.ts';
import { readConfig } from '../../src/config.ts';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { folderStore } from '../../src/storage/content-store.ts';
import { openPacker } from '../../src/doors/packing/packer.ts';
import { openStatementReader } from '../../src/doors/files/statement-reader.ts';
import { openDocumentRenderer } from '../../src/doors/document-renderer.ts';
import type { Actor } from '../../src/operation/actor.ts';
import type { Emitted } from '../../src/operation/events.ts';
import { type Authenticator, openAccess } from '../../src/modules/identity/index.ts';
import { openHeavyWork } from '../../src/operation/heavy-work.ts';
import { newId } from '../../src/operation/new-id.ts';
import type { Operation } from '../../src/operation/operation.ts';
import { registerEvents } from '../../src/operation/outbox.ts';
import { run, type Runtime } from '../../src/operation/run.ts';
import { createFilledDatabase, patience, type TestDatabase } from './database.ts';
import { type FoundingSettings, foundOrganization } from './found-organization.ts';

/** Environment of a test file: a database of its own, a service over it, and one organisation with its owner. */
export type World = {
  readonly runtime: Runtime;
  /** Reads the access tokens that operations sign. */
  readonly access: Authenticator;
  readonly db: Database;
  readonly database: TestDatabase;
  /** The owner of the first organisation, Acme. */
  readonly ana: Actor;
  /** The owner of another organisation, who must never see Acme's records. */
  readonly rival: Actor;
  /** A fresh organisation with an owner of its own. */
  readonly found: (name: string, settings?: FoundingSettings) => Promise<Actor>;
  /** Runs an operation by its name and answers the wire form. */
  readonly call: (name: string, input?: object, options?: CallOptions) => Promise<Wire>;
  /** Events emitted by committed operations since the last look. */
  readonly emitted: () => Emitted[];
  /** Sets the clock: RFC 3339. It stands still until set again; undefined lets it run. */
  readonly setNow: (instant: string | undefined) => void;
};

export type CallOptions = { readonly as?: Actor; readonly key?: string; readonly dryRun?: boolean };

/** A wire answer of unknown shape; tests look at the fields that they promise. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Wire = any;

/** Makes a world and removes it after the test file. */
export async function createWorld(): Promise<World> {
  const { database, kept } = await createFilledDatabase('world', foundBoth);
  const { world, close } = openWorld(database, kept);
  endAfterwards(database, close);
  return world;
}

/**
 * One in which all that `fill` did has happened, which is asked once for a whole run. Its answer comes with each copy,
 * and is JSON. The clock runs, and nothing has been emitted.
 */
export async function createFilledWorld<Kept>(
  name: string,
  fill: (world: World) => Promise<Kept>,
): Promise<{ readonly world: World; readonly kept: Kept }> {
  const { database, kept } = await createFilledDatabase(`world_${name}`, async (template) => {
    const founded = { ...(await foundBoth(template)), events: [] };
    const { world, close } = openWorld(template, founded);
    try {
      return { founded, filled: await fill(world) };
    } finally {
      await close();
    }
  });
  const { world, close } = openWorld(database, kept.founded);
  endAfterwards(database, close);
  return { world, kept: kept.filled };
}

function endAfterwards(database: TestDatabase, close: () => Promise<void>): void {
  after(async () => {
    await close();
    await database.drop();
  });
}

type Opened = { readonly world: World; readonly close: () => Promise<void> };

/** Over a database in which both organisations are founded. The caller closes it. */
function openWorld(database: TestDatabase, founded: Founded): Opened {
  const events: Emitted[] = [...founded.events];
  let frozen: string | undefined;
  const service = openService(database.ownerUrl, { now: () => frozen ?? new Date().toISOString(), events });
  const { runtime } = service;
  const ana = actorFrom(founded.ana);
  const world: World = {
    runtime,
    access: service.access,
    db: runtime.db,
    database,
    ana,
    rival: actorFrom(founded.rival),
    found: (name, settings = {}) => foundOrganization(runtime, name, settings),
    call: async (name, input = {}, { as = ana, key, dryRun } = {}) => {
      const origin = { door: 'rest', requestId: randomUUID() } as const;
      const request = { actor: as, input, idempotencyKey: key, dryRun: dryRun ?? false, origin };
      return (await run(runtime, operationNamed(name), request)).output;
    },
    emitted: () => events.splice(0),
    setNow: (instant) => void (frozen = instant),
  };
  return { world, close: () => service.close() };
}

/** JSON of what each world begins with. */
type Founded = { readonly ana: KeptActor; readonly rival: KeptActor; readonly events: readonly Emitted[] };
export type KeptActor = Omit<Actor, 'permissions' | 'withheld'> & { readonly permissions: readonly string[] };

async function foundBoth({ ownerUrl: url }: TestDatabase): Promise<Founded> {
  const events: Emitted[] = [];
  const service = openService(url, { now: () => new Date().toISOString(), events });
  const { runtime } = service;
  const [ana, rival] = [await foundOrganization(runtime, 'Acme', {}), await foundOrganization(runtime, 'Rival', {})];
  await service.close();
  return { ana: keptActor(ana), rival: keptActor(rival), events };
}

/** As a template keeps somebody. */
export function keptActor({ permissions, withheld, ...actor }: Actor): KeptActor {
  if (withheld !== undefined) throw new Error('an owner lacks permissions');
  return { ...actor, permissions: [...permissions] };
}

export function actorFrom({ permissions, ...actor }: KeptActor): Actor {
  return { ...actor, permissions: new Set(permissions) };
}

type Service = { readonly runtime: Runtime; readonly access: Authenticator; close(): Promise<void> };
type ServiceOptions = { readonly now: () => string; readonly events: Emitted[] };

function openService(url: string, { now, events }: ServiceOptions): Service {
  const db = openDatabase({ url, role: 'daybook_runtime', connectionsMax: 60, patience });
  const basics = {
    db,
    now,
    newId: () => newId(Date.now()),
    secrets: { cursors: Buffer.alloc(32, 1), sealing: Buffer.alloc(32, 2), audit: Buffer.alloc(32, 3) },
  };
  const folder = join(tmpdir(), `daybook-world-${randomUUID()}`);
  const renderer = openDocumentRenderer({
    render: readConfig({}).render,
    store: folderStore(folder),
    newId: basics.newId,
  });
  const publicUrl = 'https://books.example';
  const access = openAccess({ ...basics, issuer: publicUrl });
  const heavy = openHeavyWork(2);
  registerEvents(eventCatalogue);
  return {
    access,
    runtime: {
      ...basics,
      settings: { signup: 'open', publicUrl, throttle: true },
      access,
      renderer,
      packer: openPacker(heavy),
      readStatement: openStatementReader(heavy),
      committed: (emitted) => void events.push(...emitted),
    },
    close: async () => {
      await renderer.close();
      rmSync(folder, { recursive: true, force: true });
      await db.close();
    },
  };
}

export function operationNamed(name: string): Operation {
  const found = catalogue.find((operation) => operation.name === name);
  if (found === undefined) throw new Error(`no operation ${name} in the catalogue`);
  return found;
}

/** The same person with other rights. */
export function withPermissions(actor: Actor, permissions: readonly string[]): Actor {
  return { ...actor, permissions: new Set(permissions) };
}
