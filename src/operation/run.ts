import { z } from 'zod';
import type { Database, Db } from '../db/database.ts';
import { dayIn } from '../core/calendar.ts';
import type { Actor } from './actor.ts';
import { recordAudit } from './audit.ts';
import { cleanse } from './cleanse.ts';
import { encoderOf } from './encode.ts';
import { forbidden, insufficientScope, unauthenticated } from './errors.ts';
import type { Emitted } from './events.ts';
import { refusalOf } from './failure.ts';
import { claimKey, keepAnswer } from './idempotency.ts';
import type { Context, Operation, Secrets } from './operation.ts';
import { writeOutbox } from './outbox.ts';
import { pickFields } from './pick-fields.ts';
import { retrying } from './retry.ts';
import { validationError } from './validation.ts';

export type Request = {
  readonly actor: Actor;
  readonly input: unknown;
  readonly idempotencyKey?: string | undefined;
  readonly dryRun?: boolean;
  readonly origin: Origin;
};

/** Where a call came from, for the audit log. */
export type Origin = {
  readonly door: 'rest' | 'mcp' | 'job' | 'console';
  readonly requestId: string;
  readonly ip?: string;
  readonly userAgent?: string;
  readonly mcpClient?: string;
};

export type Runtime = {
  readonly db: Database;
  /** RFC 3339, UTC. */
  readonly now: () => string;
  /** A new uuid v7. */
  readonly newId: () => string;
  readonly secrets: Secrets;
  /** Told after a commit that emitted events or work, so that whoever delivers need not wait for the next poll. */
  readonly committed?: (events: readonly Emitted[]) => void;
};

export type Answer = { readonly output: unknown; readonly replayed: boolean };

/** The one way to run an operation. Every door calls this (or `runTogether`) and nothing else. */
export async function run(runtime: Runtime, operation: Operation, request: Request): Promise<Answer> {
  return (await runTogether(runtime, [{ operation, request }]))[0] as Answer;
}

export type Call = { readonly operation: Operation; readonly request: Request };

/** Runs calls of one actor in one transaction: all of them happen, or none. */
export async function runTogether(runtime: Runtime, calls: readonly Call[]): Promise<Answer[]> {
  const [first] = calls;
  if (first === undefined) return [];
  for (const { operation, request } of calls) authorize(operation, request.actor);
  const parsed = calls.map(({ operation, request }) => parseInput(operation, request.input));
  const prepared = await Promise.all(
    calls.map(({ operation, request }, index) =>
      operation.prepare?.(outsideOf(runtime, request.actor), parsed[index] as never),
    ),
  );
  const emitted: Emitted[] = [];
  const answers = await retrying(async () => {
    emitted.length = 0;
    const { actor, dryRun = false } = first.request;
    const readOnly = calls.every(({ operation }) => operation.effect === 'read');
    const scope = { organization: actor.organization?.id, user: actor.userId, readOnly, rollback: dryRun };
    return runtime.db.transaction(scope, async (db) => {
      const done: Answer[] = [];
      for (const [index, call] of calls.entries()) {
        const input = { wire: call.request.input, parsed: parsed[index], prepared: prepared[index] };
        done.push(await execute(runtime, db, call, input, emitted));
      }
      return done;
    });
  }).catch((error: unknown) => {
    throw refusalOf(error, calls.map(({ operation }) => operation));
  });
  if (first.request.dryRun !== true && emitted.length > 0) runtime.committed?.(emitted);
  return answers;
}

type Input = { readonly wire: unknown; readonly parsed: unknown; readonly prepared: unknown };

async function execute(
  runtime: Runtime,
  db: Db,
  { operation, request }: Call,
  input: Input,
  emitted: Emitted[],
): Promise<Answer> {
  const keyed = operation.effect !== 'read' && request.dryRun !== true && request.actor.organization !== undefined;
  const claim = keyed ? await claimKey(db, operation, request, runtime.now()) : undefined;
  if (claim?.replay !== undefined) return { output: claim.replay, replayed: true };
  const transcript: Transcript = { events: [], before: undefined };
  const context = contextOf(runtime, db, request.actor, transcript);
  const output = encoderOf(operation.output)(await operation.run(context, input.parsed, input.prepared));
  if (operation.effect !== 'read') {
    recordAudit(context, { operation, request, output, before: transcript.before });
    writeOutbox(context, request, transcript.events);
    if (claim !== undefined) keepAnswer(db, claim, output);
    emitted.push(...transcript.events);
  }
  return { output: pickFields(output, input.parsed), replayed: false };
}

/** What a handler said while it ran. */
type Transcript = { readonly events: Emitted[]; before: unknown };

function contextOf(runtime: Runtime, db: Db, caller: Actor, transcript: Transcript): Context {
  const now = runtime.now();
  let actor = caller;
  return {
    db,
    now,
    newId: runtime.newId,
    secrets: runtime.secrets,
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
    before: (record) => void (transcript.before = record),
    enter: (next) => {
      actor = next;
      db.scope({ organization: next.organization?.id, user: next.userId });
    },
  };
}

function outsideOf(runtime: Runtime, actor: Actor) {
  return {
    now: runtime.now(),
    actor,
    newId: runtime.newId,
    read: <Result>(scope: { user?: string }, work: (db: Db) => Promise<Result>) =>
      runtime.db.transaction({ ...scope, readOnly: true }, work),
  };
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
  const parsed = operation.input.safeParse(cleanse(input));
  if (!parsed.success) throw validationError(parsed.error, operation.input as z.ZodType);
  return parsed.data;
}
