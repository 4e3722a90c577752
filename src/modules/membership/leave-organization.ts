import { z } from 'zod';
import { operation } from '../../operation/operation.ts';
import { findMember, lastOwner, Member, memberRemoved, waitForTeam, wireMember } from '../team/index.ts';
import { endAccess } from './end-access.ts';

export const leaveOrganization = operation({
  name: 'leave_organization',
  summary: 'Leave the organisation that the token is for. Your sessions and MCP tokens there end at once.',
  guidance: 'What you did stays, with your name on it. The last owner cannot leave.',
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
