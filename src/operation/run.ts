import type { Db } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import { Afterwards } from './afterwards.ts';
import { encoderOf } from './encode.ts';
import { BusinessError, idempotencyKeyReused, storageFull } from './errors.ts';
import { atEvenTime } from './even-time.ts';
import { gatherLines, linesAtOnce } from './audit.ts';
import { admit, type Done, execute, type Input, parseInput, type Effects } from './execute.ts';
export type { Call } from './operation.ts';
import { refusalOf } from './failure.ts';
import type { Call, Operation, Outside, Request } from './operation.ts';
import { pickFields } from './pick-fields.ts';
import { practise } from './practise.ts';
import { retrying } from './retry.ts';
import type { Runtime } from './runtime.ts';
import { scopeOf } from './scope-of.ts';

export type { Runtime } from './runtime.ts';

export type Answer = { readonly output: unknown; readonly replayed: boolean };

/** The one way to run an operation. Every door calls this (or `runTogether`) and nothing else. */
export async function run(runtime: Runtime, operation: Operation, request: Request): Promise<Answer> {
  const once = async () => (await runAll(runtime, [{ operation, request }], {}))[0] as Answer;
  return operation.answersEveryMs === undefined ? once() : atEvenTime(operation.answersEveryMs, once);
}

/**
 * Runs calls of one actor in one transaction: all of them happen, or none. A refusal carries the `index` of the call
 * that it is about, where it is about one.
 */
export async function runTogether(runtime: Runtime, calls: readonly Call[]): Promise<Answer[]> {
  const failed: Failed = {};
  return runAll(runtime, calls, failed).catch((error: unknown) => {
    if (!(error instanceof BusinessError) || failed.index === undefined) throw error;
    throw new BusinessError(error.kind, { ...error.details, index: failed.index });
  });
}

type Failed = { index?: number | undefined };

function runAll(runtime: Runtime, calls: readonly Call[], failed: Failed): Promise<Answer[]> {
  const work = () => runUnwatched(runtime, calls, failed);
  return runtime.watch === undefined ? work() : runtime.watch(calls, work);
}

async function runUnwatched(runtime: Runtime, calls: readonly Call[], failed: Failed): Promise<Answer[]> {
  const [first] = calls;
  if (first === undefined) return [];
  if (calls.some(isPractised)) return [await practise(runtime, onlyOf(calls))];
  for (const [index, { operation, request }] of calls.entries()) {
    failed.index = index;
    admit(operation, request, runtime.now());
    if (runtime.isFull?.() === true && operation.effect !== 'read' && operation.alsoWhenFull !== true) {
      throw storageFull();
    }
  }
  const parsed = calls.map(({ operation, request }, index) => {
    failed.index = index;
    return parseInput(operation, request.input);
  });
  failed.index = undefined;
  const prepared = await Promise.all(
    calls.map(async ({ operation, request }, index) =>
      operation.prepare?.(outsideOf(runtime, request), parsed[index] as never),
    ),
  );
  const effects: Effects = { emitted: [], queued: new Set(), forgotten: [] };
  const answers = await retrying(async () => {
    effects.emitted.length = 0;
    effects.queued.clear();
    const { actor, dryRun = false } = first.request;
    const readOnly = calls.every(({ operation }) => operation.effect === 'read');
    return runtime.db.transaction({ ...scopeOf(actor), readOnly, rollback: dryRun }, async (db) => {
      const inputs = calls.map(({ request }, index) => {
        return { wire: request.input, parsed: parsed[index], prepared: prepared[index] };
      });
      return executeAll(runtime, db, { calls, inputs, effects, failed });
    });
  }).catch((error: unknown) => {
    throw refusalOf(
      error,
      calls.map(({ operation }) => operation),
    );
  });
  for (const id of effects.forgotten) runtime.access.forget(id);
  if (first.request.dryRun !== true) runtime.committed?.(effects.emitted, effects.queued);
  for (const { refused } of answers) if (refused !== undefined) throw refused;
  return Promise.all(answers.map((answer, index) => finished(runtime, calls[index] as Call, answer, parsed[index])));
}

/** By whichever door it came: an actor that practises has no other way to the books. */
function isPractised({ operation, request }: Call): boolean {
  return request.actor.practice !== undefined && operation.ofPractice !== true;
}

function onlyOf([call, ...others]: readonly Call[]): Call {
  if (call === undefined || others.length > 0) throw new Error('a practice takes one call at a time');
  return call;
}

/** The answer, with what is made of it when its transaction is over. */
async function finished(runtime: Runtime, { operation, request }: Call, answer: Done, input: unknown): Promise<Answer> {
  const { output, replayed } = answer;
  if (!(output instanceof Afterwards)) return { output, replayed };
  const { renderer, packer, db, newId, secrets } = runtime;
  if (renderer === undefined || packer === undefined) throw new Error('nothing is printed here');
  const { organization } = output;
  const now = runtime.now();
  const made: unknown = await output
    .make({
      renderer,
      packer,
      organization,
      now,
      signal: request.signal,
      write: (work) =>
        retrying(() => db.transaction({ organization }, (tx) => work({ db: tx, organization, now, newId, secrets }))),
    })
    .catch((error: unknown) => {
      throw refusalOf(error, [operation]);
    });
  return { output: pickFields(encoderOf(operation.output)(made), input), replayed };
}

type Work = {
  readonly calls: readonly Call[];
  readonly inputs: readonly Input[];
  readonly effects: Effects;
  readonly failed: Failed;
};

async function executeAll(runtime: Runtime, db: Db, { calls, inputs, effects, failed }: Work): Promise<Done[]> {
  const done: Done[] = [];
  const isAlone = calls.length === 1;
  const leaving = { effects, lines: isAlone ? linesAtOnce : gatherLines() };
  const ends: Promise<unknown>[] = [];
  try {
    for (const [index, call] of calls.entries()) {
      failed.index = index;
      done.push(await execute(runtime, db, call, inputs[index] as Input, leaving));
      if (!isAlone) ends.push(endOfCall(db));
    }
    failed.index = undefined;
    leaving.lines.flush();
    await Promise.all(ends);
  } catch (error) {
    const settled = await Promise.allSettled(ends);
    const first = settled.findIndex(({ status }) => status === 'rejected');
    const end = settled[first];
    if (end?.status !== 'rejected') throw error;
    failed.index = first;
    throw end.reason;
  }
  // They were done together or not at all, so these are not the calls that the key was used for.
  if (done.some(({ replayed }) => replayed) && !done.every(({ replayed }) => replayed)) throw idempotencyKeyReused();
  return done;
}

/**
 * Queries sent without waiting belong to the call that sent them, and so do their failures: what is sent behind them
 * fails first. Nobody waits for it, so that it travels with the first queries of the next call.
 */
function endOfCall(db: Db): Promise<unknown> {
  const end = db.run(sql`select`);
  end.catch(() => undefined);
  return end;
}

function outsideOf(runtime: Runtime, { actor, origin, signal }: Request): Outside {
  return {
    now: runtime.now(),
    actor,
    origin,
    newId: runtime.newId,
    secrets: runtime.secrets,
    settings: runtime.settings,
    renderer: runtime.renderer,
    readStatement: runtime.readStatement,
    outward: runtime.outward,
    signal,
    read: (place, work) => {
      const { narrow } = scopeOf(actor);
      return retrying(() => runtime.db.transaction({ ...place, narrow, readOnly: true }, work));
    },
    write: (work) => retrying(() => runtime.db.transaction({}, work)),
  };
}
