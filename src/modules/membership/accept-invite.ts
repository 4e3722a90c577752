import { z } from 'zod';
import { notFound, rateLimited, unavailable, validationFailed } from '../../operation/errors.ts';
import { operation, type Outside } from '../../operation/operation.ts';
import { Name } from '../../wire/index.ts';
import {
  countAttempt,
  createUser,
  emailTaken,
  findUser,
  forgiveAttempts,
  hashPassword,
  invalidCredentials,
  NewPassword,
  passwordMatches,
  refuseWeak,
  secretFields,
} from '../identity/index.ts';
import { addressOfInvite, alreadyMember, inviteAccepted, memberJoined, openInvite } from '../team/index.ts';
import { InviteToken } from './invite-token.ts';
import { join, Joined } from './joined.ts';

const Acceptance = z.strictObject({
  token: InviteToken,
  name: Name.describe('Your name as colleagues see it; an existing account keeps its name.'),
  password: NewPassword.describe(
    'A new password; if the address already has an account, the password of that account.',
  ),
});

/** The user who accepts, or the password of a new one. */
type Prepared = { readonly email: string } & ({ readonly userId: string } | { readonly passwordHash: string });

export const acceptInvite = operation({
  name: 'accept_invite',
  summary: 'Accept an invite by its link, with a new account or the existing one of that address.',
  guidance: 'The link works once. Log in at POST /api/auth/login afterwards.',
  http: 'POST /team/invites/accept',
  effect: 'write',
  permission: 'public',
  mcp: 'hidden',
  answersEveryMs: 25,
  secretInput: secretFields,
  input: Acceptance,
  output: Joined,
  refuses: [notFound, invalidCredentials, emailTaken, alreadyMember, validationFailed, rateLimited, unavailable],
  emits: [inviteAccepted, memberJoined],
  prepare: checkPassword,
  async run(context, { token, name }, prepared) {
    const open = await openInvite(context, token, { lock: true });
    const userId = 'userId' in prepared ? prepared.userId : context.newId();
    if ('passwordHash' in prepared) {
      const { email, passwordHash } = prepared;
      await createUser(context, { id: userId, email, name, passwordHash, lastLoginAt: null });
    }
    forgiveAttempts(context, prepared.email);
    return join(context, open, userId);
  },
});

/** The same work whether the address has an account or not, so that neither answer nor time tells it. */
async function checkPassword(outside: Outside, { token, password }: z.output<typeof Acceptance>): Promise<Prepared> {
  const email = await outside.read({}, (db) => addressOfInvite(db, token, outside.now));
  await countAttempt(outside, email);
  if (email === undefined) throw notFound();
  await refuseWeak('/password', password, email);
  const user = await findUser(outside, { email });
  if (user === undefined) return { email, passwordHash: await hashPassword(password) };
  if (!(await passwordMatches(password, user.password_hash))) throw invalidCredentials();
  return { email, userId: user.id };
}
