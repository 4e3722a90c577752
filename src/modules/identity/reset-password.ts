import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { anonymous } from '../../operation/actor.ts';
import { rateLimited, unavailable, validationFailed } from '../../operation/errors.ts';
import { type Context, operation, type Outside } from '../../operation/operation.ts';
import { aboutAccount } from './account-log.ts';
import { countAttempt, forgiveAttempts } from './attempts.ts';
import { hashPassword, NewPassword, refuseWeak } from './passwords.ts';
import { tokenHash } from './refresh-token.ts';
import { signOutEverywhere } from './revoke.ts';
import { invalidResetToken, RevokedSessions, secretFields } from './session.ts';

const Reset = z.strictObject({ token: z.string().min(1).max(200), new_password: NewPassword });

type Prepared = { readonly hash: string; readonly email: string; readonly kept: number };

export const resetPassword = operation({
  name: 'reset_password',
  summary: 'Reset your password with the token from the e-mail. Ends sessions and AI app connections.',
  http: 'POST /auth/password/reset',
  effect: 'write',
  permission: 'public',
  mcp: 'hidden',
  secretInput: secretFields,
  input: Reset,
  // Whoever reads the mailbox would otherwise shut the owner out of what they hold. The audit log keeps the number.
  output: RevokedSessions.extend({
    passkeys_kept: z.int().describe('Your passkeys stay. Remove those that you do not know.'),
  }),
  refuses: [invalidResetToken, validationFailed, rateLimited, unavailable],
  prepare: hashIfValid,
  async run(context, { token }, { hash, email, kept }) {
    const { db, now } = context;
    const used = await db.maybe<{ user_id: string }>(sql`
      update password_resets set used_at = ${now}
      where hash = ${tokenHash(token)} and used_at is null and expires_at > ${now}
      returning user_id`);
    if (used === undefined) throw invalidResetToken();
    const userId = used.user_id;
    db.later(sql`update users set password_hash = ${hash}, updated_at = ${now} where id = ${userId}`);
    // The other links in the mailbox end with this one.
    db.later(sql`update password_resets set used_at = ${now} where user_id = ${userId} and used_at is null`);
    forgiveAttempts(context, email);
    const revoked = await signOutEverywhere(context, { userId, reason: 'password_changed' });
    await enterForAudit(context, userId);
    return { revoked_sessions: revoked, passkeys_kept: kept };
  },
});

/** Hashes only for who holds a link, so that strangers cannot make the service work. */
async function hashIfValid(outside: Outside, { token, new_password }: z.output<typeof Reset>): Promise<Prepared> {
  await countAttempt(outside, undefined);
  const user = await outside.read({}, (db) =>
    db.maybe<{ email: string; kept: number }>(sql`
      select users.email, (select count(*)::int from passkeys where passkeys.user_id = users.id) as kept
      from password_resets join users on users.id = password_resets.user_id
      where hash = ${tokenHash(token)} and used_at is null and expires_at > ${outside.now}`),
  );
  if (user === undefined) throw invalidResetToken();
  await refuseWeak('/new_password', new_password, user.email);
  return { hash: await hashPassword(new_password), ...user };
}

async function enterForAudit(context: Context, userId: string): Promise<void> {
  context.db.scope({ user: userId });
  const organization = await aboutAccount(context, userId);
  if (organization !== undefined) context.enter({ ...anonymous, organization });
}
