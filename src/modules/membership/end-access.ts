import type { Context } from '../../operation/operation.ts';
import { revokeTokensOf } from '../connector/index.ts';
import { revokeSessions } from '../identity/index.ts';
import { revokeKeysOf } from '../keys/index.ts';
import { changeMember, type KnownMember, type MemberRow } from '../team/index.ts';

/**
 * Takes a member's access away: what they are signed in with here, their MCP tokens and API keys open nothing from the
 * commit on, and do not come back when the member does. Their records stay, with their name on them.
 */
export async function endAccess(
  context: Context,
  member: KnownMember,
  status: 'suspended' | 'removed',
): Promise<MemberRow> {
  const { organization } = context;
  const [after] = await Promise.all([
    changeMember(context, member, { status }),
    revokeSessions(context, { userId: member.user_id, organization, reason: 'access_ended' }),
    revokeTokensOf(context, member.id),
    revokeKeysOf(context, member.id),
  ]);
  return after;
}
