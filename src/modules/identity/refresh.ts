import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { anonymous } from '../../operation/actor.ts';
import { keeping } from '../../operation/kept-refusal.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { type Membership, membershipOf } from '../team/index.ts';
import { refusedRefresh } from './refused-refresh.ts';
import { successorOf, tokenHash } from './refresh-token.ts';
import { revokeSessions } from './revoke.ts';
import { invalidRefreshToken, refreshSeconds, secretFields, Tokens } from './session.ts';
import { actorOf, storeRefreshToken, tokensFor } from './start-session.ts';

const graceMs = 10_000;

type SessionRow = {
  id: string;
  user_id: string;
  organization_id: string;
  expires_at: string;
  confined: boolean;
  ip: string | null;
  user_agent: string | null;
};
type TokenRow = { used_at: string | null; successor_used_at: string | null; alive: boolean };

export const refresh = operation({
  name: 'refresh',
  summary: 'Refresh an access token. The refresh token is replaced by a new one.',
  guidance: 'Store the new refresh token: reusing an old one later ends the session.',
  http: 'POST /auth/refresh',
  effect: 'write',
  alsoWhenFull: true,
  permission: 'public',
  mcp: 'hidden',
  previewable: false,
  secretInput: secretFields,
  input: z.strictObject({ refresh_token: z.string().min(1).max(200) }),
  output: Tokens,
  refuses: [invalidRefreshToken],
  async run(context, { refresh_token: token }) {
    const successor = successorOf(context.secrets, token);
    const [session, state] = await lockSession(context, token, successor);
    if (session === undefined || state === undefined || !state.alive) throw await refusedRefresh(context, token);
    const membership = await enterAsMember(context, session);
    if (state.used_at !== null && !mayRepeat(context, session, state)) {
      throw await endSession(context, session, membership);
    }
    if (membership === undefined || (membership.providerOnly === true && !session.confined)) {
      throw invalidRefreshToken();
    }
    const seconds = Math.min(refreshSeconds, secondsUntil(session.expires_at, context.now));
    if (state.used_at === null) rotate(context, session.id, { token, successor, seconds });
    context.enter(actorOf(membership, session.id));
    context.about(z.encode(Id('session'), session.id));
    return tokensFor(context, { sessionId: session.id, refreshToken: successor, refreshSeconds: seconds });
  },
});

/**
 * Two statements in one flight: the second waits for the session's lock as well, and sees what whoever held it has
 * committed. One statement that locks and joins would read the token as it was before the wait.
 */
function lockSession(
  { db, now }: Context,
  token: string,
  successor: string,
): Promise<[SessionRow | undefined, TokenRow | undefined]> {
  return Promise.all([
    db.maybe<SessionRow>(sql`
      select id, user_id, organization_id, expires_at, confined_to is not null as confined, ip, user_agent from sessions
      where id = (select session_id from refresh_tokens where hash = ${tokenHash(token)})
        and revoked_at is null and expires_at > ${now}
      for update`),
    db.maybe<TokenRow>(sql`
      select refresh_tokens.used_at, refresh_tokens.expires_at > ${now} as alive, successor.used_at as successor_used_at
      from refresh_tokens left join refresh_tokens as successor on successor.hash = ${tokenHash(successor)}
      where refresh_tokens.hash = ${tokenHash(token)}`),
  ]);
}

async function enterAsMember(context: Context, { user_id: user, organization_id: organization }: SessionRow) {
  context.db.scope({ organization, user });
  return membershipOf(context.db, { user, organization, now: context.now });
}

/** Clients refresh twice at once, or lose an answer. The same client, at once, gets the same answer again. */
function mayRepeat({ now, origin }: Context, session: SessionRow, { used_at: usedAt, successor_used_at }: TokenRow) {
  const sameClient = session.ip === (origin.ip ?? null) && session.user_agent === (origin.userAgent ?? null);
  return sameClient && successor_used_at === null && Date.parse(now) - Date.parse(usedAt ?? now) <= graceMs;
}

/** Somebody holds a token that was replaced: the thief or the owner, and we cannot tell which. Both have to sign in. */
async function endSession(context: Context, session: SessionRow, membership: Membership | undefined): Promise<Error> {
  await revokeSessions(context, { userId: session.user_id, only: session.id, reason: 'refresh_token_reused' });
  if (membership !== undefined) context.enter({ ...anonymous, organization: membership.organization });
  return keeping(invalidRefreshToken(), { id: z.encode(Id('session'), session.id) });
}

function rotate(
  context: Context,
  sessionId: string,
  { token, successor, seconds }: { token: string; successor: string; seconds: number },
): void {
  const { db, now, origin } = context;
  db.later(sql`update refresh_tokens set used_at = ${now} where hash = ${tokenHash(token)}`);
  storeRefreshToken(context, { sessionId, token: successor, seconds });
  db.later(sql`
    update sessions set last_used_at = ${now}, ip = ${origin.ip ?? null}, user_agent = ${origin.userAgent ?? null}
    where id = ${sessionId}`);
}

function secondsUntil(instant: string, now: string): number {
  return Math.floor((Date.parse(instant) - Date.parse(now)) / 1_000);
}
