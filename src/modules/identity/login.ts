import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { anonymous } from '../../operation/actor.ts';
import { notFound, providerRequired, rateLimited, unavailable } from '../../operation/errors.ts';
import { keeping } from '../../operation/kept-refusal.ts';
import { type Context, operation, type Outside } from '../../operation/operation.ts';
import { Email, Id } from '../../wire/index.ts';
import { countAttempt, forgiveAttempts, writeAnyway } from './attempts.ts';
import { chooseMembership } from './choose-membership.ts';
import { findUser, type StoredUser } from './find-user.ts';
import { GivenPassword, passwordMatches } from './passwords.ts';
import { TotpCode, useCode, wrongCode } from './second-factor.ts';
import { invalidCredentials, noMembership, secretFields, Tokens, totpRequired } from './session.ts';
import { startSession } from './start-session.ts';
import { isKnownDevice, startedElsewhere, tellOfNewDevice } from './started-elsewhere.ts';

const Credentials = z.strictObject({
  email: Email,
  password: GivenPassword,
  totp_code: TotpCode.optional(),
  organization_id: Id('organization')
    .optional()
    .describe('The organisation to log in to; defaults to the one used last.'),
});

type Given = z.output<typeof Credentials>;

type Prepared = { readonly user: StoredUser | undefined; readonly matches: boolean };

export const login = operation({
  name: 'login',
  summary: 'Log in with e-mail address and password, and get an access token.',
  guidance: 'Failed attempts slow down the next ones.',
  http: 'POST /auth/login',
  effect: 'write',
  alsoWhenFull: true,
  permission: 'public',
  mcp: 'hidden',
  answersEveryMs: 25,
  previewable: false,
  secretInput: secretFields,
  input: Credentials,
  output: Tokens,
  refuses: [invalidCredentials, totpRequired, noMembership, providerRequired, notFound, rateLimited, unavailable],
  emits: [startedElsewhere],
  prepare: checkPassword,
  async run(context, input, { user, matches }) {
    if (user === undefined || !matches) throw refuseLogin(context, input, user);
    await passSecondFactor(context, input, user);
    await countLogin(context, user);
    const [membership, isKnown] = await Promise.all([
      chooseMembership(context, input.organization_id, user),
      isKnownDevice(context, user),
    ]);
    forgiveAttempts(context, input.email);
    const tokens = await startSession(context, membership);
    if (!isKnown) tellOfNewDevice(context, membership.memberId);
    return tokens;
  },
});

/** The same work whether there is such a user or not, so that neither the answer nor its time tells. */
async function checkPassword(outside: Outside, { email, password, organization_id }: Given): Promise<Prepared> {
  await countAttempt(outside, email);
  const user = await findUser(outside, { email, preferred: organization_id });
  return { user, matches: await passwordMatches(password, user?.password_hash) };
}

/** A failed sign-in is written into the audit log of the organisation that it would have opened. */
function refuseLogin(context: Context, { email }: Given, user: StoredUser | undefined): Error {
  writeAnyway(context, email);
  if (user?.organization === undefined) return keeping(invalidCredentials());
  context.enter({ ...anonymous, organization: user.organization });
  return keeping(invalidCredentials(), { id: z.encode(Id('user'), user.id) });
}

async function passSecondFactor(context: Context, { totp_code: code }: Given, user: StoredUser): Promise<void> {
  if (user.totp_confirmed_at === null) return;
  if (code === undefined) throw totpRequired();
  if (await useCode(context, user, code)) return;
  if (user.organization !== undefined) context.enter({ ...anonymous, organization: user.organization });
  throw keeping(wrongCode(), { id: z.encode(Id('user'), user.id) });
}

/** Checks under the row's lock that what was compared before the transaction is still the password. */
async function countLogin({ db, now }: Context, user: StoredUser): Promise<void> {
  const counted = await db.run(sql`
    update users set last_login_at = ${now} where id = ${user.id} and password_hash = ${user.password_hash}
      and totp_confirmed_at is not distinct from ${user.totp_confirmed_at}`);
  if (counted === 0) throw invalidCredentials();
}
