import { hash } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { AccessClaims } from '../../operation/access.ts';
import { bounded } from './bounded.ts';
import { accessSeconds } from './session.ts';
import type { SigningKeys } from './signing-keys.ts';

const audience = 'daybook:api';
const type = 'at+jwt';
const algorithm = 'EdDSA';
const tokenLengthMax = 4_096;
const verifiedMax = 20_000;

export type VerifiedToken = AccessClaims & {
  readonly expiresAtMs: number;
  /** The same, RFC 3339. */
  readonly expiresAt: string;
  /** The end of the second that it was made in, RFC 3339. */
  readonly issuedBefore: string;
};

export type AccessTokens = {
  sign(claims: AccessClaims): Promise<string>;
  /** Claims of the token; undefined where it is not ours, or has ended. */
  verify(token: string): Promise<VerifiedToken | undefined>;
  /** The same of one that may have ended. It opens nothing. */
  whose(token: string): Promise<VerifiedToken | undefined>;
};

type Deps = {
  readonly keys: SigningKeys;
  readonly issuer: string;
  readonly now: () => string;
  readonly newId: () => string;
};

/**
 * Signed tokens of one kind: one algorithm, one type, one issuer, one audience, and a key that only its name in our own
 * table chooses. Verifying costs 100 µs, more than a point read, so what was verified is remembered by the token's
 * hash; that only ever finds a token seen byte for byte, and revoking goes by the session, never by the text.
 */
export function openAccessTokens({ keys, issuer, now, newId }: Deps): AccessTokens {
  const verified = bounded<string, VerifiedToken>(verifiedMax);
  return {
    async sign({ user, organization, session }) {
      const { kid, privateKey } = await keys.current();
      const issuedAt = Math.floor(Date.parse(now()) / 1_000);
      return new SignJWT({ org: organization, sid: session })
        .setProtectedHeader({ alg: algorithm, typ: type, kid })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(user)
        .setJti(newId())
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + accessSeconds)
        .sign(privateKey);
    },
    async verify(token) {
      if (token.length > tokenLengthMax) return undefined;
      const digest = hash('sha256', token, 'base64');
      const known = verified.get(digest);
      const checked = known ?? (await check(token, { keys, issuer, now }));
      if (checked === undefined || checked.expiresAtMs <= Date.parse(now())) return undefined;
      if (known === undefined) verified.set(digest, checked);
      return checked;
    },
    // A token is looked at as of before it was made, when none had ended.
    whose: async (token) =>
      token.length > tokenLengthMax ? undefined : check(token, { keys, issuer, now: () => new Date(0).toISOString() }),
  };
}

const Claims = z.object({ sub: z.uuid(), org: z.uuid(), sid: z.uuid(), jti: z.uuid(), iat: z.int(), exp: z.int() });

async function check(
  token: string,
  { keys, issuer, now }: Pick<Deps, 'keys' | 'issuer' | 'now'>,
): Promise<VerifiedToken | undefined> {
  try {
    const keyOf = async ({ kid }: { kid?: string }) => {
      const key = typeof kid === 'string' ? await keys.find(kid) : undefined;
      if (key === undefined) throw new UnknownKey();
      return key.publicKey;
    };
    const { payload } = await jwtVerify(token, keyOf, {
      algorithms: [algorithm],
      typ: type,
      issuer,
      audience,
      currentDate: new Date(now()),
    });
    const { sub, org, sid, iat, exp } = Claims.parse(payload);
    const expiresAtMs = exp * 1_000;
    const expiresAt = new Date(expiresAtMs).toISOString();
    const issuedBefore = new Date((iat + 1) * 1_000).toISOString();
    return { user: sub, organization: org, session: sid, expiresAtMs, expiresAt, issuedBefore };
  } catch (error) {
    if (isBadToken(error)) return undefined;
    throw error;
  }
}

class UnknownKey extends Error {}

/** False where the database cannot be reached: then the caller must not be signed out. */
function isBadToken(error: unknown): boolean {
  if (error instanceof UnknownKey || error instanceof z.ZodError) return true;
  return error instanceof Error && 'code' in error && /^ERR_J(WT|WS|OSE|WK)/.test(String(error.code));
}
