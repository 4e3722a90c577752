import { z } from 'zod';
import { type Sql, sql } from '../../../db/sql.ts';
import { actorStamp, isRestProgram } from '../../../operation/actor.ts';
import { noUndoCodes } from '../../../operation/no-undo.ts';
import type { WriteOutcome } from '../../../operation/operation.ts';
import type { Context, Operation } from '../../../operation/operation.ts';
import type { Written } from '../../../operation/undo.ts';
import { ActorStamp, Id, Instant } from '../../../wire/index.ts';
import { actionNamed } from '../actions.ts';
import { type Step, wayBack } from './way-back.ts';

const undoHours = 24;

/** Undo state of a write: possible or not, and by which action. */
export const Undoable = z.object({
  possible: z.boolean().describe('It can be undone: not undone yet, and its records are unchanged since.'),
  until: Instant.nullable().describe('Null if no operation reverses such a write exactly.'),
  steps: z.array(z.string()).describe('The operations that reverse it. Undoing needs their permissions.'),
  reason: z
    .enum(noUndoCodes)
    .nullable()
    .describe('Why no operation reverses it, if so: `deleted`, `sent` and others; what to do instead depends on it.'),
  changed_since: z.boolean(),
  undone_at: Instant.nullable(),
  undone_by: ActorStamp.nullable(),
});
type Undoable = z.output<typeof Undoable>;

/** A write of an AI client as it was written down. */
export type WriteRow = Written & {
  readonly id: string;
  readonly at: string;
  readonly action: string;
  readonly target_id: string | null;
  readonly undone_at: string | null;
  readonly undone_by: z.output<typeof ActorStamp> | null;
};

/** Returned with the write, so that the caller can undo it without searching for it. */
export type UndoOffer = { readonly id: string; readonly until: string; readonly steps: readonly Operation[] };

/** Until when a write may be taken back. */
export function undoableUntil(at: string): string {
  return new Date(Date.parse(at) + undoHours * 3_600_000).toISOString();
}

/**
 * Writes down that an AI client wrote this, and in which conversation, or that it is one of the steps that others took;
 * the audit log says the rest.
 */
export function noteWrite(context: Context, outcome: WriteOutcome, steps?: string): UndoOffer | undefined {
  const { db, organization, actor, now } = context;
  const { line, request } = outcome;
  const isToken = actor.kind === 'mcp_token';
  db.later(sql`
    insert into mcp_writes (organization_id, id, token_id, conversation, at)
    values (${organization}, ${line}, ${isToken ? actor.credentialId : null},
      ${isToken ? (request.origin.conversation ?? null) : steps}, ${now})`);
  const back = stepsBack(outcome);
  if (back.length === 0) return undefined;
  return {
    id: z.encode(Id('audit'), line),
    until: undoableUntil(now),
    steps: back.map((step) => step.operation),
  };
}

/** Returns whether an AI client may take a write back exactly. */
export function isUndoable(outcome: WriteOutcome): boolean {
  return stepsBack(outcome).length > 0;
}

function stepsBack(outcome: WriteOutcome): Step[] {
  const { operation } = outcome;
  return operation.secretInput === undefined ? wayBack(operation, writtenBy(outcome)) : [];
}

function writtenBy({ request, before, output }: WriteOutcome): Written {
  return { input: recordOf(request.input) ?? {}, before: recordOf(before), output: recordOf(output) ?? {} };
}

function recordOf(value: unknown): Written['input'] | undefined {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  // The rest is an object with named fields.
  return isRecord ? (value as Written['input']) : undefined;
}

/** The calls that take a written-down write back. */
export function stepsOf({ action, ...written }: WriteRow): Step[] {
  return wayBack(actionNamed(action), { ...written, before: written.before ?? undefined });
}

/** Writes that this reader may see: those of their own tokens; with `audit:read`, everyone's. */
export function visibleLines(context: Context): Sql {
  const { organization, actor } = context;
  if (actor.permissions.has('audit:read')) return sql`line.organization_id = ${organization} and line.door = 'mcp'`;
  return sql`line.organization_id = ${organization} and line.door = 'mcp' and ${ownLines(context)}`;
}

/**
 * Writes that this actor may undo, as far as their rights go: with `audit:read` everything, but an AI app only what it
 * wrote itself; without it a program that as well, and a person what they and their tokens wrote.
 */
export function undoableLines(context: Context): Sql {
  const { organization, actor } = context;
  const all = sql`line.organization_id = ${organization}`;
  if (actor.kind === 'mcp_token') return sql`${all} and line.door = 'mcp' and ${ownLines(context)}`;
  if (actor.permissions.has('audit:read')) return all;
  if (isRestProgram(actor.kind)) return sql`${all} and line.credential_id = ${actor.credentialId}`;
  return sql`${all} and (line.actor ->> 'id' = ${actorStamp(actor).id} or ${ownLines(context)})`;
}

function ownLines({ organization, actor }: Context): Sql {
  // A credential may see less than its owner does, so what another one wrote is not for it to read.
  if (actor.kind === 'mcp_token') return sql`line.credential_id = ${actor.credentialId}`;
  if (isRestProgram(actor.kind)) return sql`false`;
  return sql`line.credential_id in (
    select id from mcp_tokens where organization_id = ${organization} and member_id = ${actor.memberId})`;
}

/** Of a row of `audit_log` named so and its row of `mcp_writes`, as a WriteRow. */
export const writeColumns = sql`line.id, coalesce(write.at, line.at) as at, line.action, line.target_id,
  line.input, line.before, line.after as output, write.undone_at, write.undone_by`;

/** The same with whether others wrote to its record later, as far as it may still be undone. */
export function changedSince(now: string): Sql {
  return sql`write.undone_at is null and write.at > ${now}::timestamptz - make_interval(hours => ${undoHours})
    and line.target_id is not null and exists (select from audit_log as later
      where later.organization_id = line.organization_id and later.target_id = line.target_id
        and later.id > line.id
        and ${stands(sql`later`)})`;
}

/** Of a line of the audit log: it was neither taken back, nor did it take something back. */
export function stands(line: Sql): Sql {
  return sql`not exists (select from mcp_writes as undone where undone.organization_id = ${line}.organization_id
      and undone.id = ${line}.id and undone.undone_at is not null)
    and not exists (select from mcp_undo_lines as undoing where undoing.organization_id = ${line}.organization_id
      and undoing.id = ${line}.id)`;
}

type NotedWrite = WriteRow & { readonly noted: boolean; readonly changed: boolean };

/** Undo state of a write, from its row. */
export function undoableOf(row: NotedWrite, now: string) {
  const steps = row.noted ? stepsOf(row).map(({ operation }) => operation.name) : [];
  const until = steps.length === 0 ? null : undoableUntil(row.at);
  const isOpen = until !== null && Date.parse(now) < Date.parse(until) && row.undone_at === null;
  const { undone_at, undone_by } = row;
  return {
    possible: isOpen && !row.changed,
    until,
    steps,
    reason: steps.length === 0 ? (actionNamed(row.action)?.noUndo ?? null) : null,
    changed_since: row.changed,
    undone_at,
    undone_by,
  } satisfies Undoable;
}
