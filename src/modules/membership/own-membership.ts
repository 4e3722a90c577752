import { refusal } from '../../operation/errors.ts';
import type { Context } from '../../operation/operation.ts';
import type { MemberRow } from '../team/index.ts';

export const ownMembership = refusal(
  'own_membership',
  409,
  'You cannot do this to your own membership.',
  'To leave the organisation, use POST /api/team/leave.',
);

export function mustBeAnother({ actor }: Context, member: MemberRow): void {
  if (member.id === actor.memberId) throw ownMembership();
}
