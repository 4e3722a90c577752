import { type Actor, anonymous } from '../../operation/actor.ts';
import { notFound, providerRequired } from '../../operation/errors.ts';
import type { Context } from '../../operation/operation.ts';
import { type Membership, membershipOf } from '../team/index.ts';
import { noMembership } from './session.ts';

type Entering = { readonly id: string; readonly organization: Actor['organization'] };

/**
 * The membership to sign in to with what is the user's own: in the organisation asked for, else in that of their last
 * session.
 */
export async function chooseMembership(
  context: Context,
  asked: string | undefined,
  { id, organization }: Entering,
): Promise<Membership> {
  if (organization === undefined) throw noMembership();
  if (asked !== undefined && asked !== organization.id) throw notMember();
  context.enter({ ...anonymous, userId: id, organization });
  const found = { user: id, organization: organization.id, now: context.now };
  const membership = await membershipOf(context.db, found);
  if (membership === undefined) throw noMembership();
  if (membership.providerOnly === true) throw providerRequired();
  return membership;
}

export function notMember(): Error {
  const message = 'You are not a member of that organisation.';
  return notFound({ detail: message, errors: [{ pointer: '/organization_id', code: 'not_found', message }] });
}
