import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { BusinessError, notFound, unauthenticated } from '../../../operation/errors.ts';
import { changesBetween } from '../../../operation/history.ts';
import { noUndoReasons } from '../../../operation/no-undo.ts';
import type { Context, Operation, WriteOutcome } from '../../../operation/operation.ts';
import { ActorStamp, Id, Instant } from '../../../wire/index.ts';
import { actionNamed } from '../actions.ts';
import { problemFrom } from '../approvals/approval.ts';
import { credentialOfToken } from '../tokens/authenticate.ts';
import { writesOfConversation } from './conversation.ts';
import { stands, stepsOf, undoableUntil, undoableLines, writeColumns, type WriteRow } from './mcp-write.ts';
import { refusalOfToken } from '../tokens/token-rights.ts';
import { alreadyUndone, changedSince, undoExpired, undoUnavailable } from './undo-refusals.ts';
import { type Step, wayBack } from './way-back.ts';

export const UndoneWrite = z.object({
  id: Id('audit').describe('The id of the write, as in list_mcp_activity.'),
  action: z.string(),
  target_id: z.string().nullable(),
  undone_at: Instant,
  undone_by: ActorStamp,
  outcome: z
    .enum(['taken_back', 'archived', 'credited'])
    .describe('`archived`: what it made stays, out of use. `credited`: an issued invoice got a credit note.'),
  steps: z
    .array(z.object({ action: z.string(), result: z.record(z.string(), z.unknown()) }))
    .describe('The operations that reversed it, with their results.'),
});
type UndoneWrite = z.output<typeof UndoneWrite>;

const laterLinesMax = 200;

/** Takes a write back wholly, or refuses and leaves everything as it was. */
export async function takeBack(context: Context, id: string): Promise<UndoneWrite> {
  const write = await lockWrite(context, id);
  const steps = checkOpen(context, write);
  const may = await rightsOf(context);
  mayAll(may, steps);
  const version = await versionNow(context, write);
  const reversals: Reversal[] = [];
  for (const step of steps) {
    try {
      reversals.push(await carriedOut(context, step, { version, may }));
    } catch (error) {
      if (!(await isCreditedWith(context, step, { error, reversals }))) throw error;
      markUndone(context, step.input['id']);
    }
  }
  const outcomes = reversals.map(({ outcome }) => outcome);
  // Any later change has committed by the time the steps hold their locks.
  await versionNow(context, write, outcomes);
  checkExact(write, outcomes);
  const { db, organization, now, actor } = context;
  const stamp = actorStamp(actor);
  db.later(sql`
    update mcp_writes set undone_at = ${now}, undone_by = ${JSON.stringify(stamp)}
    where organization_id = ${organization} and id = ${id}`);
  db.later(sql`
    insert into mcp_undo_lines (organization_id, id, write_id)
    select ${organization}, line, ${id} from unnest(${outcomes.map(({ line }) => line)}::uuid[]) as line`);
  const done = outcomes.map(({ operation, output }) => ({ action: operation.name, result: recordIn(output) }));
  return {
    id,
    action: write.action,
    target_id: write.target_id,
    undone_at: now,
    undone_by: stamp,
    outcome: reversals.find(({ leaves }) => leaves !== undefined)?.leaves ?? 'taken_back',
    steps: done,
  };
}

/** One after the other, whoever undoes the same. What is not there for the actor cannot be undone by them. */
async function lockWrite(context: Context, id: string): Promise<WriteRow> {
  const found = await context.db.maybe<WriteRow>(sql`
    select ${writeColumns} from mcp_writes as write
      join audit_log as line on line.organization_id = write.organization_id and line.id = write.id
    where ${undoableLines(context)} and write.id = ${id} for update of write`);
  if (found === undefined) throw notFound();
  return found;
}

function checkOpen({ now }: Context, write: WriteRow): Step[] {
  const { undone_at, undone_by } = write;
  if (undone_at !== null) throw alreadyUndone({ undone_at, undone_by });
  const steps = stepsOf(write);
  if (steps.length === 0) throw unavailable(write.action);
  const until = undoableUntil(write.at);
  if (Date.parse(now) >= Date.parse(until)) throw undoExpired({ until });
  return steps;
}

function unavailable(action: string): BusinessError {
  const reason = actionNamed(action)?.noUndo;
  return undoUnavailable(reason === undefined ? { action } : { action, reason, detail: noUndoReasons[reason] });
}

/** Why whoever undoes may not make a call; undefined where they may. */
type May = (operation: Operation) => BusinessError | undefined;

/** A token that may not do what takes it back may not do so by this name either. */
async function rightsOf(context: Context): Promise<May> {
  const { actor, db } = context;
  if (actor.kind !== 'mcp_token') return () => undefined;
  const credential = await credentialOfToken(db, { ...context, id: actor.credentialId });
  if (credential === undefined) throw unauthenticated();
  return (operation) => refusalOfToken(credential, operation);
}

function mayAll(may: May, steps: readonly Step[]): void {
  for (const { operation } of steps) {
    const refused = may(operation);
    if (refused !== undefined) throw refused;
  }
}

type Later = Pick<WriteRow, 'action' | 'input' | 'before' | 'output'> & {
  readonly id: string;
  readonly target_id: string;
  readonly actor: z.output<typeof ActorStamp>;
  readonly at: string;
  readonly version: number | null;
  readonly stands: boolean;
  /** It belongs to the same conversation. */
  readonly is_own: boolean;
};

/** The version that the record has if nobody changed it but those whose changes were taken back. */
async function versionNow(
  context: Context,
  write: WriteRow,
  own: readonly WriteOutcome[] = [],
): Promise<number | undefined> {
  const lines = await context.db.many<Later>(sql`
    select line.id, line.action, line.target_id, line.actor, line.at, (line.after ->> 'version')::int as version,
      line.input, line.before, line.after as output, ${stands(sql`line`)} as stands,
      line.id in ${writesOfConversation(context, write.id)} as is_own
    from audit_log as line
    where line.organization_id = ${context.organization} and line.target_id = any(${targetsOf(write)}::text[])
      and line.id > ${write.id} order by line.id limit ${laterLinesMax}`);
  const others = lines.filter(({ id }) => own.every(({ line }) => line !== id));
  const isRestoring = stepsOf(write).some(({ input }) => Object.keys(input).length > 1);
  const change = others.find((line) => line.stands && (isRestoring || !isBookkeeping(line)));
  if (change !== undefined) {
    const { action, actor, at } = change;
    throw changedSince({ changed_by: actor, changed_at: at, changed_with: action });
  }
  const ofRecord = others.filter(({ target_id: target }) => target === write.target_id);
  const versions = [write.output['version'], ...ofRecord.map(({ version }) => version)];
  return versions.filter((version) => typeof version === 'number').at(-1);
}

/**
 * Returns whether a later write is no reason to keep the record: the service wrote it down by itself, or the same
 * conversation did, and nothing takes it back, such as that a document was sent.
 */
function isBookkeeping({ actor, is_own: isOwn, action, input, before, output }: Later): boolean {
  if (actor.type === 'system') return true;
  return isOwn && wayBack(actionNamed(action), { input, before: before ?? undefined, output }).length === 0;
}

/** The record, and those whose earlier values are written again: what others changed there since stays. */
function targetsOf(write: WriteRow): string[] {
  const restored = stepsOf(write).flatMap(({ input: { id, ...fields } }) =>
    typeof id === 'string' && Object.keys(fields).length > 0 ? [id] : [],
  );
  return [...(write.target_id === null ? [] : [write.target_id]), ...restored];
}

/** A step as it was done, and what it leaves of the record. */
type Reversal = { readonly outcome: WriteOutcome; readonly leaves: Step['leaves'] };

type Carrying = { readonly version: number | undefined; readonly may: May };

/** As whoever undoes it, with the rights that they have. What it refuses, it refuses for what happened since. */
async function carriedOut(context: Context, step: Step, { version, may }: Carrying): Promise<Reversal> {
  const { operation, otherwise, input, leaves } = step;
  const { actor, origin } = context;
  const at = 'version' in input && version !== undefined ? { ...input, version } : input;
  try {
    const outcome = await context.carryOut({ operation, request: { actor, origin, input: at } });
    return { outcome, leaves: leaves ?? leftBy(outcome) };
  } catch (error) {
    if (!(error instanceof BusinessError)) throw error;
    const { status } = error.kind;
    if (status === 403 || status === 429 || status >= 500) throw error;
    if (otherwise !== undefined && status === 409 && may(otherwise.operation) === undefined) {
      return carriedOut(context, { ...otherwise, otherwise: undefined, input }, { version, may });
    }
    throw changedSince({ problem: problemFrom(error) });
  }
}

type Refused = { readonly error: unknown; readonly reversals: readonly Reversal[] };

const Credited = z.object({
  problem: z.object({
    problem: z.object({
      code: z.literal('returns_remain'),
      amount_credited: z.string(),
    }),
  }),
});

/**
 * True of a sale among steps that are undone together whose invoice has just been credited with all of it: the credit
 * note has reversed the sale as well, and nothing of it is left to void.
 */
async function isCreditedWith({ db, organization }: Context, step: Step, { error, reversals }: Refused) {
  if (!(error instanceof BusinessError) || !reversals.some(({ leaves }) => leaves === 'credited')) return false;
  const { data: refused } = Credited.safeParse(error.details);
  if (refused === undefined) return false;
  const line = await db.one<{ total: string | null }>(sql`
    select after ->> 'total' as total from audit_log
    where organization_id = ${organization} and id = ${z.decode(Id('audit'), String(step.input['id']))}`);
  return line.total === refused.problem.problem.amount_credited;
}

function markUndone(context: Context, id: unknown): void {
  const { db, organization, now, actor } = context;
  db.later(sql`
    update mcp_writes set undone_at = ${now}, undone_by = ${JSON.stringify(actorStamp(actor))}
    where organization_id = ${organization} and id = ${z.decode(Id('audit'), String(id))}`);
}

/** What the undo of a step within others leaves. */
function leftBy({ operation, output }: WriteOutcome): Step['leaves'] {
  if (operation.undoes === undefined) return undefined;
  const { outcome } = recordIn(output);
  return outcome === 'archived' || outcome === 'credited' ? outcome : undefined;
}

/** Fails unless restored fields have their earlier values again. */
function checkExact({ action, before, output }: WriteRow, reversals: readonly WriteOutcome[]): void {
  const again = reversals.find(({ operation }) => operation.name === action);
  if (again === undefined) return;
  // Fields of the answer that are not of the record, such as warnings, do not count.
  const changed = new Set(
    changesBetween(before, output).flatMap(({ field }) => (field in (before ?? {}) ? field : [])),
  );
  const other = changesBetween(before, recordIn(again.output)).filter(({ field }) => changed.has(field));
  if (other.length > 0) throw undoUnavailable({ action, fields: other.map(({ field }) => field) });
}

function recordIn(output: unknown): Record<string, unknown> {
  return typeof output === 'object' && output !== null ? { ...output } : {};
}
