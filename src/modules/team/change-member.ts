import { sql } from '../../db/sql.ts';
import { encoderOf } from '../../operation/encode.ts';
import { invalidStateTransition, notFound, versionConflict, type OperationName } from '../../operation/errors.ts';
import type { Context } from '../../operation/operation.ts';
import { Member, memberColumns, type MemberRow } from './member.ts';
import { lastOwner } from './rights.ts';

/** A member with all that their roles let them do, whether they have access now or not. */
export type KnownMember = MemberRow & { readonly permissions: readonly string[] };

/** Reads a member under the lock of the team, in the version that the caller knows. */
export async function findMember({ db, organization }: Context, id: string, version?: number): Promise<KnownMember> {
  const member = await db.maybe<KnownMember>(sql`
    select ${memberColumns}, array(select distinct permission from roles, unnest(roles.permissions) as permission
      where roles.organization_id = team_members.organization_id and roles.id = any(team_members.role_ids))
        as permissions
    from team_members where organization_id = ${organization} and id = ${id}`);
  if (member === undefined) throw notFound();
  if (version !== undefined && version !== member.version) throw versionConflict({ current_version: member.version });
  return member;
}

/** Operations possible on members, by status. */
const possible: Readonly<Record<MemberRow['status'], readonly OperationName[]>> = {
  invited: ['remove_member'],
  active: ['suspend_member', 'remove_member'],
  suspended: ['reactivate_member', 'remove_member'],
  removed: ['create_invite'],
};

export function mustBe({ status }: MemberRow, ...wanted: readonly MemberRow['status'][]): void {
  if (!wanted.includes(status)) throw invalidStateTransition({ status, allowed: possible[status] });
}

export type MemberChange = Partial<
  Pick<MemberRow, 'role_ids' | 'scope' | 'title' | 'expires_at' | 'status'> & { readonly accessSince: string }
>;

/**
 * Writes what changes of a member, and answers the member as it is then. Somebody must stay who may do everything, for
 * good: whoever gives up, loses or limits being an owner leaves another behind.
 */
export async function changeMember(context: Context, before: KnownMember, change: MemberChange): Promise<MemberRow> {
  const { db, organization, now } = context;
  const { accessSince = null, ...fields } = change;
  const next = { ...before, ...fields };
  context.access.forget(before.user_id);
  db.later(sql`
    update members set role_ids = ${next.role_ids}::uuid[], scope = ${next.scope}, title = ${next.title},
      expires_at = ${next.expires_at},
      status = ${next.status}, access_since = coalesce(${accessSince}, access_since), version = version + 1,
      updated_at = ${now}
    where organization_id = ${organization} and id = ${before.id}`);
  const [after, owner] = await Promise.all([
    db.one<MemberRow>(sql`
      select ${memberColumns} from team_members where organization_id = ${organization} and id = ${before.id}`),
    db.maybe(sql`
      select from members where organization_id = ${organization} and is_owner and status = 'active'
        and expires_at is null limit 1`),
  ]);
  if (before.is_owner && owner === undefined) throw lastOwner();
  return after;
}

export const wireMember: (member: MemberRow) => unknown = encoderOf(Member);
