import type { Operation } from '../../operation/operation.ts';
import { createInvite } from './create-invite.ts';
import { createRole } from './create-role.ts';
import { deleteRole } from './delete-role.ts';
import { duplicateRole } from './duplicate-role.ts';
import { getInvite } from './get-invite.ts';
import { getMember } from './get-member.ts';
import { getRole } from './get-role.ts';
import { listInvites } from './list-invites.ts';
import { listMembers } from './list-members.ts';
import { listPermissions } from './list-permissions.ts';
import { listRoles } from './list-roles.ts';
import { resendInvite } from './resend-invite.ts';
import { revokeInvite } from './revoke-invite.ts';
import { transferOwnership } from './transfer-ownership.ts';
import { updateMember } from './update-member.ts';
import { updateRole } from './update-role.ts';

export const operations: readonly Operation[] = [
  listPermissions,
  listRoles,
  getRole,
  createRole,
  updateRole,
  duplicateRole,
  deleteRole,
  listMembers,
  getMember,
  updateMember,
  transferOwnership,
  listInvites,
  getInvite,
  createInvite,
  resendInvite,
  revokeInvite,
];

export { ownersOf } from './owners-of.ts';
export { type Colleague, colleaguesOf } from './colleagues-of.ts';
export { admitMember } from './admit-member.ts';
export { becomeMember } from './become-member.ts';
export { changeMember, findMember, type KnownMember, mustBe, wireMember } from './change-member.ts';
export { alreadyMember, answerInvite, inviteAccepted, inviteDeclined, wireInvite } from './invite.ts';
export { loadMembers } from './load-members.ts';
export {
  Member,
  memberJoined,
  memberReactivated,
  memberRemoved,
  type MemberRow,
  memberSuspended,
  memberUpdated,
} from './member.ts';
export { type Membership, membershipColumns, membershipFrom, membershipOf, type MembershipRow } from './membership.ts';
export { addressOfInvite, inviteFor, type OpenInvite, openInvite } from './open-invite.ts';
export { lastOwner, lockTeam, mustHold, mustOutlast, rightsExceeded, waitForTeam } from './rights.ts';
export { rightsRestOn } from './rights-rest-on.ts';
export { permissionNames, permissions } from './permissions.ts';
export { type Standing, standingOf } from './standing.ts';
export { findRoles, rightsOf } from './role.ts';
export { rolesThereAre } from './roles-there-are.ts';
export { seedTeam } from './seed-team.ts';
