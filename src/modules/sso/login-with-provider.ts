import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { anonymous } from '../../operation/actor.ts';
import { rateLimited } from '../../operation/errors.ts';
import { keeping } from '../../operation/kept-refusal.ts';
import { type Context, operation, type Outside } from '../../operation/operation.ts';
import { typeIdFrom } from '../../wire/type-id.ts';
import {
  countAttempt,
  emailTaken,
  forgiveAttempts,
  hashPassword,
  isKnownDevice,
  noteLogin,
  startedElsewhere,
  startSession,
  tellOfNewDevice,
  Tokens,
  userWith,
} from '../identity/index.ts';
import { organizationOf } from '../organization/index.ts';
import {
  alreadyMember,
  inviteAccepted,
  memberJoined,
  membershipOf,
  memberReactivated,
  memberSuspended,
  memberUpdated,
  rolesThereAre,
  waitForTeam,
} from '../team/index.ts';
import { Answer, answerSecrets, type Vouched, vouchedFor } from './answer.ts';
import { followRoles } from './follow-roles.ts';
import { personOf } from './person.ts';
import { providerOf } from './provider.ts';
import { providerRefused, providerUnavailable, type Reason, refusedFor } from './refusals.ts';
import { rolesByClaim } from './roles-by-claim.ts';

type Prepared = { readonly vouched: Vouched; readonly passwordHash: string | undefined };

export const loginWithProvider = operation({
  name: 'login_with_provider',
  summary: 'Log in with what the sign-in provider of a business sent back, and get an access token.',
  guidance: 'The session reaches that organisation only. It ends after a day.',
  http: 'POST /auth/provider/login',
  effect: 'write',
  alsoWhenFull: true,
  permission: 'public',
  mcp: 'hidden',
  previewable: false,
  secretInput: answerSecrets,
  cost: 5,
  input: Answer,
  output: Tokens,
  refuses: [providerRefused, providerUnavailable, rateLimited, emailTaken, alreadyMember],
  emits: [startedElsewhere, memberJoined, memberUpdated, memberSuspended, memberReactivated, inviteAccepted],
  prepare: askProvider,
  async run(context, _input, { vouched, passwordHash }) {
    const { ticket } = vouched;
    if (ticket === undefined) throw keeping(refusedFor('expired'));
    await enter(context, ticket.organization);
    if ('reason' in vouched) throw refused(vouched.reason);
    if (ticket.session !== null) throw refused('not_accepted');
    await waitForTeam(context);
    const provider = await providerOf(context.db, context.organization);
    if (provider?.version !== ticket.version) throw refused('expired');
    const { claims } = vouched;
    const mapped = rolesByClaim(provider, claims);
    const roles = mapped && (await rolesThereAre(context, mapped));
    const found = await personOf(context, { claims, provider, roles, passwordHash });
    if ('reason' in found) throw refused(found.reason);
    const { user_id: user } = found.standing;
    const reason = await followRoles(context, found, roles);
    if (reason !== undefined) throw refused(reason, user);
    return open(context, user, claims.auth_time);
  },
});

async function askProvider(outside: Outside, given: z.output<typeof Answer>): Promise<Prepared> {
  await countAttempt(outside, undefined);
  const vouched = await vouchedFor(outside, given);
  const email = 'claims' in vouched ? vouched.claims['email'] : undefined;
  if (typeof email !== 'string') return { vouched, passwordHash: undefined };
  const known = await outside.read({}, (db) => userWith(db, email.toLowerCase()));
  const passwordHash = known === undefined ? await hashPassword(randomBytes(32).toString('base64')) : undefined;
  return { vouched, passwordHash };
}

/** A failed sign-in is written into the audit log of the organisation that it would have opened. */
async function enter(context: Context, organization: string): Promise<void> {
  context.db.scope({ organization });
  context.enter({ ...anonymous, organization: await organizationOf(context.db, organization) });
}

function refused(reason: Reason, user?: string): Error {
  return keeping(refusedFor(reason), { ...(user === undefined ? {} : { id: typeIdFrom('user', user) }), reason });
}

async function open(context: Context, user: string, authTime: unknown) {
  const { db, organization, now } = context;
  const membership = await membershipOf(db, { user, organization, now });
  if (membership === undefined) throw refused('ended', user);
  const isKnown = await isKnownDevice(context, await noteLogin(context, user));
  forgiveAttempts(context, 'provider');
  const tokens = await startSession(context, membership, { confined: { provenAt: instantOf(authTime, now) } });
  if (!isKnown) tellOfNewDevice(context, membership.memberId);
  return tokens;
}

/** When the person last signed in at the provider, where it says so. */
function instantOf(authTime: unknown, now: string): string | null {
  if (typeof authTime !== 'number' || !Number.isFinite(authTime) || authTime < 0) return null;
  return new Date(Math.min(authTime * 1_000, Date.parse(now))).toISOString();
}
