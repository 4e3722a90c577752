import type { Db } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { type ActorOrganization, anonymous } from '../../operation/actor.ts';
import { notFound } from '../../operation/errors.ts';
import type { Context } from '../../operation/operation.ts';
import { organizationOf } from '../organization/index.ts';
import { inviteColumns, inviteHash, type InviteRow } from './invite.ts';
import { missingIn, outlasts, type MemberRights, getMemberRights, waitForTeam } from './rights.ts';
import { rightsOf, type RoleRow, rolesOfInvite } from './role.ts';

export type OpenInvite = {
  readonly invite: InviteRow;
  readonly organization: ActorOrganization;
  readonly roles: readonly RoleRow[];
  readonly inviter: MemberRights;
};

/**
 * Goes on as whoever holds the link of an invite, in the organisation that it leads to. It rests on the rights of who
 * made it, which are looked at again. A link that is unknown, was used or taken back, has expired or rests on nothing
 * any more is not found, each like the other.
 *
 * @param lock where it is about to be answered: of two answers at once, the second finds nothing
 */
export async function openInvite(context: Context, token: string, { lock }: { lock: boolean }): Promise<OpenInvite> {
  const { db, now } = context;
  const hash = inviteHash(token);
  db.scope({ credential: hash.toString('hex') });
  const found = await db.maybe<{ organization: string; id: string; inviter: string }>(sql`
    select organization_id as organization, id, invited_by as inviter from invites
    where token_hash = ${hash} and expires_at > ${now}`);
  if (found === undefined) throw notFound();
  const place = { db, now, organization: found.organization };
  db.scope({ organization: found.organization });
  const [, organization, invite, roles, inviter] = await Promise.all([
    lock ? waitForTeam(place) : undefined,
    organizationOf(db, found.organization),
    db.maybe<InviteRow>(sql`
      select ${inviteColumns(now)} from invites
      where organization_id = ${found.organization} and id = ${found.id} and token_hash = ${hash}`),
    rolesOfInvite(place, found.id),
    getMemberRights(place, found.inviter),
  ]);
  if (invite === undefined || inviter === undefined || !mayStillGive(inviter, invite, roles)) throw notFound();
  context.enter({ ...anonymous, name: 'Invited person', organization });
  return { invite, organization, roles, inviter };
}

/** The pending invite of an address that has been shown to be somebody's otherwise, under the lock of the team. */
export async function inviteFor(context: Context, email: string): Promise<InviteRow | undefined> {
  const { db, organization, now } = context;
  const invite = await db.maybe<InviteRow>(sql`
    select ${inviteColumns(now)} from invites
    where organization_id = ${organization} and email = ${email} and status = 'pending' and expires_at > ${now}`);
  if (invite === undefined) return undefined;
  const [found, roles] = await Promise.all([
    db.maybe<{ inviter: string }>(sql`
      select invited_by as inviter from invites where organization_id = ${organization} and id = ${invite.id}`),
    rolesOfInvite(context, invite.id),
  ]);
  const inviter = await getMemberRights(context, found?.inviter ?? '');
  return inviter !== undefined && mayStillGive(inviter, invite, roles) ? invite : undefined;
}

function mayStillGive(inviter: MemberRights, invite: InviteRow, roles: readonly RoleRow[]): boolean {
  if (!inviter.permissions.has('team:manage') || roles.length < invite.role_ids.length) return false;
  return missingIn(inviter, rightsOf(roles)).length === 0 && outlasts(inviter, invite.access_expires_at);
}

/** Address of a working invite link. What stands in the way besides its end is found out when it is used. */
export async function addressOfInvite(db: Db, token: string, now: string): Promise<string | undefined> {
  const hash = inviteHash(token);
  db.scope({ credential: hash.toString('hex') });
  const found = await db.maybe<{ email: string }>(sql`
    select email from invites where token_hash = ${hash} and expires_at > ${now}`);
  return found?.email;
}
