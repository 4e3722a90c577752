import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import type { Deed } from '../../operation/deed.ts';
import { BusinessError, notFound, unauthenticated } from '../../operation/errors.ts';
import { changesBetween } from '../../operation/history.ts';
import type { Context } from '../../operation/operation.ts';
import { ActorStamp, Id, Instant } from '../../wire/index.ts';
import { problemFrom } from './approval.ts';
import { credentialOfToken } from './authenticate.ts';
import { stands, stepsOf, undoableUntil, undoableLines, writeColumns, type WriteRow } from './mcp-write.ts';
import { refusalOfToken } from './token-rights.ts';
import { alreadyUndone, changedSince, undoExpired, undoUnavailable } from './undo-refusals.ts';
import type { Step } from './way-back.ts';

export const UndoneWrite = z.object({
  id: Id('audit').describe('Of the write, as list_mcp_activity shows it.'),
  action: z.string(),
  target_id: z.string().nullable(),
  undone_at: Instant,
  undone_by: ActorStamp,
  steps: z
    .array(z.object({ action: z.string(), result: z.record(z.string(), z.unknown()) }))
    .describe('What took it back, and what that answered.'),
});
type UndoneWrite = z.output<typeof UndoneWrite>;

const laterLinesMax = 200;

/** Takes a write back wholly, or refuses and leaves everything as it was. */
export async function takeBack(context: Context, id: string): Promise<UndoneWrite> {
  const write = await lockWrite(context, id);
  const steps = checkOpen(context, write);
  await checkToken(context, steps);
  const version = await versionNow(context, write);
  const deeds: Deed[] = [];
  for (const step of steps) deeds.push(await carriedOut(context, step, version));
  // Whoever changed it since then has committed before the steps could lock it.
  await versionNow(context, write, deeds);
  checkExact(write, deeds);
  const { db, organization, now, actor } = context;
  const stamp = actorStamp(actor);
  db.later(sql`
    update mcp_writes set undone_at = ${now}, undone_by = ${JSON.stringify(stamp)}
    where organization_id = ${organization} and id = ${id}`);
  db.later(sql`
    insert into mcp_undo_lines (organization_id, id, write_id)
    select ${organization}, line, ${id} from unnest(${deeds.map(({ line }) => line)}::uuid[]) as line`);
  const done = deeds.map(({ operation, output }) => ({ action: operation.name, result: recordIn(output) }));
  return { id, action: write.action, target_id: write.target_id, undone_at: now, undone_by: stamp, steps: done };
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
  if (steps.length === 0) throw undoUnavailable({ action: write.action });
  const until = undoableUntil(write.at);
  if (Date.parse(now) >= Date.parse(until)) throw undoExpired({ until });
  return steps;
}

/** A token that may not do what takes it back may not do so by this name either. */
async function checkToken(context: Context, steps: readonly Step[]): Promise<void> {
  const { actor, db } = context;
  if (actor.kind !== 'mcp_token') return;
  const credential = await credentialOfToken(db, { ...context, id: actor.credentialId });
  if (credential === undefined) throw unauthenticated();
  for (const { operation } of steps) {
    const refused = refusalOfToken(credential, operation);
    if (refused !== undefined) throw refused;
  }
}

type Later = {
  readonly id: string;
  readonly action: string;
  readonly actor: z.output<typeof ActorStamp>;
  readonly at: string;
  readonly version: number | null;
  readonly stands: boolean;
};

/** The version that the record has if nobody changed it but those whose changes were taken back. */
async function versionNow(context: Context, write: WriteRow, own: readonly Deed[] = []): Promise<number | undefined> {
  const lines = await context.db.many<Later>(sql`
    select line.id, line.action, line.actor, line.at, (line.after ->> 'version')::int as version,
      ${stands(sql`line`)} as stands
    from audit_log as line
    where line.organization_id = ${context.organization} and line.target_id = ${write.target_id}
      and line.id > ${write.id} order by line.id limit ${laterLinesMax}`);
  const others = lines.filter(({ id }) => own.every(({ line }) => line !== id));
  const change = others.find((line) => line.stands);
  if (change !== undefined) {
    const { action, actor, at } = change;
    throw changedSince({ changed_by: actor, changed_at: at, changed_with: action });
  }
  const versions = [write.output['version'], ...others.map(({ version }) => version)];
  return versions.filter((version) => typeof version === 'number').at(-1);
}

/** As whoever undoes it, with the rights that they have. What it refuses, it refuses for what happened since. */
async function carriedOut(context: Context, { operation, input }: Step, version: number | undefined): Promise<Deed> {
  const { actor, origin } = context;
  const at = 'version' in input && version !== undefined ? { ...input, version } : input;
  try {
    return await context.carryOut({ operation, request: { actor, origin, input: at } });
  } catch (error) {
    if (!(error instanceof BusinessError)) throw error;
    const { status } = error.kind;
    if (status === 403 || status === 429 || status >= 500) throw error;
    throw changedSince({ problem: problemFrom(error) });
  }
}

/** Where earlier values were written again, the record has them again. */
function checkExact({ action, before, output }: WriteRow, deeds: readonly Deed[]): void {
  const again = deeds.find(({ operation }) => operation.name === action);
  if (again === undefined) return;
  // What an answer says beside the record, such as warnings, was no part of it.
  const changed = new Set(
    changesBetween(before, output).flatMap(({ field }) => (field in (before ?? {}) ? field : [])),
  );
  const other = changesBetween(before, recordIn(again.output)).filter(({ field }) => changed.has(field));
  if (other.length > 0) throw undoUnavailable({ action, fields: other.map(({ field }) => field) });
}

function recordIn(output: unknown): Record<string, unknown> {
  return typeof output === 'object' && output !== null ? { ...output } : {};
}
