import type { ActorOrganization } from '../../operation/actor.ts';
import type { Db } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { type MemberScope, rightsWithin } from './scope.ts';

/** One person's standing in one organisation, now: everything an actor is made of but the credential. */
export type Membership = {
  readonly memberId: string;
  readonly userId: string;
  readonly name: string;
  readonly organization: ActorOrganization;
  readonly permissions: ReadonlySet<string>;
  /** Limits the visible records, and the permissions withheld by that. */
  readonly scope?: 'own' | 'assigned';
  readonly withheld?: ReadonlySet<string>;
  /** RFC 3339; absent where the access does not expire. */
  readonly accessEndsAt?: string;
  /** Set where the organisation lets this person in through its sign-in provider alone. */
  readonly providerOnly?: true;
};

/** A row of `membershipColumns`. */
export type MembershipRow = {
  readonly member_id: string;
  readonly user_id: string;
  readonly user_name: string;
  readonly organization_id: string;
  readonly organization_name: string;
  readonly base_currency: string;
  readonly timezone: string;
  readonly locale: string;
  readonly permissions: readonly string[];
  readonly scope: MemberScope;
  readonly membership_ends: string | null;
};

/** Columns of the view `memberships`, for statements that read it together with their own credential. */
export const membershipColumns = sql`memberships.member_id, memberships.user_id, memberships.user_name,
  memberships.organization_id, memberships.organization_name, memberships.base_currency, memberships.timezone,
  memberships.locale, memberships.permissions, memberships.scope, memberships.expires_at as membership_ends`;

export function membershipFrom(row: MembershipRow): Membership {
  const { permissions, withheld } = rightsWithin(row.scope, row.permissions);
  return {
    memberId: row.member_id,
    userId: row.user_id,
    name: row.user_name,
    organization: {
      id: row.organization_id,
      name: row.organization_name,
      baseCurrency: row.base_currency,
      timezone: row.timezone,
      locale: row.locale,
    },
    permissions,
    ...(row.scope === 'all' ? {} : { scope: row.scope, withheld }),
    ...(row.membership_ends === null ? {} : { accessEndsAt: row.membership_ends }),
  };
}

/** The transaction must be scoped to the organisation: roles of others do not show. */
export async function membershipOf(
  db: Db,
  { user, organization, now }: { user: string; organization: string; now: string },
): Promise<Membership | undefined> {
  const row = await db.maybe<MembershipRow & { readonly provider_only: boolean }>(sql`
    select ${membershipColumns}, memberships.provider_only from memberships
    where organization_id = ${organization} and user_id = ${user} and (expires_at is null or expires_at > ${now})`);
  if (row === undefined) return undefined;
  return row.provider_only ? { ...membershipFrom(row), providerOnly: true } : membershipFrom(row);
}
