import { z } from 'zod';
import { notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { revokeSessions } from './revoke.ts';
import { RevokedSessions } from './session.ts';

export const revokeSession = operation({
  name: 'revoke_session',
  summary: 'Revoke one of your sessions, such as one on a lost phone.',
  http: 'DELETE /auth/sessions/{id}',
  effect: 'destructive',
  permission: 'signed_in',
  mcp: 'hidden',
  input: z.strictObject({ id: Id('session') }),
  output: RevokedSessions,
  refuses: [notFound],
  async run(context, { id }) {
    context.before({ id: z.encode(Id('session'), id), status: 'open' });
    const { actor, organization } = context;
    const within = actor.confined === true ? { confinedTo: organization } : {};
    const revoked = await revokeSessions(context, { userId: actor.userId, only: id, reason: 'revoked', ...within });
    if (revoked === 0) throw notFound();
    return { revoked_sessions: revoked };
  },
});
