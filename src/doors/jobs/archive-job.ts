import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { release } from '../../archive/release.ts';
import { writeArchive } from '../../archive/write-archive.ts';
import {
  announceArchive,
  beginArchive,
  type ExportKey,
  expireArchive,
  finishExport,
  isWanted,
  type RunningArchive,
} from '../../modules/exports/index.ts';
import { organizationOf } from '../../modules/organization/index.ts';
import { serviceActor } from '../../operation/actor.ts';
import { run, type Runtime } from '../../operation/run.ts';
import { Id } from '../../wire/index.ts';
import type { ContentStore } from '../../storage/content-store.ts';
import { attemptsMax, type GaveUp, Interrupted, type JobHandler } from './job-loop.ts';
import { memberBehind } from './recurring-job.ts';

type Deps = { readonly runtime: () => Runtime; readonly store: ContentStore };

const mayNot = 'The person who requested it may no longer export all data.';
const notMade = 'It failed after several attempts.';

/**
 * Makes an archive of an organisation. Whoever takes over after a crash begins the file anew: an archive shows one
 * moment, which is over when the one who looked at it is gone.
 */
export function archiveRunner({ runtime: runtimeOf, store }: Deps): JobHandler {
  return async ({ id: requestId, organizationId: organization, payload, attempts }, progress) => {
    if (organization === null) throw new Error('an archive belongs to an organisation');
    const runtime = runtimeOf();
    const key = { organization, id: (payload as { export_id: string }).export_id };
    const begun = await runtime.db.transaction({ organization }, (tx) => beginArchive(tx, key));
    if (begun === undefined) return null;
    const ended = { runtime, key, requestId };
    const actor = await memberBehind({ runtime, organization }, begun);
    if (actor?.permissions.has(finishExport.permission) !== true) return finish(ended, { problem: mayNot });
    try {
      const made = await makeArchive({ runtime, store, key, begun, progress });
      return made === undefined ? null : await finish(ended, { problem: null, ...made });
    } catch (error) {
      if (error instanceof Interrupted) throw error;
      if (error instanceof Unwanted) return await finish(ended, { problem: null });
      if (attempts >= attemptsMax) await finish(ended, { problem: notMade });
      throw error;
    }
  };
}

/** Says of an archive that it is over, where the node died at each attempt and so could say nothing. */
export function archiveGivenUp({ runtime }: Pick<Deps, 'runtime'>): GaveUp {
  return async ({ id: requestId, organizationId: organization, payload }) => {
    if (organization === null) throw new Error('an archive belongs to an organisation');
    const key = { organization, id: (payload as { export_id: string }).export_id };
    await finish({ runtime: runtime(), key, requestId }, { problem: notMade });
  };
}

/** Removes the file of an archive when its time is over. */
export function archiveSweeper({ runtime, store }: Deps): JobHandler {
  return async ({ organizationId: organization, payload }) => {
    if (organization === null) throw new Error('an archive belongs to an organisation');
    const key = { organization, id: (payload as { export_id: string }).export_id };
    const sha256 = await runtime().db.transaction({ organization }, (tx) => expireArchive(tx, key));
    if (sha256 !== undefined) await store.remove({ organization, sha256 });
  };
}

/** Somebody deleted it while it was made. */
class Unwanted extends Error {}

type Making = {
  readonly runtime: Runtime;
  readonly store: ContentStore;
  readonly key: ExportKey;
  readonly begun: RunningArchive;
  readonly progress: (percent: number) => Promise<void>;
};

type Made = { readonly size: number; readonly records: number; readonly files: number };

async function makeArchive({ runtime, store, key, begun, progress }: Making): Promise<Made | undefined> {
  const { organization } = key;
  const within = { organization };
  if (begun.sha256 !== null) await store.remove({ organization, sha256: begun.sha256 });
  const about = await runtime.db.transaction({ ...within, readOnly: true }, (tx) => organizationOf(tx, organization));
  const path = await store.incoming(`${key.id}-${runtime.newId()}`);
  await removeBegun(path, key.id);
  const noted = async (percent: number) => {
    const isStillWanted = await runtime.db.transaction({ ...within, readOnly: true }, (tx) => isWanted(tx, key));
    if (!isStillWanted) throw new Unwanted();
    await progress(percent);
  };
  try {
    const { db } = runtime;
    const parts = { db, store, organization: about, path, now: runtime.now(), madeBy: release, progress: noted };
    const { size, sha256, records, manifest } = await writeArchive(parts);
    if (!(await db.transaction(within, (tx) => announceArchive(tx, key, sha256)))) throw new Unwanted();
    await store.keep(path, { organization, sha256 });
    return { size, records, files: manifest.files.count };
  } finally {
    await rm(path, { force: true });
  }
}

/** Removes a partial archive left on this machine by an earlier attempt that died. */
async function removeBegun(path: string, id: string): Promise<void> {
  const folder = dirname(path);
  const begun = (await readdir(folder)).filter((name) => name.startsWith(`${id}-`) && name !== basename(path));
  for (const name of begun) await rm(join(folder, name), { force: true });
}

type Ended = { readonly runtime: Runtime; readonly key: ExportKey; readonly requestId: string };
type Ending = { readonly problem: string | null } & Partial<Made>;

async function finish({ runtime, key, requestId }: Ended, ending: Ending): Promise<unknown> {
  const organization = await runtime.db.transaction({ organization: key.organization, readOnly: true }, (tx) =>
    organizationOf(tx, key.organization),
  );
  const actor = serviceActor(organization, finishExport.permission);
  const { problem, size = null, records = null, files = null } = ending;
  const input = { id: Id('export').encode(key.id), problem, size, records, files };
  const { output } = await run(runtime, finishExport, { actor, input, origin: { door: 'job', requestId } });
  const { id, status } = output as { readonly id: string; readonly status: string };
  return { id, status, size };
}
