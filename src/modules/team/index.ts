import type { Operation } from '../../operation/operation.ts';
import { getMember } from './get-member.ts';
import { listMembers } from './list-members.ts';
import { listPermissions } from './list-permissions.ts';
import { listRoles } from './list-roles.ts';

export const operations: readonly Operation[] = [listPermissions, listRoles, listMembers, getMember];

export { loadMembers } from './load-members.ts';
export { type Membership, membershipColumns, membershipFrom, membershipOf, type MembershipRow } from './membership.ts';
export { seedTeam } from './seed-team.ts';
