import { z } from 'zod';
import { operation } from '../../operation/operation.ts';
import { findMember, lastOwner, Member, memberRemoved, waitForTeam, wireMember } from '../team/index.ts';
import { endAccess } from './end-access.ts';

export const leaveOrganization = operation({
  name: 'leave_organization',
  summary: 'Leave the current organisation. Ends your sessions and MCP tokens there.',
  guidance: 'Your records stay under your name. The last owner cannot leave.',
  http: 'POST /team/leave',
  effect: 'destructive',
  permission: 'signed_in',
  mcp: 'hidden',
  input: z.strictObject({}),
  output: Member,
  refuses: [lastOwner],
  emits: [memberRemoved],
  async run(context) {
    const [, member] = await Promise.all([waitForTeam(context), findMember(context, context.actor.memberId)]);
    context.before(wireMember(member));
    const after = await endAccess(context, member, 'removed');
    context.emit(memberRemoved(after));
    return after;
  },
});
