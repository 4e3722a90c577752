import type { Operation } from '../../operation/operation.ts';
import { acceptInvite } from './accept-invite.ts';
import { acceptInviteWithPasskey } from './accept-invite-with-passkey.ts';
import { declineInvite } from './decline-invite.ts';
import { joinOrganization } from './join-organization.ts';
import { leaveOrganization } from './leave-organization.ts';
import { reactivateMember } from './reactivate-member.ts';
import { readInvite } from './read-invite.ts';
import { removeMember } from './remove-member.ts';
import { suspendMember } from './suspend-member.ts';

export { endAccess } from './end-access.ts';

export const operations: readonly Operation[] = [
  suspendMember,
  reactivateMember,
  removeMember,
  leaveOrganization,
  readInvite,
  acceptInvite,
  acceptInviteWithPasskey,
  joinOrganization,
  declineInvite,
];
