import { sql } from '../../db/sql.ts';
import type { Actor } from '../../operation/actor.ts';
import type { Context } from '../../operation/operation.ts';
import type { Membership } from '../team/index.ts';
import { aboutUser } from './account-log.ts';
import { newRefreshToken, tokenHash } from './refresh-token.ts';
import { accessSeconds, refreshSeconds, sessionSeconds, type TokensValue } from './session.ts';

const sweptAtOnce = 20;

/** Actor of a member in this session. */
export function actorOf(membership: Membership, sessionId: string): Actor {
  return { kind: 'user', credentialId: sessionId, ...membership };
}

/**
 * Signs a member in: a session, its first refresh token, and an access token. The context goes on as the member.
 * `proven`: by more than a password, which then need not be asked for again at once.
 */
export async function startSession(
  context: Context,
  membership: Membership,
  { proven = false } = {},
): Promise<TokensValue> {
  const { db, now, origin } = context;
  const sessionId = context.newId();
  context.enter(actorOf(membership, sessionId));
  aboutUser(context, membership.userId);
  db.later(sql`
    insert into sessions (id, user_id, organization_id, created_at, last_used_at, expires_at, ip, user_agent,
      proven_at)
    values (${sessionId}, ${membership.userId}, ${membership.organization.id}, ${now}, ${now},
      ${now}::timestamptz + ${sessionSeconds} * interval '1 second', ${origin.ip ?? null},
      ${origin.userAgent ?? null}, ${proven ? now : null})`);
  sweep(context);
  const refreshToken = newRefreshToken();
  storeRefreshToken(context, { sessionId, token: refreshToken, seconds: refreshSeconds });
  return tokensFor(context, { sessionId, refreshToken, refreshSeconds });
}

/** Takes a few long-ended sessions away each time, with their refresh tokens, so that the table follows its use. */
function sweep({ db, now }: Context): void {
  db.later(sql`
    delete from sessions where id in (
      select id from sessions where expires_at < ${now}::timestamptz - interval '30 days'
      order by expires_at limit ${sweptAtOnce} for update skip locked)`);
}

export function storeRefreshToken(
  { db, now }: Context,
  { sessionId, token, seconds }: { sessionId: string; token: string; seconds: number },
): void {
  db.later(sql`
    insert into refresh_tokens (hash, session_id, created_at, expires_at)
    values (${tokenHash(token)}, ${sessionId}, ${now}, ${now}::timestamptz + ${seconds} * interval '1 second')`);
}

/** The answer of a sign-in, for whom the context has become. */
export async function tokensFor(
  context: Context,
  session: { readonly sessionId: string; readonly refreshToken: string; readonly refreshSeconds: number },
): Promise<TokensValue> {
  return {
    access_token: await signFor(context, session.sessionId),
    token_type: 'Bearer',
    expires_in: accessSeconds,
    refresh_token: session.refreshToken,
    refresh_expires_in: session.refreshSeconds,
    organization_id: context.organization,
  };
}

export function signFor(context: Context, sessionId: string): Promise<string> {
  return context.access.sign({ user: context.actor.userId, organization: context.organization, session: sessionId });
}
