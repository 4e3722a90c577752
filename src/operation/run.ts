import type { Database, Db } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import { dayIn } from '../core/calendar.ts';
import type { Access } from './access.ts';
import type { Actor } from './actor.ts';
import { Afterwards, type Press } from './afterwards.ts';
import { recordAudit } from './audit.ts';
import { cleanse } from './cleanse.ts';
import { encoderOf } from './encode.ts';
import {
  BusinessError,
  forbidden,
  idempotencyKeyReused,
  insufficientScope,
  unauthenticated,
  validationFailed,
} from './errors.ts';
import { atEvenTime } from './even-time.ts';
import type { Emitted } from './events.ts';
import { refusalOf } from './failure.ts';
import { claimKey, keepAnswer } from './idempotency.ts';
import { KeptRefusal } from './kept-refusal.ts';
import type { Context, Operation, Outside, Secrets, Settings } from './operation.ts';
import { writeOutbox } from './outbox.ts';
import { pickFields } from './pick-fields.ts';
import type { Request } from './request.ts';
import { retrying } from './retry.ts';
import { validationError } from './validation.ts';

export type Runtime = {
  readonly db: Database;
  /** RFC 3339, UTC. */
  readonly now: () => string;
  /** A new uuid v7. */
  readonly newId: () => string;
  readonly secrets: Secrets;
  readonly settings: Settings;
  readonly access: Access;
  /** Absent where nothing is printed. */
  readonly press?: Press;
  /** Told after a commit what happened and which kinds of work wait, so that who does them need not wait for a poll. */
  readonly committed?: (events: readonly Emitted[], queued: ReadonlySet<string>) => void;
};

export type Answer = { readonly output: unknown; readonly replayed: boolean };

/** The one way to run an operation. Every door calls this (or `runTogether`) and nothing else. */
export async function run(runtime: Runtime, operation: Operation, request: Request): Promise<Answer> {
  const once = async () => (await runAll(runtime, [{ operation, request }], {}))[0] as Answer;
  return operation.answersEveryMs === undefined ? once() : atEvenTime(operation.answersEveryMs, once);
}

export type Call = { readonly operation: Operation; readonly request: Request };

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

/** Which call it was that failed. */
type Failed = { index?: number | undefined };

async function runAll(runtime: Runtime, calls: readonly Call[], failed: Failed): Promise<Answer[]> {
  const [first] = calls;
  if (first === undefined) return [];
  for (const [index, { operation, request }] of calls.entries()) {
    failed.index = index;
    authorize(operation, request.actor);
    if (request.dryRun === true && operation.previewable === false) throw noPreview();
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
  const told: Told = { emitted: [], queued: new Set(), forgotten: [] };
  const answers = await retrying(async () => {
    told.emitted.length = 0;
    told.queued.clear();
    const { actor, dryRun = false } = first.request;
    const readOnly = calls.every(({ operation }) => operation.effect === 'read');
    const scope = { organization: actor.organization?.id, user: actor.userId, readOnly, rollback: dryRun };
    return runtime.db.transaction(scope, async (db) => {
      const inputs = calls.map(({ request }, index) => {
        return { wire: request.input, parsed: parsed[index], prepared: prepared[index] };
      });
      return executeAll(runtime, db, { calls, inputs, told, failed });
    });
  }).catch((error: unknown) => {
    throw refusalOf(
      error,
      calls.map(({ operation }) => operation),
    );
  });
  for (const id of told.forgotten) runtime.access.forget(id);
  if (first.request.dryRun !== true) runtime.committed?.(told.emitted, told.queued);
  for (const { refused } of answers) if (refused !== undefined) throw refused;
  return Promise.all(answers.map((answer, index) => finished(runtime, calls[index] as Call, answer, parsed[index])));
}

/** The answer, with what is made of it when its transaction is over. */
async function finished(runtime: Runtime, { operation }: Call, answer: Done, input: unknown): Promise<Answer> {
  const { output, replayed } = answer;
  if (!(output instanceof Afterwards)) return { output, replayed };
  const { press, db, newId, secrets } = runtime;
  if (press === undefined) throw new Error('nothing is printed here');
  const { organization } = output;
  const now = runtime.now();
  const made: unknown = await output
    .make({
      ...{ press, organization, now },
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
  readonly told: Told;
  readonly failed: Failed;
};

async function executeAll(runtime: Runtime, db: Db, { calls, inputs, told, failed }: Work): Promise<Done[]> {
  const done: Done[] = [];
  for (const [index, call] of calls.entries()) {
    failed.index = index;
    done.push(await execute(runtime, db, call, inputs[index] as Input, told));
    // What was sent without waiting belongs to this call, and so does its failure.
    if (calls.length > 1) await db.run(sql`select`);
  }
  failed.index = undefined;
  // They were done together or not at all, so these are not the calls that the key was used for.
  if (done.some(({ replayed }) => replayed) && !done.every(({ replayed }) => replayed)) throw idempotencyKeyReused();
  return done;
}

/** Passed on once the transaction has committed: events, kinds of work, ids whose sessions must be looked up again. */
type Told = { readonly emitted: Emitted[]; readonly queued: Set<string>; readonly forgotten: string[] };

type Done = Answer & { readonly refused?: BusinessError | undefined };

type Input = { readonly wire: unknown; readonly parsed: unknown; readonly prepared: unknown };

async function execute(
  runtime: Runtime,
  db: Db,
  { operation, request }: Call,
  input: Input,
  told: Told,
): Promise<Done> {
  const claim = keepsKey(operation, request) ? await claimKey(db, operation, request, runtime.now()) : undefined;
  if (claim?.replay !== undefined) return { output: claim.replay, replayed: true };
  const transcript: Transcript = { events: [], before: undefined, told };
  const context = contextOf(runtime, db, request, transcript);
  const { output, refused } = await outcomeOf(operation, context, input);
  if (operation.effect !== 'read') {
    recordAudit(context, { operation, request, output, before: transcript.before });
    writeOutbox(context, request, transcript.events);
    if (claim !== undefined) {
      // The key belongs to where the call came in, wherever the handler has gone on to.
      if (claim.organization !== context.organization) db.scope({ organization: claim.organization });
      keepAnswer(db, claim, output);
    }
    told.emitted.push(...transcript.events);
  }
  const whole = output instanceof Afterwards ? output : pickFields(output, input.parsed);
  return { output: whole, replayed: false, refused };
}

/** Keeping a key keeps a fast hash of the input and the answer itself, and neither may hold a secret. */
function keepsKey({ effect, secretInput }: Operation, { dryRun, actor }: Request): boolean {
  return effect !== 'read' && secretInput === undefined && dryRun !== true && actor.organization !== undefined;
}

async function outcomeOf(
  operation: Operation,
  context: Context,
  { parsed, prepared }: Input,
): Promise<{ output: unknown; refused?: BusinessError }> {
  try {
    const answer = await operation.run(context, parsed, prepared);
    if (!(answer instanceof Afterwards)) return { output: encoderOf(operation.output)(answer) };
    if (operation.effect !== 'read')
      throw new Error(`${operation.name} writes, so its answer is whole when it commits`);
    return { output: new Afterwards(answer.make, context.organization) };
  } catch (error) {
    if (!(error instanceof KeptRefusal)) throw error;
    return { output: { ...error.record, refused: error.refusal.kind.code }, refused: error.refusal };
  }
}

/** What a handler said while it ran. */
type Transcript = { readonly events: Emitted[]; before: unknown; readonly told: Told };

function contextOf(runtime: Runtime, db: Db, request: Request, transcript: Transcript): Context {
  const now = runtime.now();
  let { actor } = request;
  return {
    db,
    now,
    newId: runtime.newId,
    secrets: runtime.secrets,
    settings: runtime.settings,
    origin: request.origin,
    access: {
      sign: (claims) => runtime.access.sign(claims),
      forget: (id) => void transcript.told.forgotten.push(id),
    },
    get actor() {
      return actor;
    },
    get organization() {
      return actor.organization?.id ?? '';
    },
    get today() {
      return dayIn(now, actor.organization?.timezone ?? 'UTC');
    },
    emit: (event) => void transcript.events.push(event),
    queued: (kind) => void transcript.told.queued.add(kind),
    before: (record) => void (transcript.before = record),
    enter: (next) => {
      actor = next;
      db.scope({ organization: next.organization?.id, user: next.userId });
    },
  };
}

function outsideOf(runtime: Runtime, { actor, origin }: Request): Outside {
  return {
    now: runtime.now(),
    actor,
    origin,
    newId: runtime.newId,
    settings: runtime.settings,
    press: runtime.press,
    read: (scope, work) => retrying(() => runtime.db.transaction({ ...scope, readOnly: true }, work)),
    write: (work) => retrying(() => runtime.db.transaction({}, work)),
  };
}

function noPreview(): BusinessError {
  const message = 'This call has no preview. Leave dry_run out.';
  return validationFailed({ errors: [{ pointer: '/dry_run', code: 'no_preview', message }], hint: message });
}

/** Rights are checked before the input is looked at, so that a stranger learns nothing from validation. */
export function authorize(operation: Operation, actor: Actor): void {
  const { permission } = operation;
  if (permission === 'public') return;
  if (actor.kind === 'anonymous') throw unauthenticated();
  if (permission === 'signed_in' || actor.permissions.has(permission)) return;
  throw (actor.kind === 'mcp_token' ? insufficientScope : forbidden)({ needs: permission });
}

function parseInput(operation: Operation, input: unknown): unknown {
  const parsed = operation.input.safeParse(cleanse(input), { reportInput: true });
  if (!parsed.success) throw validationError(parsed.error, operation.input);
  return parsed.data;
}
