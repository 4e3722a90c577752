import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { rateLimited, refusal, unavailable, validationFailed } from '../../operation/errors.ts';
import { type Context, operation, type Outside } from '../../operation/operation.ts';
import { Email, Name } from '../../wire/index.ts';
import {
  countAttempt,
  createUser,
  emailTaken,
  hashPassword,
  NewPassword,
  refuseWeak,
  secretFields,
  startSession,
  Tokens,
} from '../identity/index.ts';
import { NewOrganization } from '../organization/index.ts';
import { seedOrganization } from './seed-organization.ts';

const signupClosed = refusal(
  'signup_closed',
  403,
  'Registration is closed.',
  'Ask an owner or admin for an invite. The operator of the service can open registration with DAYBOOK_SIGNUP=open.',
);

const Registration = z.strictObject({
  email: Email,
  password: NewPassword,
  name: Name,
  organization: NewOrganization,
});

export const register = operation({
  name: 'register',
  summary: 'Register (sign up) a user with a new organisation, and log in.',
  guidance: 'Always open for the first user; for others only if the operator of the service allows it.',
  http: 'POST /auth/register',
  effect: 'write',
  permission: 'public',
  mcp: 'hidden',
  creates: true,
  previewable: false,
  secretInput: secretFields,
  input: Registration,
  output: Tokens,
  refuses: [signupClosed, emailTaken, validationFailed, rateLimited, unavailable],
  prepare: hashIfOpen,
  async run(context, { email, name, organization }, passwordHash) {
    await takePlace(context);
    const id = context.newId();
    await createUser(context, { id, email, name, passwordHash, lastLoginAt: context.now });
    const membership = await seedOrganization(context, { userId: id, name }, organization);
    return startSession(context, membership);
  },
});

/** Hashes only where registering can succeed, so that strangers cannot make a closed service work. */
async function hashIfOpen(outside: Outside, { email, password }: z.output<typeof Registration>): Promise<string> {
  const { signup } = outside.settings;
  if (signup === 'closed') throw signupClosed();
  await countAttempt(outside, undefined);
  const { founded } = await outside.read({}, (db) =>
    db.one<{ founded: boolean }>(sql`select founded_at is not null as founded from installation`),
  );
  if (founded && signup === 'first') throw signupClosed();
  await refuseWeak('/password', password, email);
  return hashPassword(password);
}

/** Of two first registrations the second waits here for the first, and then finds the place taken. */
async function takePlace({ db, now, settings }: Context): Promise<void> {
  const first = await db.run(sql`update installation set founded_at = ${now} where founded_at is null`);
  if (first === 0 && settings.signup === 'first') throw signupClosed();
}
