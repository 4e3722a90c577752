import type { Context } from '../../operation/operation.ts';
import { endAccess } from '../membership/index.ts';
import { changeMember, findMember, memberReactivated, memberSuspended, memberUpdated } from '../team/index.ts';
import { type Linked, noteUse, renewLink } from './link.ts';
import { hasAccess } from './person.ts';
import type { Reason } from './refusals.ts';

/**
 * Gives a member the roles that follow from their groups now. Whoever has none any more is suspended, with all that
 * they are signed in with, until groups that come back let them in again. Owners stay what they are. Answers why the
 * member does not get in, or nothing.
 *
 * @param roles undefined where they follow from nothing
 */
export async function followRoles(
  context: Context,
  { standing, suspendedVersion }: Linked,
  roles: readonly string[] | undefined,
): Promise<Reason | undefined> {
  const { id, is_owner: isOwner, version } = standing;
  const given = isOwner ? undefined : roles;
  const mayReturn = standing.status === 'suspended' && suspendedVersion === version && (given?.length ?? 0) > 0;
  if (!mayReturn && !hasAccess(standing, context.now)) return 'ended';
  if (given?.length === 0) {
    const after = await endAccess(context, await findMember(context, id), 'suspended');
    context.emit(memberSuspended(after));
    noteUse(context, id, after.version);
    return 'no_role';
  }
  if (mayReturn) {
    const member = await findMember(context, id);
    const change = { status: 'active', accessSince: context.now } as const;
    context.emit(memberReactivated(await changeMember(context, member, change)));
    renewLink(context, id);
  }
  if (given !== undefined && !sameRoles(given, standing.role_ids)) {
    const member = await findMember(context, id);
    context.emit(memberUpdated(await changeMember(context, member, { role_ids: [...given] })));
  }
  noteUse(context, id, null);
  return undefined;
}

function sameRoles(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((role) => others.includes(role));
}
