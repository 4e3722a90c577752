import type { JWK } from 'jose';
import type { Database } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import type { Access, AccessClaims } from '../../operation/access.ts';
import { type Actor, hasAccess } from '../../operation/actor.ts';
import { unauthenticated } from '../../operation/errors.ts';
import type { Origin } from '../../operation/operation.ts';
import type { Secrets } from '../../operation/secrets.ts';
import type { RefusedCredentials } from '../../operation/refused-credentials.ts';
import { typeIdFrom } from '../../wire/type-id.ts';
import { membershipColumns, membershipFrom, type MembershipRow } from '../team/index.ts';
import { openAccessTokens, type VerifiedToken } from './access-tokens.ts';
import { bounded } from './bounded.ts';
import { openSigningKeys } from './signing-keys.ts';
import { actorOf } from './start-session.ts';

export type AccessDeps = {
  readonly db: Database;
  readonly secrets: Secrets;
  /** RFC 3339, UTC. */
  readonly now: () => string;
  readonly newId: () => string;
  /** Our public address, which tokens name as their issuer. */
  readonly issuer: string;
  readonly refused?: RefusedCredentials;
};

export type Authenticator = Access & {
  /**
   * The actor of a token.  Refuses with `unauthenticated` unless token, session and membership stand now; where one
   * that stood before comes from somewhere, that is put on record.
   */
  actorOf(token: string, origin?: Origin): Promise<Actor>;
  /** The public keys that verify our tokens, as RFC 7517 has them. */
  jwks(): Promise<{ keys: JWK[] }>;
};

/** Longest time that a demoted or removed member keeps access on another node. */
const rightsAgeMaxMs = 1_000;
const sessionsMax = 20_000;

type Remembered = {
  readonly claims: AccessClaims;
  readonly actor: Promise<Actor | undefined>;
  readonly untilMs: number;
};

/** Makes and reads access tokens. A token says who somebody is; what they may do is looked up at each request. */
export function openAccess(deps: AccessDeps): Authenticator {
  const keys = openSigningKeys(deps);
  const tokens = openAccessTokens({ ...deps, keys });
  const sessions = bounded<string, Remembered>(sessionsMax);
  const lookUp = (claims: VerifiedToken): Promise<Actor | undefined> => {
    const key = `${claims.session} ${claims.organization} ${claims.user} ${claims.issuedBefore}`;
    const known = sessions.get(key);
    if (known !== undefined && known.untilMs > performance.now()) return known.actor;
    const actor = standing(deps, claims);
    sessions.set(key, { claims, actor, untilMs: performance.now() + rightsAgeMaxMs });
    actor.catch(() => sessions.drop((entry) => entry.actor === actor));
    return actor;
  };
  return {
    async actorOf(token, origin) {
      const claims = await tokens.verify(token);
      const actor = claims && (await lookUp(claims));
      if (claims === undefined || actor === undefined || !hasAccess(actor, deps.now())) {
        if (origin !== undefined) await note(deps, claims ?? (await tokens.whose(token)), origin);
        throw unauthenticated();
      }
      return { ...actor, credentialExpiresAt: earlier(claims.expiresAt, actor.accessEndsAt) };
    },
    sign: (claims) => tokens.sign(claims),
    jwks: async () => ({ keys: await keys.published() }),
    forget: (id) =>
      sessions.drop(({ claims }) => claims.session === id || claims.user === id || claims.organization === id),
  };
}

/** A token that we signed says where it led, even when it leads nowhere any more. */
async function note({ refused, now }: AccessDeps, claims: VerifiedToken | undefined, origin: Origin): Promise<void> {
  if (claims === undefined) return;
  const { organization, session, expiresAt } = claims;
  const because = expiresAt <= now() ? 'expired' : 'session_or_membership_ended';
  const of = { organization, credentialId: session, target: typeIdFrom('sess', session) };
  await refused?.note({ ...of, action: 'use_session', because }, origin);
}

/** Instants in UTC are in the order of their texts. */
function earlier(one: string, other: string | undefined): string {
  return other !== undefined && other < one ? other : one;
}

/** Session, member, rights and organisation as they stand now, in one statement and one flight. */
async function standing({ db, now }: AccessDeps, claims: VerifiedToken): Promise<Actor | undefined> {
  const { session, user, organization, issuedBefore } = claims;
  const at = now();
  const row = await db.transaction({ user, organization, readOnly: true }, (tx) =>
    tx.maybe<MembershipRow & { proven_at: string | null; confined: boolean }>(sql`
      select ${membershipColumns}, sessions.confined_to is not null as confined,
        case when users.totp_confirmed_at is not null or sessions.confined_to is not null
          then coalesce(sessions.proven_at, sessions.created_at) end as proven_at
      from sessions join users on users.id = sessions.user_id
      join memberships on memberships.user_id = sessions.user_id and memberships.organization_id = ${organization}
      where sessions.id = ${session} and sessions.user_id = ${user} and sessions.revoked_at is null
        and sessions.expires_at > ${at} and (memberships.expires_at is null or memberships.expires_at > ${at})
        and (memberships.access_since is null or memberships.access_since < ${issuedBefore})
        and case when sessions.confined_to is null then not memberships.provider_only
          else sessions.confined_to = memberships.organization_id end`),
  );
  if (row === undefined) return undefined;
  const member = actorOf(membershipFrom(row), session);
  const actor: Actor = row.confined ? { ...member, confined: true } : member;
  return row.proven_at === null ? actor : { ...actor, provenAt: row.proven_at };
}
