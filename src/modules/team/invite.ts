import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { daysAfter } from '../../core/instant.ts';
import { type Sql, sql } from '../../db/sql.ts';
import { encoderOf } from '../../operation/encode.ts';
import {
  invalidStateTransition,
  notFound,
  refusal,
  versionConflict,
  type OperationName,
} from '../../operation/errors.ts';
import { event } from '../../operation/events.ts';
import { mailStatus } from '../../operation/jobs.ts';
import type { Context } from '../../operation/operation.ts';
import { ActorStamp, Id, Instant } from '../../wire/index.ts';
import { memberScopes } from './scope.ts';

export const inviteStatuses = ['pending', 'accepted', 'declined', 'revoked', 'expired'] as const;

export const Invite = z.object({
  id: Id('invite'),
  email: z.string(),
  role_ids: z.array(Id('role')),
  scope: z.enum(memberScopes).describe('Which records they will see.'),
  access_expires_at: Instant.nullable().describe('When the access it grants expires.'),
  language: z.string().describe('Language of the e-mail, as a BCP 47 tag.'),
  status: z.enum(inviteStatuses),
  expires_at: Instant.describe('When the link in the e-mail expires.'),
  mails: z.int().describe('How many times it was e-mailed.'),
  mail_status: z.enum(['queued', 'sent', 'failed']).describe('`sent`: the mail server accepted the latest e-mail.'),
  mail_error: z.string().nullable().describe('Why the mail server has not accepted it.'),
  member_id: Id('member').nullable().describe('The member who joined with it.'),
  answered_at: Instant.nullable(),
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
  created_by: ActorStamp,
});

export type InviteRow = z.output<typeof Invite>;

/** Expiry depends on the clock, so the status is computed. */
export function inviteColumns(now: string): Sql {
  return sql`id, email, role_ids, scope, access_expires_at, language, ${statusOf(now)} as status, expires_at, mails,
    ${mailStatus(sql`invites.mail_job`)}, member_id, answered_at, version, created_at, updated_at, created_by`;
}

function statusOf(now: string): Sql {
  return sql`case when status = 'pending' and expires_at <= ${now} then 'expired' else status end`;
}

export const wireInvite: (invite: InviteRow) => unknown = encoderOf(Invite);

/** Event payload, without personal data, because events are stored and sent on. */
const InviteFacts = Invite.pick({
  id: true,
  role_ids: true,
  scope: true,
  status: true,
  expires_at: true,
  access_expires_at: true,
  member_id: true,
});

export const inviteCreated = event('invite.created', InviteFacts);
export const inviteResent = event('invite.resent', InviteFacts);
export const inviteRevoked = event('invite.revoked', InviteFacts);
export const inviteAccepted = event('invite.accepted', InviteFacts);
export const inviteDeclined = event('invite.declined', InviteFacts);

export const alreadyMember = refusal(
  'already_member',
  409,
  'A member already has that e-mail address.',
  'Find them with GET /api/team/members?q=; a suspended member is reactivated, not invited.',
);

export const alreadyInvited = refusal(
  'already_invited',
  409,
  'That address already has a pending invite.',
  'Send that one again at POST /api/team/invites/{id}/resend, or revoke it first.',
  ['invites_pending_key'],
);

/** Days for which an invite link works. */
const validDays = 7;
const tokenBytes = 32;

/** The link of an invite: known to the mail alone. */
export type Link = { readonly token: string; readonly hash: Buffer; readonly expiresAt: string };

export function newLink({ now }: Context): Link {
  const token = randomBytes(tokenBytes).toString('base64url');
  return { token, hash: inviteHash(token), expiresAt: daysAfter(now, validDays) };
}

export function inviteHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Reads an invite under the lock of the team, in the version that the caller knows. */
export async function findInvite({ db, organization, now }: Context, id: string, version?: number): Promise<InviteRow> {
  const invite = await db.maybe<InviteRow>(sql`
    select ${inviteColumns(now)} from invites where organization_id = ${organization} and id = ${id}`);
  if (invite === undefined) throw notFound();
  if (version !== undefined && version !== invite.version) throw versionConflict({ current_version: invite.version });
  return invite;
}

const possible: Readonly<Record<InviteRow['status'], readonly OperationName[]>> = {
  pending: ['resend_invite', 'revoke_invite'],
  expired: ['resend_invite', 'revoke_invite'],
  revoked: ['resend_invite'],
  declined: ['create_invite'],
  accepted: ['update_member'],
};

export function inviteMustBe({ status }: InviteRow, ...wanted: readonly InviteRow['status'][]): void {
  if (!wanted.includes(status)) throw invalidStateTransition({ status, allowed: possible[status] });
}

/** Ends an invite, and with it the link. */
export function answerInvite(
  { db, organization, now }: Context,
  before: InviteRow,
  { status, member = null }: { status: 'accepted' | 'declined' | 'revoked'; member?: string | null },
): InviteRow {
  const after = {
    ...before,
    status,
    member_id: member,
    answered_at: now,
    version: before.version + 1,
    updated_at: now,
  };
  db.later(sql`
    update invites set status = ${status}, token_hash = null, member_id = ${member}, answered_at = ${now},
      version = ${after.version}, updated_at = ${now}
    where organization_id = ${organization} and id = ${before.id}`);
  return after;
}
