import type { Db } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { type Membership, membershipColumns, membershipFrom, type MembershipRow } from './membership.ts';

const membersMax = 2_000;

/** A member who has access now, with the address that they are written to. */
export type Colleague = Membership & {
  readonly email: string;
  /** The language that they are written to in: the one they chose, else their organisation's. */
  readonly language: string;
  /** Start of the membership, RFC 3339. */
  readonly since: string;
};

type TeamContext = { readonly db: Db; readonly organization: string; readonly now: string };

/** All who have access to an organisation, to be told what happens in it. */
export async function colleaguesOf({ db, organization, now }: TeamContext): Promise<Colleague[]> {
  const rows = await db.many<MembershipRow & Pick<Colleague, 'email' | 'language' | 'since'>>(sql`
    select ${membershipColumns}, person.user_email as email, memberships.created_at as since,
      coalesce(person.user_locale, memberships.locale) as language
    from memberships
    join team_members as person on person.organization_id = ${organization} and person.id = memberships.member_id
    where memberships.organization_id = ${organization}
      and (memberships.expires_at is null or memberships.expires_at > ${now})
    order by memberships.created_at, memberships.member_id limit ${membersMax}`);
  return rows.map(({ email, language, since, ...row }) => ({ ...membershipFrom(row), email, language, since }));
}
