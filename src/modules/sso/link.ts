import { sql } from '../../db/sql.ts';
import type { Context } from '../../operation/operation.ts';
import { type Standing, standingOf } from '../team/index.ts';

type LinkRow = { readonly member_id: string; readonly created_at: string; readonly suspended_version: number | null };

/** Somebody whom the organisation knows by their `sub` at the provider. */
export type Linked = { readonly standing: Standing; readonly suspendedVersion: number | null };

/** A link from before the member left and came back counts for nothing, and goes. */
export async function linkedBy(context: Context, subject: string): Promise<Linked | undefined> {
  const { db, organization } = context;
  const link = await db.maybe<LinkRow>(sql`
    select member_id, created_at, suspended_version from sso_links
    where organization_id = ${organization} and subject = ${subject}`);
  const standing = link && (await standingOf(context, { member: link.member_id }));
  if (link === undefined || standing === undefined) return undefined;
  if (!isStale(link, standing)) return { standing, suspendedVersion: link.suspended_version };
  await dropLink(context, standing.id);
  return undefined;
}

/** Ties a member to a `sub`. False where they are tied to another, who is somebody else with the same address. */
export async function tie(context: Context, subject: string, standing: Standing): Promise<boolean> {
  const { db, organization, now } = context;
  const link = await db.maybe<{ subject: string; created_at: string }>(sql`
    select subject, created_at from sso_links where organization_id = ${organization} and member_id = ${standing.id}`);
  if (link !== undefined && link.subject !== subject && !isStale(link, standing)) return false;
  // What the `sub` was tied to before let nobody in any more, or it would have been found by it.
  db.later(sql`
    delete from sso_links
    where organization_id = ${organization} and (member_id = ${standing.id} or subject = ${subject})`);
  db.later(sql`
    insert into sso_links (organization_id, subject, member_id, created_at, last_used_at)
    values (${organization}, ${subject}, ${standing.id}, ${now}, ${now})`);
  return true;
}

/** The same link, made anew: what was let in before stays shut. */
export function renewLink({ db, organization, now }: Context, memberId: string): void {
  db.later(sql`
    update sso_links set created_at = ${now} where organization_id = ${organization} and member_id = ${memberId}`);
}

/** `suspendedVersion`: of the member as this sign-in suspended them, so that another sign-in may take that back. */
export function noteUse(context: Context, memberId: string, suspendedVersion: number | null): void {
  const { db, organization, now } = context;
  db.later(sql`
    update sso_links set last_used_at = ${now}, suspended_version = ${suspendedVersion}
    where organization_id = ${organization} and member_id = ${memberId}`);
}

async function dropLink({ db, organization }: Context, memberId: string): Promise<void> {
  await db.run(sql`delete from sso_links where organization_id = ${organization} and member_id = ${memberId}`);
}

function isStale(link: Pick<LinkRow, 'created_at'>, { access_since: since }: Standing): boolean {
  return since !== null && Date.parse(link.created_at) < Date.parse(since);
}
