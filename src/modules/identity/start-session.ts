import { sql } from '../../db/sql.ts';
import type { Actor } from '../../operation/actor.ts';
import type { Context } from '../../operation/operation.ts';
import type { Membership } from '../team/index.ts';
import { aboutUser } from './account-log.ts';
import { newRefreshToken, tokenHash } from './refresh-token.ts';
import { accessSeconds, confinedSeconds, refreshSeconds, sessionSeconds, type TokensValue } from './session.ts';

const sweptAtOnce = 20;

/** Actor of a member in this session. */
export function actorOf(membership: Membership, sessionId: string): Actor {
  return { kind: 'user', credentialId: sessionId, ...membership };
}

type Opening = {
  /** By more than a password, which then need not be asked for again at once. */
  readonly proven?: boolean;
  /**
   * By the sign-in provider of the organisation, so that the session reaches nothing beyond it. `provenAt`: when the
   * person last signed in there, RFC 3339; null where the provider does not say.
   */
  readonly confined?: { readonly provenAt: string | null };
};

const longAgo = '1970-01-01T00:00:00Z';

/**
 * Signs a member in: a session, its first refresh token, and an access token. The context goes on as the member.
 */
export async function startSession(
  context: Context,
  membership: Membership,
  { proven = false, confined }: Opening = {},
): Promise<TokensValue> {
  const { db, now, origin } = context;
  const sessionId = context.newId();
  const actor = actorOf(membership, sessionId);
  context.enter(confined === undefined ? actor : { ...actor, confined: true });
  const seconds = confined === undefined ? sessionSeconds : confinedSeconds;
  const provenAt = confined === undefined ? (proven ? now : null) : (confined.provenAt ?? longAgo);
  aboutUser(context, membership.userId);
  db.later(sql`
    insert into sessions (id, user_id, organization_id, created_at, last_used_at, expires_at, ip, user_agent,
      proven_at, confined_to)
    values (${sessionId}, ${membership.userId}, ${membership.organization.id}, ${now}, ${now},
      ${now}::timestamptz + ${seconds} * interval '1 second', ${origin.ip ?? null},
      ${origin.userAgent ?? null}, ${provenAt}, ${confined === undefined ? null : membership.organization.id})`);
  sweep(context);
  const refreshToken = newRefreshToken();
  const refreshFor = Math.min(refreshSeconds, seconds);
  storeRefreshToken(context, { sessionId, token: refreshToken, seconds: refreshFor });
  return tokensFor(context, { sessionId, refreshToken, refreshSeconds: refreshFor });
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
