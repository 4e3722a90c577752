import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { rateLimited, unavailable, validationFailed } from '../../operation/errors.ts';
import { keeping } from '../../operation/kept-refusal.ts';
import { operation, type Outside } from '../../operation/operation.ts';
import { aboutAccount, aboutUser } from './account-log.ts';
import { countAttempt, forgiveAttempts } from './attempts.ts';
import { GivenPassword, hashPassword, NewPassword, passwordMatches, refuseWeak } from './passwords.ts';
import { revokeSessions } from './revoke.ts';
import { invalidCredentials, RevokedSessions, secretFields } from './session.ts';

const Change = z.strictObject({ current_password: GivenPassword, new_password: NewPassword });

type Prepared = { readonly before: string; readonly after: string | undefined };

export const changePassword = operation({
  name: 'change_password',
  summary: 'Change your password. Ends all your other sessions.',
  http: 'POST /auth/password',
  effect: 'write',
  permission: 'signed_in',
  mcp: 'hidden',
  beyondOrganization: true,
  secretInput: secretFields,
  input: Change,
  output: RevokedSessions,
  refuses: [invalidCredentials, validationFailed, rateLimited, unavailable],
  prepare: comparePassword,
  async run(context, _input, { before, after }) {
    const { userId, credentialId } = context.actor;
    aboutUser(context, userId);
    if (after === undefined) throw keeping(invalidCredentials());
    const [changed] = await Promise.all([
      context.db.run(sql`
        update users set password_hash = ${after}, updated_at = ${context.now}
        where id = ${userId} and password_hash = ${before}`),
      aboutAccount(context, userId),
    ]);
    if (changed === 0) throw invalidCredentials();
    forgiveAttempts(context, userId);
    const reason = 'password_changed';
    return { revoked_sessions: await revokeSessions(context, { userId, except: credentialId, reason }) };
  },
});

async function comparePassword(outside: Outside, input: z.output<typeof Change>): Promise<Prepared> {
  const { userId } = outside.actor;
  await countAttempt(outside, userId);
  const user = await outside.read({}, (db) =>
    db.one<{ email: string; password_hash: string }>(sql`select email, password_hash from users where id = ${userId}`),
  );
  await refuseWeak('/new_password', input.new_password, user.email);
  const matches = await passwordMatches(input.current_password, user.password_hash);
  return { before: user.password_hash, after: matches ? await hashPassword(input.new_password) : undefined };
}
