import {
  type Answered,
  beginImport,
  buildsOn,
  type CalledClients,
  type CalledVariants,
  type ImportContext,
  type ImportRecord,
  endImport,
  filesOf,
  findCalledClients,
  findCalledVariants,
  finishImport,
  type Kind,
  readTables,
  recordsIn,
} from '../../modules/imports/index.ts';
import type { Log } from '../../log.ts';
import type { Actor } from '../../operation/actor.ts';
import type { Operation } from '../../operation/operation.ts';
import { type Answer, type Call, run, runTogether, type Runtime } from '../../operation/run.ts';
import { typeIdFrom } from '../../wire/type-id.ts';
import { bringInBatch } from './import-batch.ts';
import { withoutBlanks } from './import-calls.ts';
import { attemptsMax, type GaveUp, Interrupted, type JobHandler } from './job-loop.ts';
import { memberBehind } from './recurring-job.ts';

/** Records in one transaction: at first, so that progress is told soon, and after a batch that a refusal cut short. */
const recordsPerBatch = 25;
/** Records that are written side by side hold stock and books no longer than a few would one after the other. */
const recordsPerBatchMax: Partial<Record<Kind, number>> = {
  clients: 100,
  products: 100,
  sales: 100,
  product_categories: 100,
  exchange_rates: 100,
};

/** Its locks keep others waiting, so a transaction stays short where records have many rows. */
const rowsPerBatchMax = 200;

type Deps = { readonly runtime: () => Runtime; readonly catalogue: readonly Operation[]; readonly log: Log };
type Begun = NonNullable<Awaited<ReturnType<typeof beginImport>>>;

/**
 * Runs an import: each record through the public operations, with the permissions of its user. What is noted as done
 * commits together with what was done, so that whoever takes over after a crash goes on exactly where it was cut off.
 */
export function importRunner({ runtime, catalogue, log }: Deps): JobHandler {
  const operations = new Map(catalogue.map((operation) => [operation.name, operation]));
  return async ({ organizationId: organization, payload, attempts }, progress) => {
    if (organization === null) throw new Error('an import belongs to an organisation');
    const { import_id: id } = payload as { import_id: string };
    const work = { runtime: runtime(), operations, organization, id, progress, log };
    try {
      await runImport(work);
    } catch (error) {
      const isOver = attempts >= attemptsMax && !(error instanceof Interrupted);
      if (isOver) await end(work, givenUp);
      throw error;
    }
  };
}

const givenUp = 'It failed after several attempts.';

/** Says of an import that it is over, where the node died at each attempt and so could say nothing. */
export function importGivenUp({ runtime }: Pick<Deps, 'runtime'>): GaveUp {
  return async ({ organizationId: organization, payload }) => {
    if (organization === null) throw new Error('an import belongs to an organisation');
    await end({ runtime: runtime(), organization, id: (payload as { import_id: string }).import_id }, givenUp);
  };
}

type Work = {
  readonly runtime: Runtime;
  readonly operations: ReadonlyMap<string, Operation>;
  readonly organization: string;
  readonly id: string;
  readonly progress: (percent: number) => Promise<void>;
  readonly log: Log;
};

async function runImport(work: Work): Promise<void> {
  const { runtime, organization, id, progress, log } = work;
  const { db, now } = runtime;
  const begun = await db.transaction({ organization }, (tx) => beginImport(tx, organization, id, now()));
  if (begun === undefined) return;
  const actor = await memberBehind({ runtime, organization }, begun);
  if (actor === undefined) return end(work, 'The person who requested it is no longer a member.');
  const files = await db.transaction({ organization, readOnly: true }, (tx) => filesOf(tx, organization, id));
  if (files === undefined) throw new Error('an import that has not ended has lost its file');
  const records = await recordsIn(await readTables(files, begun.reading), begun);
  const imports = importContextFor(work, { actor, begun });
  const onBug = (error: unknown, record: number) => log.error({ err: error, import: id, record }, 'a record broke us');
  const seen = { duplicates: false };
  let size = recordsPerBatch;
  for (let from = begun.done; from < records.length;) {
    const batch = { ...work, kind: begun.kind, actor, imports, onBug, seen };
    const next = firstOf(begun.kind, records.slice(from, from + size));
    const done = await bringInBatch(batch, from, next);
    if (done === 0) return;
    from += done;
    size = done < next.length ? recordsPerBatch : Math.min(2 * size, recordsPerBatchMax[begun.kind] ?? recordsPerBatch);
    await progress((100 * from) / records.length);
  }
  const origin = { door: 'job', requestId: `import:${id}` } as const;
  await run(runtime, finishImport, { actor, input: { id: typeIdFrom('imp', id) }, origin });
}

/**
 * As many records as have so many rows, since each line and variant is written by itself, and none that builds on
 * another of them; but one at least.
 */
function firstOf(kind: Kind, records: readonly ImportRecord[]): readonly ImportRecord[] {
  let rows = 0;
  const cut = records.findIndex((record, at) => {
    rows += record.rows.length;
    return at > 0 && (rows > rowsPerBatchMax || buildsOn(kind, record, records.slice(0, at)));
  });
  return cut === -1 ? records : records.slice(0, cut);
}

type Ended = Pick<Work, 'runtime' | 'organization' | 'id'>;

async function end({ runtime, organization, id }: Ended, problem: string): Promise<void> {
  const { db, now } = runtime;
  await db.transaction({ organization }, (tx) => endImport(tx, { organization, id, now: now() }, problem));
}

function importContextFor(
  { runtime, operations, id }: Work,
  { actor, begun }: { readonly actor: Actor; readonly begun: Begun },
): ImportContext {
  const origin = { door: 'job', requestId: `import:${id}` } as const;
  const callOf = (name: string, input: object): Call => {
    const operation = operations.get(name);
    if (operation === undefined) throw new RangeError(`there is no operation ${name}`);
    return { operation, request: { actor, input: withoutBlanks(input), origin } };
  };
  const call = async (name: string, given: object) => {
    const { operation, request } = callOf(name, given);
    return answerOf(await run(runtime, operation, request));
  };
  const asked = async <Found>(operation: Operation, input: object) =>
    (await run(runtime, operation, { actor, input, origin })).output as Found;
  const found = new Map<string, Promise<unknown>>();
  return {
    isTrial: begun.is_trial,
    stock: begun.stock ?? 'issue',
    read: call,
    calledClients: async (texts) => (await asked<{ found: CalledClients[] }>(findCalledClients, { texts })).found,
    calledVariants: async (texts) => (await asked<{ found: CalledVariants[] }>(findCalledVariants, { texts })).found,
    readAll: async (lookups) => {
      const calls = lookups.map(({ operation, input }) => callOf(operation, input));
      const mayNot = calls.some(({ operation }) => !actor.permissions.has(operation.permission));
      return mayNot ? [] : (await runTogether(runtime, calls)).map(answerOf);
    },
    write: call,
    once: (about, find) => {
      const known = found.get(about);
      if (known !== undefined) return known as ReturnType<typeof find>;
      const finding = find();
      found.set(about, finding);
      // A missing record may be created by a later row.
      finding.then((value) => value === undefined && found.delete(about)).catch(() => found.delete(about));
      return finding;
    },
  };
}

/** Every operation called by an import returns an object. */
function answerOf({ output }: Answer): Answered {
  return output as Answered;
}
