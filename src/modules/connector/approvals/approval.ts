import { z } from 'zod';
import { type Sql, sql } from '../../../db/sql.ts';
import { isRestProgram } from '../../../operation/actor.ts';
import { BusinessError, notFound } from '../../../operation/errors.ts';
import { event } from '../../../operation/events.ts';
import type { Context } from '../../../operation/operation.ts';
import { ActorStamp, Id, Instant } from '../../../wire/index.ts';
import { Preview, previewFor } from '../previews/preview.ts';
import { Subject, subjectOf } from './subject.ts';

/** Time for a decision. */
export const lifetimeDays = 7;
export const noteLengthMax = 2_000;
export const statuses = ['pending', 'approved', 'rejected', 'expired', 'superseded'] as const;
export const reasons = ['preset', 'limit', 'untrusted_text'] as const;

export const Approval = z.object({
  id: Id('approval'),
  status: z.enum(statuses),
  action: z.string(),
  subject: Subject.nullable().describe('The record that it is about; null for many or none.'),
  reason: z
    .enum(reasons)
    .describe('Why approval is needed: the token’s settings, its limits, or untrusted text read before.'),
  arguments: z.record(z.string(), z.unknown()),
  preview: Preview,
  url: z.string().describe('The page where a member approves or rejects it.'),
  token_id: Id('mcp_token'),
  member_id: Id('member'),
  client: z.string().nullable(),
  expires_at: Instant,
  decided_at: Instant.nullable(),
  decided_by: ActorStamp.nullable(),
  note: z.string().nullable(),
  result: z.record(z.string(), z.unknown()).nullable().describe('The result of the action after approval.'),
  problem: z.record(z.string(), z.unknown()).nullable().describe('Why it could not be carried out as previewed.'),
  created_at: Instant,
  updated_at: Instant,
  created_by: ActorStamp,
});
type Approval = z.output<typeof Approval>;

export type ApprovalRow = Omit<Approval, 'url' | 'subject'>;

export const approvalRequested = event('approval.requested', Approval, {
  title: 'A write is waiting for approval',
  called: 'action',
  names: 'member_id',
  page: 'approvals',
});
export const approvalApproved = event('approval.approved', Approval);
export const approvalRejected = event('approval.rejected', Approval);
export const approvalExpired = event('approval.expired', Approval);
export const approvalSuperseded = event('approval.superseded', Approval);

/** The row as the output wants it. `now` decides whether it has expired. */
export function approvalColumns(now: string): Sql {
  return sql`id, ${statusAt(now)} as status, action, reason, arguments, preview, token_id, member_id, client,
    expires_at, decided_at, decided_by, note, result, problem, created_at, updated_at, created_by`;
}

function statusAt(now: string): Sql {
  return sql`case when state = 'pending' and expires_at <= ${now} then 'expired' else state end`;
}

/** Members see what their tokens asked for, a token what it asked for itself; with `approvals:read`, everything. */
export function visibleApprovals({ organization, actor }: Context): Sql {
  const all = sql`organization_id = ${organization}`;
  if (actor.kind === 'mcp_token') return sql`${all} and token_id = ${actor.credentialId}`;
  if (actor.permissions.has('approvals:read')) return all;
  // What an AI app asked for may be about anything, and a key or app reads by its scopes alone.
  return isRestProgram(actor.kind) ? sql`false` : sql`${all} and member_id = ${actor.memberId}`;
}

/** The record as this reader may see it. */
export function approvalFrom({ actor, settings }: Context, row: ApprovalRow): Approval {
  const url = `${settings.publicUrl}/approvals/${z.encode(Id('approval'), row.id)}`;
  return { ...row, subject: subjectOf(row), preview: previewFor(actor.permissions, row.preview), url };
}

type Pending = ApprovalRow & { readonly sealed_input: Buffer; readonly plan: Buffer } & {
  readonly idempotency_key: string | null;
  readonly conversation: string | null;
  readonly request_id: string;
};

/** Reads one that the actor may see, and locks it: two who decide at once decide one after the other. */
export async function lockApproval(context: Context, id: string): Promise<Pending> {
  const found = await context.db.maybe<Pending>(sql`
    select ${approvalColumns(context.now)}, sealed_input, plan, idempotency_key, conversation, request_id from approvals
    where ${visibleApprovals(context)} and id = ${id} for update`);
  if (found === undefined) throw notFound();
  return found;
}

/** Context to which the sealed request is bound; it opens nowhere else. */
export function aboutApproval(organization: string, id: string): string {
  return `approval ${organization} ${id}`;
}

/** Refusal stored as the outcome of an approved write. */
export function problemFrom({ kind, details }: BusinessError): Record<string, unknown> {
  const { detail = kind.title, hint = kind.hint, ...remedy } = details;
  return { code: kind.code, detail, hint, ...remedy };
}
