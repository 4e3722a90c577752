import { beginExport, expireExport, finishDocumentExport, keepItems } from '../../modules/exports/index.ts';
import { organizationOf } from '../../modules/organization/index.ts';
import { serviceActor } from '../../operation/actor.ts';
import type { Operation } from '../../operation/operation.ts';
import { run, type Runtime } from '../../operation/run.ts';
import { Id } from '../../wire/index.ts';
import { fillFile } from './export-file.ts';
import { chooseItems } from './export-choice.ts';
import { contentOf, Hopeless, itemsOf, noted, type Work } from './export-work.ts';
import type { ContentStore } from '../../storage/content-store.ts';
import { attemptsMax, type GaveUp, Interrupted, type JobHandler, TurnOver } from './job-loop.ts';
import { memberBehind } from './recurring-job.ts';

const documentsPerTurn = 25;
const documentsPerNote = 5;
/** Of the work: printing is most of it. */
const printedPercent = 90;

type Deps = {
  readonly runtime: () => Runtime;
  readonly catalogue: readonly Operation[];
  readonly store: ContentStore;
};

/**
 * Makes a zip of documents, with the rights of whoever asked for it. First it chooses the documents, once; then it has
 * those printed that are not, some at a turn, so that other exports have theirs; then it puts the pages that are kept
 * into the file, which counts only when it is whole. Whoever takes over after a crash goes on with what is not printed
 * yet, and begins the file anew.
 */
export function exportRunner({ runtime: runtimeOf, catalogue, store }: Deps): JobHandler {
  const operations = new Map(catalogue.map((operation) => [operation.name, operation]));
  return async ({ id: requestId, organizationId: organization, payload, attempts }, progress) => {
    if (organization === null) throw new Error('documents belong to an organisation');
    const runtime = runtimeOf();
    const key = { organization, id: (payload as { export_id: string }).export_id };
    const begun = await runtime.db.transaction({ organization }, (tx) => beginExport(tx, key));
    if (begun === undefined) return null;
    const actor = await memberBehind({ runtime, organization }, begun);
    if (actor?.permissions.has('documents:read') !== true) return fail({ runtime, key, requestId }, mayNotRead);
    const work = { runtime, operations, store, key, begun, actor, requestId, progress };
    try {
      return await makeExport(work);
    } catch (error) {
      if (error instanceof Interrupted || error instanceof TurnOver) throw error;
      if (error instanceof Hopeless) return fail(work, error.message);
      if (attempts >= attemptsMax) await fail(work, notMade);
      throw error;
    }
  };
}

const mayNotRead = 'The person who requested it may no longer read documents.';
const notMade = 'It failed after several attempts.';

/** Says of an export that it is over, where the node died at each attempt and so could say nothing. */
export function exportGivenUp({ runtime }: Pick<Deps, 'runtime'>): GaveUp {
  return async ({ id: requestId, organizationId: organization, payload }) => {
    if (organization === null) throw new Error('documents belong to an organisation');
    const key = { organization, id: (payload as { export_id: string }).export_id };
    await fail({ runtime: runtime(), key, requestId }, notMade);
  };
}

/** Removes the file of an export when its time is over. */
export function exportSweeper({ runtime, store }: Pick<Deps, 'runtime' | 'store'>): JobHandler {
  return async ({ organizationId: organization, payload }) => {
    if (organization === null) throw new Error('documents belong to an organisation');
    const key = { organization, id: (payload as { export_id: string }).export_id };
    const sha256 = await runtime().db.transaction({ organization }, (tx) => expireExport(tx, key));
    if (sha256 !== undefined) await store.remove({ organization, sha256 });
  };
}

async function makeExport(work: Work): Promise<unknown> {
  const { runtime, key, begun } = work;
  const within = { organization: key.organization };
  if (begun.total === null) {
    const chosen = await chooseItems(work);
    const isKept = await runtime.db.transaction(within, (tx) => keepItems(tx, key, chosen));
    if (!isKept) return null;
    throw new TurnOver();
  }
  if (begun.done < begun.total) return printSome(work, begun.total);
  const made = await fillFile(work, begun.total, printedPercent);
  return made === undefined ? null : finish(work, { problem: null, ...made });
}

/** Has as many printed as a turn takes. What is printed is kept, so that the file is filled quickly later. */
async function printSome(work: Work, total: number): Promise<unknown> {
  const { key, begun, progress } = work;
  let { done } = begun;
  for (const item of await itemsOf(work, done, documentsPerTurn)) {
    if (item.document !== null) await contentOf(work, item);
    done += 1;
    if (done % documentsPerNote === 0 && !(await noted(work, done))) return null;
    await progress((printedPercent * done) / total);
  }
  if (!(await noted(work, done))) return null;
  throw new TurnOver(`${key.id} is at ${done}`);
}

type Ended = Pick<Work, 'runtime' | 'key' | 'requestId'>;

function fail(ended: Ended, problem: string): Promise<unknown> {
  return finish(ended, { problem, size: null, problems: 0 });
}

type Ending = { readonly problem: string | null; readonly size: number | null; readonly problems: number };

async function finish({ runtime, key, requestId }: Ended, ending: Ending): Promise<unknown> {
  const organization = await runtime.db.transaction({ organization: key.organization, readOnly: true }, (tx) =>
    organizationOf(tx, key.organization),
  );
  const actor = serviceActor(organization, finishDocumentExport.permission);
  const input = { id: Id('document_export').encode(key.id), ...ending };
  const { output } = await run(runtime, finishDocumentExport, { actor, input, origin: { door: 'job', requestId } });
  const { id, status, size } = output as { readonly id: string; readonly status: string; readonly size: number | null };
  return { id, status, size };
}
