import { dayIn } from '../core/calendar.ts';
import type { Db } from '../db/database.ts';
import type { Actor } from './actor.ts';
import { Afterwards } from './afterwards.ts';
import type { Ask } from './asked-beside.ts';
import { recordAudit } from './audit.ts';
import { cleanse } from './cleanse.ts';
import type { Deed, Errand } from './deed.ts';
import { encoderOf } from './encode.ts';
import { BusinessError, forbidden, insufficientScope, unauthenticated, validationFailed } from './errors.ts';
import type { Emitted } from './events.ts';
import { refusalOf } from './failure.ts';
import { withheldBy } from './fault.ts';
import { claimKey, keepAnswer } from './idempotency.ts';
import { KeptRefusal } from './kept-refusal.ts';
import type { Context, Operation } from './operation.ts';
import { writeOutbox } from './outbox.ts';
import { pickFields } from './pick-fields.ts';
import type { Request } from './request.ts';
import { isTransient } from './retry.ts';
import type { Runtime } from './runtime.ts';
import { scopeOf } from './scope-of.ts';
import { mustBeProven } from './step-up.ts';
import { withSurvivors } from './survivors.ts';
import { refuseUnknown } from './unknown-ids.ts';
import { withoutUnseen } from './unseen.ts';
import { validationError } from './validation.ts';

export type Call = { readonly operation: Operation; readonly request: Request };

/** Passed on once the transaction has committed: events, kinds of work, ids whose sessions must be looked up again. */
export type Told = { readonly emitted: Emitted[]; readonly queued: Set<string>; readonly forgotten: string[] };

export type Done = {
  readonly output: unknown;
  readonly replayed: boolean;
  readonly refused?: BusinessError | undefined;
};

export type Input = { readonly wire: unknown; readonly parsed: unknown; readonly prepared: unknown };

/** Runs one call in a transaction that is open, and writes down what it did. */
export async function execute(
  runtime: Runtime,
  db: Db,
  { operation, request }: Call,
  input: Input,
  told: Told,
): Promise<Done> {
  const claim = keepsKey(operation, request) ? await claimKey(db, operation, request, runtime.now()) : undefined;
  if (claim?.replay !== undefined) return { output: claim.replay, replayed: true };
  const transcript: Transcript = {
    events: [],
    before: undefined,
    about: undefined,
    alsoIn: [],
    ids: [],
    jobs: [],
    told,
  };
  const context = contextOf(runtime, db, request, transcript);
  const { answer, output, refused } = await (operation.effect === 'read'
    ? readingOf(operation, context, input)
    : outcomeOf(operation, context, input));
  if (operation.effect === 'read') await refuseUnknown(operation, input.parsed, output, askAs(context));
  const shown = output instanceof Afterwards ? output : await withoutUnseen(context, output, input.wire);
  if (operation.effect !== 'read') {
    const { events, before, ids, jobs } = transcript;
    const line = runtime.newId();
    if (refused === undefined) {
      const seen = { line, operation, request, answer, output, before, events, replayed: false };
      await request.witness?.(context, { ...seen, ids: [...ids], jobs });
    }
    recordAudit(context, { line, operation, request, output, ...transcript });
    writeOutbox(context, request, events);
    if (claim !== undefined) {
      // The key belongs to where the call came in, wherever the handler has gone on to.
      if (claim.organization !== context.organization) db.scope({ organization: claim.organization });
      keepAnswer(db, claim, shown);
    }
    told.emitted.push(...events);
  }
  const whole = shown instanceof Afterwards ? shown : pickFields(shown, input.parsed);
  return { output: whole, replayed: false, refused };
}

/** Keeping a key keeps a fast hash of the input and the answer itself, and neither may hold a secret. */
function keepsKey({ effect, secretInput }: Operation, { dryRun, actor }: Request): boolean {
  return effect !== 'read' && secretInput === undefined && dryRun !== true && actor.organization !== undefined;
}

/** What is read by the id of a record that was merged is that of the record that is left. */
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

/** What a handler said while it ran. */
type Transcript = {
  readonly events: Emitted[];
  before: unknown;
  about: string | undefined;
  alsoIn: readonly string[];
  readonly ids: string[];
  readonly jobs: string[];
  readonly told: Told;
};

function contextOf(runtime: Runtime, db: Db, request: Request, transcript: Transcript): Context {
  const now = runtime.now();
  const { ids, jobs, told } = transcript;
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
      forget: (id) => void told.forgotten.push(id),
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
    queued: (kind) => {
      told.queued.add(kind);
      jobs.push(kind);
    },
    before: (record) => void (transcript.before = record),
    about: (id) => void (transcript.about = id),
    alsoIn: (organizations) => void (transcript.alsoIn = organizations),
    enter: (next) => {
      actor = next;
      db.scope(scopeOf(next));
    },
    carryOut: (errand) => carryOut({ runtime, db, told, ids, jobs, back: actor }, errand),
  };
}

type Place = Pick<Transcript, 'told' | 'ids' | 'jobs'> & {
  readonly runtime: Runtime;
  readonly db: Db;
  readonly back: Actor;
};

/** What is carried out within another call stands or falls by itself; a refusal leaves the transaction as it was. */
async function carryOut(place: Place, { operation, request, prepared }: Errand): Promise<Deed> {
  const { runtime, db, back } = place;
  admit(operation, request, runtime.now());
  const parsed = parseInput(operation, request.input);
  const own: Told = { emitted: [], queued: new Set(), forgotten: [] };
  let seen: Deed | undefined;
  const witness: Request['witness'] = async (context, deed) => {
    await request.witness?.(context, deed);
    seen = deed;
  };
  const rollback = request.dryRun === true;
  const done = await db
    .part(
      async () => {
        db.scope(scopeOf(request.actor));
        const call = { operation, request: { ...request, witness } };
        const outcome = await execute(runtime, db, call, { wire: request.input, parsed, prepared }, own);
        if (outcome.refused !== undefined) throw outcome.refused;
        return outcome;
      },
      { rollback },
    )
    .catch((error: unknown) => {
      throw isTransient(error) ? error : refusalOf(error, [operation]);
    })
    .finally(() => db.scope(scopeOf(back)));
  if (!rollback) tell(place, own, seen);
  const { output, replayed } = done;
  const nothing = { line: '', answer: undefined, before: undefined, events: [], ids: [], jobs: [] };
  return seen ?? { operation, request, output, replayed, ...nothing };
}

/** What was done within a call belongs to what the call did. */
function tell({ told, ids, jobs }: Place, { emitted, queued, forgotten }: Told, deed: Deed | undefined): void {
  told.emitted.push(...emitted);
  told.forgotten.push(...forgotten);
  for (const kind of queued) told.queued.add(kind);
  ids.push(...(deed?.ids ?? []));
  jobs.push(...(deed?.jobs ?? []));
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
  if (permission === 'signed_in' || actor.permissions.has(permission)) return;
  if (actor.withheld?.has(permission) === true) throw withheldBy(actor, permission);
  throw (actor.kind === 'mcp_token' ? insufficientScope : forbidden)({ needs: permission });
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
