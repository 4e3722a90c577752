import { sql } from '../../db/sql.ts';
import type { Context } from '../../operation/operation.ts';
import type { MemberRow } from './member.ts';

/** How somebody stands in the organisation, whether that opens anything or not. */
export type Standing = Pick<
  MemberRow,
  'id' | 'user_id' | 'email' | 'status' | 'expires_at' | 'is_owner' | 'version'
> & {
  readonly role_ids: readonly string[];
  /** What somebody was let in with before stays shut; null where they never left. */
  readonly access_since: string | null;
};

/** Undefined for who never was a member. Read under the lock of the team. */
export function standingOf(
  { db, organization }: Context,
  { member, user }: { readonly member?: string; readonly user?: string },
): Promise<Standing | undefined> {
  return db.maybe<Standing>(sql`
    select members.id, members.user_id, lower(person.user_email) as email, members.status, members.expires_at,
      members.is_owner, members.version, members.role_ids, members.access_since
    from members join team_members as person
      on person.organization_id = members.organization_id and person.id = members.id
    where members.organization_id = ${organization}
      and (members.id = ${member ?? null} or members.user_id = ${user ?? null})`);
}
