import { dayIn } from '../core/calendar.ts';
import type { Db } from '../db/database.ts';
import { type Actor, isRestProgram } from './actor.ts';
import { Afterwards } from './afterwards.ts';
import type { Ask } from './asked-beside.ts';
import { type AuditLines, linesAtOnce, tellsWhole } from './audit.ts';
import { cleanse } from './cleanse.ts';
import { encoderOf } from './encode.ts';
import { BusinessError, confinedSession, personRequired, unauthenticated, validationFailed } from './errors.ts';
import type { Emitted } from './events.ts';
import { refusalOf } from './failure.ts';
import { withheldBy } from './fault.ts';
import { isForPeople } from './for-people.ts';
import { claimKey, keepKey, keyRow } from './idempotency.ts';
import { KeptRefusal } from './kept-refusal.ts';
import type { Call, Context, NestedCall, Operation, Request, WriteOutcome } from './operation.ts';
import { pickFields } from './pick-fields.ts';
import { isTransient } from './retry.ts';
import type { Runtime } from './runtime.ts';
import { scopeOf } from './scope-of.ts';
import { lacking } from './lacking.ts';
import { mustBeProven } from './step-up.ts';
import { withSurvivors } from './survivors.ts';
import { refuseUnknown } from './unknown-ids.ts';
import { withoutUnseen } from './unseen.ts';
import { validationError } from './validation.ts';

/** Passed on once the transaction has committed: events, kinds of work, ids whose sessions must be looked up again. */
export type Effects = { readonly emitted: Emitted[]; readonly queued: Set<string>; readonly forgotten: string[] };

export type Done = {
  readonly output: unknown;
  readonly replayed: boolean;
  readonly refused?: BusinessError | undefined;
};

/** What a call leaves behind it: its lines in the log, and what is passed on once the transaction has committed. */
export type Leaving = { readonly effects: Effects; readonly lines: AuditLines };

export type Input = { readonly wire: unknown; readonly parsed: unknown; readonly prepared: unknown };

/** Runs one call in a transaction that is open, and writes down what it did. */
export async function execute(
  runtime: Runtime,
  db: Db,
  { operation, request }: Call,
  input: Input,
  { effects, lines }: Leaving,
): Promise<Done> {
  if (operation.creates !== true) lines.flush();
  const claim = keepsKey(operation, request) ? await claimKey(db, operation, request) : undefined;
  if (claim?.replay !== undefined) return { output: claim.replay, replayed: true };
  const recording: HandlerRecord = {
    events: [],
    before: undefined,
    about: undefined,
    alsoIn: [],
    ids: [],
    jobs: [],
    parts: [],
    effects,
  };
  const context = contextOf(runtime, db, request, recording);
  const { answer, output, refused } = await (operation.effect === 'read'
    ? readingOf(operation, context, input)
    : outcomeOf(operation, context, input));
  if (operation.effect === 'read') await refuseUnknown(operation, input.parsed, output, askAs(context));
  const shown = output instanceof Afterwards ? output : await withoutUnseen(context, output, input.wire);
  if (operation.effect !== 'read') {
    const { events, before, ids, jobs, parts } = recording;
    const line = runtime.newId();
    if (refused === undefined) {
      const seen = { line, operation, request, answer, output, before, events, replayed: false };
      await request.beforeCommit?.(context, { ...seen, ids: [...ids], jobs, parts: [...parts] });
    }
    // The key belongs to where the call came in, wherever the handler has gone on to.
    const isElsewhere = claim !== undefined && claim.organization !== context.organization;
    const answerInLine = shown === output && tellsWhole(operation);
    const kept = { line, now: runtime.now(), ...(answerInLine ? {} : { answer: shown }) };
    const key = claim === undefined || isElsewhere ? undefined : keyRow(claim, kept);
    lines.record(context, { line, operation, request, output, ...recording, key });
    if (isElsewhere) {
      db.scope({ organization: claim.organization });
      keepKey(db, claim, { ...kept, line: null, answer: shown });
    }
    effects.emitted.push(...events);
  }
  const whole = shown instanceof Afterwards ? shown : pickFields(shown, input.parsed);
  return { output: whole, replayed: false, refused };
}

/** Keeping a key keeps a fast hash of the input and the answer itself, and neither may hold a secret. */
function keepsKey({ effect, secretInput }: Operation, { dryRun, actor }: Request): boolean {
  return effect !== 'read' && secretInput === undefined && dryRun !== true && actor.organization !== undefined;
}

/** A merged record's id reads the record it was merged into. */
async function readingOf(operation: Operation, context: Context, input: Input): Promise<Outcome> {
  const [outcome, meant] = await Promise.allSettled([
    outcomeOf(operation, context, input),
    withSurvivors(context, input.wire),
  ]);
  if (meant.status === 'fulfilled' && meant.value !== undefined) {
    const parsed = parseInput(operation, meant.value);
    return outcomeOf(operation, context, { ...input, wire: meant.value, parsed });
  }
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}

/** Reads beside the call that is under way, with the rights of its caller. */
function askAs(context: Context): Ask {
  return async (operation, wire) => {
    authorize(operation, context.actor);
    const parsed = parseInput(operation, wire);
    return (await readingOf(operation, context, { wire, parsed, prepared: undefined })).output;
  };
}

type Outcome = { answer?: unknown; output: unknown; refused?: BusinessError };

async function outcomeOf(operation: Operation, context: Context, { parsed, prepared }: Input): Promise<Outcome> {
  try {
    const answer = await operation.run(context, parsed, prepared);
    if (!(answer instanceof Afterwards)) return { answer, output: encoderOf(operation.output)(answer) };
    if (operation.effect !== 'read')
      throw new Error(`${operation.name} writes, so its answer is whole when it commits`);
    return { output: new Afterwards(answer.make, context.organization) };
  } catch (error) {
    if (!(error instanceof KeptRefusal)) throw error;
    return { output: { ...error.record, refused: error.refusal.kind.code }, refused: error.refusal };
  }
}

type HandlerRecord = {
  readonly events: Emitted[];
  before: unknown;
  about: string | undefined;
  alsoIn: readonly string[];
  readonly ids: string[];
  readonly jobs: string[];
  readonly parts: WriteOutcome[];
  readonly effects: Effects;
};

function contextOf(runtime: Runtime, db: Db, request: Request, recording: HandlerRecord): Context {
  const now = runtime.now();
  const { ids, jobs, parts, effects } = recording;
  let { actor } = request;
  return {
    db,
    now,
    newId: () => {
      const id = runtime.newId();
      ids.push(id);
      return id;
    },
    secrets: runtime.secrets,
    settings: runtime.settings,
    auditHeads: runtime.auditHeads,
    origin: request.origin,
    access: {
      sign: (claims) => runtime.access.sign(claims),
      forget: (id) => void effects.forgotten.push(id),
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
    emit: (event) => void recording.events.push(event),
    queued: (kind) => {
      effects.queued.add(kind);
      jobs.push(kind);
    },
    before: (record) => void (recording.before = record),
    about: (id) => void (recording.about = id),
    alsoIn: (organizations) => void (recording.alsoIn = organizations),
    enter: (next) => {
      actor = next;
      db.scope(scopeOf(next));
    },
    carryOut: (nestedCall) => carryOut({ runtime, db, effects, ids, jobs, parts, back: actor }, nestedCall),
  };
}

type NestedCallContext = Pick<HandlerRecord, 'effects' | 'ids' | 'jobs' | 'parts'> & {
  readonly runtime: Runtime;
  readonly db: Db;
  readonly back: Actor;
};

/** A nested call succeeds or fails by itself; a refusal leaves the transaction as it was. */
async function carryOut(scope: NestedCallContext, { operation, request, prepared }: NestedCall): Promise<WriteOutcome> {
  const { runtime, db, back } = scope;
  admit(operation, request, runtime.now());
  const parsed = parseInput(operation, request.input);
  const own: Effects = { emitted: [], queued: new Set(), forgotten: [] };
  let seen: WriteOutcome | undefined;
  const beforeCommit: Request['beforeCommit'] = async (context, written) => {
    await request.beforeCommit?.(context, written);
    seen = written;
  };
  const rollback = request.dryRun === true;
  const done = await db
    .part(
      async () => {
        db.scope(scopeOf(request.actor));
        const call = { operation, request: { ...request, beforeCommit } };
        const outcome = await execute(
          runtime,
          db,
          call,
          { wire: request.input, parsed, prepared },
          { effects: own, lines: linesAtOnce },
        );
        if (outcome.refused !== undefined) throw outcome.refused;
        return outcome;
      },
      { rollback },
    )
    .catch((error: unknown) => {
      throw isTransient(error) ? error : refusalOf(error, [operation]);
    })
    .finally(() => db.scope(scopeOf(back)));
  if (!rollback) tell(scope, own, seen);
  const { output, replayed } = done;
  const nothing = { line: '', answer: undefined, before: undefined, events: [], ids: [], jobs: [], parts: [] };
  return seen ?? { operation, request, output, replayed, ...nothing };
}

/** Effects of a nested call belong to the call that made it. */
function tell(
  { effects, ids, jobs, parts }: NestedCallContext,
  { emitted, queued, forgotten }: Effects,
  written: WriteOutcome | undefined,
): void {
  effects.emitted.push(...emitted);
  effects.forgotten.push(...forgotten);
  for (const kind of queued) effects.queued.add(kind);
  ids.push(...(written?.ids ?? []));
  jobs.push(...(written?.jobs ?? []));
  if (written !== undefined) parts.push(written);
}

/** Rights are checked before the input is looked at, so that a stranger learns nothing from validation. */
export function admit(operation: Operation, { actor, dryRun }: Pick<Request, 'actor' | 'dryRun'>, now: string): void {
  authorize(operation, actor);
  if (dryRun === true && operation.previewable === false) throw noPreview();
  if (dryRun !== true) mustBeProven(operation, actor, now);
}

/** Refuses whoever may not use an operation at all. */
export function authorize(operation: Operation, actor: Actor): void {
  const { permission } = operation;
  if (permission === 'public') return;
  if (actor.kind === 'anonymous') throw unauthenticated();
  if (permission === 'signed_in' || actor.permissions.has(permission)) {
    if (isRestProgram(actor.kind) && isForPeople(operation)) throw personRequired();
    if (actor.confined === true && operation.beyondOrganization === true) throw confinedSession();
    return;
  }
  if (actor.withheld?.has(permission) === true) throw withheldBy(actor, permission);
  throw lacking(actor, permission);
}

function noPreview(): BusinessError {
  const message = 'This operation has no preview. Leave dry_run out.';
  return validationFailed({ errors: [{ pointer: '/dry_run', code: 'no_preview', message }], hint: message });
}

/** The input as the handler takes it. */
export function parseInput(operation: Operation, input: unknown): unknown {
  const parsed = operation.input.safeParse(cleanse(input), { reportInput: true });
  if (!parsed.success) throw validationError(parsed.error, operation.input);
  return parsed.data;
}
