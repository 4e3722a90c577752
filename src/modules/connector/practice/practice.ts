import { z } from 'zod';
import { type Sql, sql } from '../../../db/sql.ts';
import { type Actor, isRestProgram } from '../../../operation/actor.ts';
import { forbidden, notFound } from '../../../operation/errors.ts';
import { event } from '../../../operation/events.ts';
import type { Context } from '../../../operation/operation.ts';
import { ActorStamp, Id, Instant } from '../../../wire/index.ts';
import { Preview } from '../previews/preview.ts';
import { practiceNotRunning } from '../refusals.ts';

export const practiceStatuses = ['running', 'expired', 'promoted', 'ended'] as const;

/** After the last write, or the start. */
export const idleDays = 1;
export const lifetimeDays = 7;

export const Practice = z.object({
  id: Id('practice'),
  status: z.enum(practiceStatuses).describe('While running or expired, nothing that its token does reaches the books.'),
  token_id: Id('mcp_token'),
  token_name: z.string(),
  member_id: Id('member'),
  writes: z.int().describe('How many writes were made in it; at most 20.'),
  expires_at: Instant.describe('When it is over unless something is written: 24 hours, and at most 7 days.'),
  ended_at: Instant.nullable(),
  ended_by: ActorStamp.nullable(),
  created_at: Instant,
  created_by: ActorStamp.describe('Where a person started it, only a person ends it.'),
});
export type PracticeRecord = z.output<typeof Practice>;

/** What a write would do to the books, to stock and by mail. */
export const Effect = Preview.pick({ sentences: true, journal: true, stock: true, mails: true });

/** A write of a practice as it is kept. */
export const KeptWrite = z.object({
  action: z.string(),
  /** In wire form. */
  arguments: z.record(z.string(), z.unknown()),
  idempotency_key: z.string().optional(),
  at: z.string(),
  /** Ids on the wire that it made up, by the field of its answer that has each. */
  made: z.record(z.string(), z.string()),
  id: z.string().nullable(),
  number: z.string().nullable(),
  status: z.string().nullable(),
  total: z.string().nullable(),
  currency: z.string().nullable(),
  effect: Effect,
});
export type KeptWrite = z.output<typeof KeptWrite>;

export const practiceStarted = event('practice.started', Practice);
export const practiceEnded = event('practice.ended', Practice);
export const practicePromoted = event('practice.promoted', Practice);

/** Columns of `practices` named so, and its token beside it. */
export const practiceColumns: Sql = sql`practice.id, practice.state as status, practice.token_id,
  (select token.name from mcp_tokens as token where token.organization_id = practice.organization_id
    and token.id = practice.token_id) as token_name, practice.member_id,
  case practice.state when 'running' then jsonb_array_length(practice.writes) else practice.writes_made end as writes,
  practice.expires_at, practice.ended_at, practice.ended_by, practice.created_at, practice.created_by`;

/** A token sees its own; members those of their tokens; with `tokens:read` or `tokens:manage`, everyone's. */
export function visiblePractices({ organization, actor }: Context): Sql {
  const all = sql`practice.organization_id = ${organization}`;
  if (actor.kind === 'mcp_token') return sql`${all} and practice.token_id = ${actor.credentialId}`;
  if (actor.permissions.has('tokens:read') || actor.permissions.has('tokens:manage')) return all;
  return isRestProgram(actor.kind) ? sql`false` : sql`${all} and practice.member_id = ${actor.memberId}`;
}

export type PracticeRow = PracticeRecord & { readonly kept: readonly KeptWrite[] };

/** Reads one that the actor may see, with its writes. */
export async function readPractice(context: Context, id: string): Promise<PracticeRow> {
  const found = await context.db.maybe<PracticeRow>(sql`
    select ${practiceColumns}, practice.writes as kept from practices as practice
    where ${visiblePractices(context)} and practice.id = ${id}`);
  if (found === undefined) throw notFound();
  return found;
}

/** The same to change it, by whoever may: the token that practises, its member, or who manages tokens. */
export async function lockPractice(context: Context, id: string): Promise<PracticeRow> {
  const { db, actor } = context;
  const found = await db.maybe<PracticeRow>(sql`
    select ${practiceColumns}, practice.writes as kept from practices as practice
    where ${visiblePractices(context)} and practice.id = ${id} for update of practice`);
  if (found === undefined) throw notFound();
  const needs = 'tokens:manage';
  const isOwn = actor.kind === 'mcp_token' || found.member_id === actor.memberId;
  if (!isOwn && !actor.permissions.has(needs)) throw forbidden({ needs });
  return found;
}

/** Refuses what is done to a practice that no longer runs. */
export function mustRun({ status }: PracticeRecord): void {
  if (status !== 'running') throw practiceNotRunning({ status });
}

/** True where the practice was started over the head of its token, which therefore does not leave it by itself. */
export function isHeld({ created_by: by }: PracticeRecord, actor: Actor): boolean {
  return actor.kind === 'mcp_token' && by.type !== 'mcp_token';
}

/** The record without the writes that came with it. */
export function recordFrom(row: PracticeRow): PracticeRecord {
  const { kept: _kept, ...record } = row;
  return record;
}
