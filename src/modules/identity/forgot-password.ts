import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { anonymous } from '../../operation/actor.ts';
import { rateLimited } from '../../operation/errors.ts';
import { enqueue } from '../../operation/jobs.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { filled, messagesOf } from '../../messages/index.ts';
import { Email } from '../../wire/index.ts';
import { aboutUser } from './account-log.ts';
import { countAttempt, writeAnyway } from './attempts.ts';
import { findUser, type StoredUser } from './find-user.ts';
import { tokenHash } from './refresh-token.ts';
import { secretFields } from './session.ts';

const linkMinutes = 60;
const tokenBytes = 32;

export const forgotPassword = operation({
  name: 'forgot_password',
  summary: 'Request a password reset link by e-mail, if there is an account with that address.',
  guidance: 'The answer is the same whether or not the account exists.',
  http: 'POST /auth/password/forgot',
  effect: 'write',
  permission: 'public',
  mcp: 'hidden',
  answersEveryMs: 25,
  secretInput: secretFields,
  input: z.strictObject({ email: Email }),
  output: z.object({ accepted: z.literal(true) }),
  refuses: [rateLimited],
  prepare: async (outside, { email }) => {
    // Counted apart from sign-ins: whoever has run out of guesses must still be able to ask for a link.
    await countAttempt(outside, aimOf(email));
    return findUser(outside, { email });
  },
  async run(context, { email }, user) {
    writeAnyway(context, aimOf(email));
    if (user !== undefined) sendLink(context, user);
    return { accepted: true as const };
  },
});

function aimOf(email: string): string {
  return `forgot ${email}`;
}

function sendLink(context: Context, { id, email, name, locale, organization }: StoredUser): void {
  const { db, now, settings } = context;
  const token = randomBytes(tokenBytes).toString('base64url');
  context.enter({ ...anonymous, organization });
  aboutUser(context, id);
  db.later(sql`
    insert into password_resets (hash, user_id, created_at, expires_at)
    values (${tokenHash(token)}, ${id}, ${now}, ${now}::timestamptz + ${linkMinutes} * interval '1 minute')`);
  db.later(sql`delete from password_resets where user_id = ${id} and expires_at < ${now}`);
  // The token stands behind the #, so that it reaches no server's log.
  const link = `${settings.publicUrl}/reset-password#token=${token}`;
  const words = messagesOf(locale ?? organization?.locale ?? 'en', 'password_reset');
  const choose = filled(words.choose, { minutes: String(linkMinutes) });
  const text = [filled(words.greeting, { name }), choose, link, words.ignore].join('\n\n');
  enqueue(context, { kind: 'send_mail', payload: { to: email, subject: words.subject, text }, secret: true });
}
