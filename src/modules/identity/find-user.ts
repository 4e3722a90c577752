import type { Db } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import type { ActorOrganization } from '../../operation/actor.ts';
import type { Outside } from '../../operation/operation.ts';
import { membershipColumns, membershipFrom, type MembershipRow } from '../team/index.ts';

export type StoredUser = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly password_hash: string;
  readonly locale: string | null;
  readonly totp_secret: Buffer | null;
  readonly totp_confirmed_at: string | null;
  readonly totp_last_step: bigint | null;
  readonly signed_out_at: string | null;
  /** Organisation of the next session: the one asked for, else the last, else the first; undefined without one. */
  readonly organization: ActorOrganization | undefined;
};

/** Nobody's id: a stranger costs the same statements as a user. */
const nobody = '00000000-0000-7000-8000-000000000000';

/** The user with that address, and the organisation to sign in to. */
export function findUser(
  outside: Outside,
  { email, preferred }: { email: string; preferred?: string | undefined },
): Promise<StoredUser | undefined> {
  return outside.read({}, async (db) => {
    const user = await db.maybe<Omit<StoredUser, 'organization'>>(sql`
      select id, email, name, password_hash, locale, totp_secret, totp_confirmed_at, totp_last_step, signed_out_at
      from users where lower(email) = ${email}`);
    const organization = await organizationToEnter(db, user?.id, { preferred, now: outside.now });
    return user && { ...user, organization };
  });
}

/** Organisation of the next session of a user, or of nobody at the same cost. The transaction goes on as the user. */
export async function organizationToEnter(
  db: Db,
  id: string = nobody,
  { preferred = nobody, now }: { preferred?: string | undefined; now: string },
): Promise<ActorOrganization | undefined> {
  db.scope({ user: id });
  const membership = await db.maybe<MembershipRow>(sql`
    select ${membershipColumns} from memberships
    where user_id = ${id} and (expires_at is null or expires_at > ${now})
    order by organization_id = ${preferred} desc, provider_only,
      (select max(last_used_at) from sessions
        where sessions.user_id = ${id} and sessions.organization_id = memberships.organization_id) desc nulls last,
      memberships.created_at
    limit 1`);
  return membership && membershipFrom(membership).organization;
}

/** Id of the user with that address, in lower case. */
export async function userWith(db: Db, email: string): Promise<string | undefined> {
  return (await db.maybe<{ id: string }>(sql`select id from users where lower(email) = ${email}`))?.id;
}

/** The address that a user signs in with. */
export async function addressOf(db: Db, userId: string): Promise<string> {
  const { email } = await db.one<{ email: string }>(sql`select lower(email) as email from users where id = ${userId}`);
  return email;
}
