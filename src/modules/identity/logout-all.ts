import { z } from 'zod';
import { operation } from '../../operation/operation.ts';
import { revokeSessions } from './revoke.ts';
import { RevokedSessions } from './session.ts';

export const logoutAll = operation({
  name: 'logout_all',
  summary: 'Sign out everywhere: all your sessions and their tokens end at once.',
  http: 'POST /auth/logout-all',
  effect: 'write',
  permission: 'signed_in',
  mcp: 'hidden',
  input: z.strictObject({}),
  output: RevokedSessions,
  async run(context) {
    const { userId } = context.actor;
    return { revoked_sessions: await revokeSessions(context, { userId, reason: 'logged_out' }) };
  },
});
