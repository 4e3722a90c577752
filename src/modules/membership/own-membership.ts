import { refusal } from '../../operation/errors.ts';
import type { Context } from '../../operation/operation.ts';
import type { MemberRow } from '../team/index.ts';

export const ownMembership = refusal(
  'own_membership',
  409,
  'That is done to others, not to yourself.',
  'To go, leave at POST /api/team/leave.',
);

export function mustBeAnother({ actor }: Context, member: MemberRow): void {
  if (member.id === actor.memberId) throw ownMembership();
}
