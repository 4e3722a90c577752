import { z } from 'zod';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { revokeSessions } from './revoke.ts';
import { RevokedSessions } from './session.ts';

export const logout = operation({
  name: 'logout',
  summary: 'Log out. Ends this session and its tokens at once.',
  http: 'POST /auth/logout',
  effect: 'write',
  alsoWhenFull: true,
  permission: 'signed_in',
  mcp: 'hidden',
  input: z.strictObject({}),
  output: RevokedSessions,
  async run(context) {
    const { userId, credentialId } = context.actor;
    context.about(z.encode(Id('session'), credentialId));
    return { revoked_sessions: await revokeSessions(context, { userId, only: credentialId, reason: 'logged_out' }) };
  },
});
