import { sql } from '../../db/sql.ts';
import { forbidden, refusal } from '../../operation/errors.ts';
import type { Context } from '../../operation/operation.ts';
import { type MemberScope, rightsWithin } from './scope.ts';

export const rightsExceeded = refusal(
  'rights_exceeded',
  403,
  'You cannot grant, remove or change permissions that you do not hold.',
  'Ask a member who holds every permission in `missing`.',
);

export const lastOwner = refusal(
  'last_owner',
  409,
  'An organisation needs an owner whose access does not expire.',
  'Make somebody else an owner first, at POST /api/team/members/{id}/transfer-ownership.',
);

/** Current permissions of a member, to use and to grant. */
export type MemberRights = {
  readonly name: string;
  readonly permissions: ReadonlySet<string>;
  readonly isOwner: boolean;
  /** Expiry of their own access. */
  readonly endsAt: string | null;
};

type Row = Omit<MemberRights, 'permissions' | 'isOwner' | 'endsAt'> & {
  readonly scope: MemberScope;
  readonly permissions: readonly string[];
  readonly is_owner: boolean;
  readonly ends_at: string | null;
};

/** Context of a team, which may be read before any member has signed in. */
type TeamContext = Pick<Context, 'db' | 'organization' | 'now'>;

/**
 * Locks the team, and returns the current permissions of the actor: those looked up at the start of the call may have
 * been removed since. Members, roles and invites change under this lock and no other. What is read in the same flight,
 * after it, is read under it.
 */
export async function lockTeam(context: Context): Promise<MemberRights> {
  const { actor } = context;
  const [, rights] = await Promise.all([waitForTeam(context), getMemberRights(context, actor.memberId)]);
  const permissions = rights?.permissions.intersection(actor.permissions);
  if (rights === undefined || permissions?.has('team:manage') !== true) throw forbidden({ needs: 'team:manage' });
  return { ...rights, permissions };
}

/** The lock alone, for what people do with themselves. */
export async function waitForTeam({ db, organization }: TeamContext): Promise<void> {
  await db.run(sql`select from organizations where id = ${organization} for no key update`);
}

/** Current permissions of a member; undefined for one without access. */
export async function getMemberRights(
  { db, organization, now }: TeamContext,
  member: string,
): Promise<MemberRights | undefined> {
  const row = await db.maybe<Row>(sql`
    select user_name as name, permissions, scope, is_owner, expires_at as ends_at from memberships
    where organization_id = ${organization} and member_id = ${member || null}
      and (expires_at is null or expires_at > ${now})`);
  if (row === undefined) return undefined;
  const { name, is_owner: isOwner, ends_at: endsAt } = row;
  return { name, permissions: rightsWithin(row.scope, row.permissions).permissions, isOwner, endsAt };
}

/** Rights that are given, taken away or changed. */
export type Rights = { readonly permissions: readonly string[]; readonly isOwner?: boolean };

/** Refuses to touch rights that the actor does not hold. That of an owner is one beside all permissions. */
export function mustHold(rights: MemberRights, { permissions, isOwner = false }: Rights): void {
  const missing = missingIn(rights, { permissions, isOwner });
  if (missing.length > 0) throw rightsExceeded({ missing });
}

export function missingIn(rights: MemberRights, { permissions, isOwner = false }: Rights): string[] {
  const missing = permissions.filter((permission) => !rights.permissions.has(permission));
  return [...missing.toSorted(), ...(isOwner && !rights.isOwner ? ['owner'] : [])];
}

/** Nobody hands on access that lasts longer than their own. */
export function mustOutlast(rights: MemberRights, until: string | null): void {
  const { endsAt } = rights;
  if (outlasts(rights, until)) return;
  const hint = `Your own access ends at ${endsAt}: choose that moment or an earlier one.`;
  throw rightsExceeded({ missing: [], expires_at_max: endsAt, hint });
}

export function outlasts({ endsAt }: MemberRights, until: string | null): boolean {
  return endsAt === null || (until !== null && Date.parse(until) <= Date.parse(endsAt));
}
