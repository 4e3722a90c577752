import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import type { Context } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { alreadyMember, answerInvite, inviteAccepted, type InviteRow } from './invite.ts';
import { memberColumns, memberJoined, type MemberRow } from './member.ts';

type Former = Pick<MemberRow, 'id' | 'status' | 'expires_at'>;

/**
 * Makes a user a member as the invite says, under the lock of the team. Who was one before comes back as the same
 * member, so that what they did stays theirs; nothing that they were let in with then opens anything now.
 */
export async function becomeMember(context: Context, invite: InviteRow, userId: string): Promise<MemberRow> {
  const { db, organization, now } = context;
  const former = await db.maybe<Former>(sql`
    select id, status, expires_at from members where organization_id = ${organization} and user_id = ${userId}`);
  if (former !== undefined && !isOver(former, now)) {
    throw alreadyMember({ member_id: z.encode(Id('member'), former.id) });
  }
  const id = former?.id ?? context.newId();
  db.later(sql`
    insert into members (organization_id, id, user_id, role_ids, scope, expires_at, access_since, created_at,
      updated_at)
    values (${organization}, ${id}, ${userId}, ${invite.role_ids}::uuid[], ${invite.scope},
      ${invite.access_expires_at}, ${now}, ${now}, ${now})
    on conflict (organization_id, id) do update set status = 'active', role_ids = excluded.role_ids,
      scope = excluded.scope,
      expires_at = excluded.expires_at, access_since = excluded.access_since, version = members.version + 1,
      updated_at = excluded.updated_at`);
  const answered = answerInvite(context, invite, { status: 'accepted', member: id });
  const member = await db.one<MemberRow>(sql`
    select ${memberColumns} from team_members where organization_id = ${organization} and id = ${id}`);
  context.access.forget(userId);
  context.emit(inviteAccepted(answered));
  context.emit(memberJoined(member));
  return member;
}

function isOver({ status, expires_at: end }: Former, now: string): boolean {
  return status === 'removed' || (status === 'active' && end !== null && Date.parse(end) <= Date.parse(now));
}
