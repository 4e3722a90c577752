import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { Outward } from '../../src/operation/outward.ts';

const issuer = 'https://idp.example';

/** A provider that is asked without a network, for calls that want one and are about something else. */
export const memoryProvider = { issuer, client_id: 'daybook', client_secret: 'a secret of a client' } as const;

const names = new Map<string, readonly string[]>();
const codes = new Map<string, Readonly<Record<string, unknown>>>();
let keys: ReturnType<typeof generateKeyPair> | undefined;

/** Has the DNS say this under a name. */
export function sayInDns(name: string, texts: readonly string[]): void {
  names.set(name, texts);
}

/** What a browser comes back with from the provider, signed in with these claims. */
export function signedInWith(authorizationUrl: string, claims: Readonly<Record<string, unknown>>): string {
  const { searchParams: asked } = new URL(authorizationUrl);
  const code = `code ${codes.size}`;
  codes.set(code, { nonce: asked.get('nonce'), ...claims });
  return new URLSearchParams({ code, state: asked.get('state') ?? '' }).toString();
}

export const memoryOutward: Outward = {
  texts: async (name) => names.get(name) ?? [],
  fetch: async (url, { body = '' }) => {
    const { origin, pathname } = new URL(url);
    if (origin !== issuer) throw new Error('no such host in memory');
    keys ??= generateKeyPair('RS256');
    const { publicKey, privateKey } = await keys;
    const answers: Readonly<Record<string, () => object | Promise<object>>> = {
      '/.well-known/openid-configuration': () => ({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        id_token_signing_alg_values_supported: ['RS256'],
      }),
      '/jwks': async () => ({ keys: [{ ...(await exportJWK(publicKey)), alg: 'RS256', kid: 'memory' }] }),
      '/token': async () => {
        const claims = codes.get(new URLSearchParams(body).get('code') ?? '') ?? {};
        const made = new SignJWT({ auth_time: Math.floor(Date.now() / 1_000), ...claims })
          .setProtectedHeader({ alg: 'RS256', kid: 'memory' })
          .setIssuer(issuer)
          .setAudience(memoryProvider.client_id)
          .setIssuedAt()
          .setExpirationTime('5m');
        return { access_token: 'access', token_type: 'Bearer', id_token: await made.sign(privateKey) };
      },
    };
    const answer = await answers[pathname]?.();
    const text = JSON.stringify(answer ?? {});
    const headers = { 'content-type': 'application/json' };
    return { status: answer === undefined ? 404 : 200, headers, body: Buffer.from(text), isWhole: true };
  },
};
