import { sql } from '../../db/sql.ts';
import type { Context } from '../../operation/operation.ts';
import { memberColumns, memberJoined, type MemberRow } from './member.ts';

/** Makes a user a member who never was one, without an invite: the organisation's sign-in provider vouches for them. */
export async function admitMember(
  context: Context,
  { userId, roleIds }: { readonly userId: string; readonly roleIds: readonly string[] },
): Promise<MemberRow> {
  const { db, organization, now } = context;
  const id = context.newId();
  db.later(sql`
    insert into members (organization_id, id, user_id, role_ids, access_since, created_at, updated_at)
    values (${organization}, ${id}, ${userId}, ${roleIds}::uuid[], ${now}, ${now}, ${now})`);
  const member = await db.one<MemberRow>(sql`
    select ${memberColumns} from team_members where organization_id = ${organization} and id = ${id}`);
  context.access.forget(userId);
  context.emit(memberJoined(member));
  return member;
}
