import { z } from 'zod';
import { operation } from '../../operation/operation.ts';
import { aboutUser } from './account-log.ts';
import { signOutEverywhere } from './revoke.ts';
import { RevokedSessions } from './session.ts';

export const logoutAll = operation({
  name: 'logout_all',
  summary: 'Log out everywhere. Ends all your sessions, their tokens and AI app connections at once.',
  http: 'POST /auth/logout-all',
  effect: 'write',
  alsoWhenFull: true,
  permission: 'signed_in',
  mcp: 'hidden',
  beyondOrganization: true,
  input: z.strictObject({}),
  output: RevokedSessions,
  async run(context) {
    const { userId } = context.actor;
    aboutUser(context, userId);
    return { revoked_sessions: await signOutEverywhere(context, { userId, reason: 'logged_out' }) };
  },
});
