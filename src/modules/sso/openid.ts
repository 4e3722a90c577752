import type { ClientAuth, Configuration, CustomFetch, IDToken } from 'openid-client';
import type { Outside } from '../../operation/operation.ts';

const timeoutMs = 5_000;
const answerMaxBytes = 256 * 1_024;
const withoutBody = [101, 204, 205, 304];

/** A program registered at a provider. */
export type OpenIdClient = { readonly issuer: string; readonly clientId: string; readonly secret: string };

/** What a request to sign in is held to when its answer comes. */
export type Expected = { readonly state: string; readonly nonce: string; readonly verifier: string };

/** Why a provider could not be used. The message may be shown to whoever entered it. */
export class ProviderFault extends Error {}

/**
 * What a provider publishes of itself, by discovery. What it says must be of the issuer that was asked: an address for
 * the accounts of everybody (`common` of Microsoft Entra ID) names another one, and is refused.
 */
export async function discovered(outside: Outside, { issuer, clientId, secret }: OpenIdClient): Promise<Configuration> {
  const library = await import('openid-client');
  const url = new URL(issuer);
  const isLocal = outside.settings.callLoopback === true && url.protocol === 'http:';
  const authenticate: ClientAuth = (server, ...request) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const way = methods.includes('client_secret_basic') ? library.ClientSecretBasic : library.ClientSecretPost;
    way(secret)(server, ...request);
  };
  const config = await orFault(() =>
    library.discovery(url, clientId, undefined, authenticate, {
      [library.customFetch]: fetchBy(outside),
      execute: [library.enableNonRepudiationChecks, ...(isLocal ? [library.allowInsecureRequests] : [])],
      timeout: (timeoutMs * 2) / 1_000,
    }),
  );
  const metadata = config.serverMetadata();
  if (new URL(metadata.issuer).href !== url.href) {
    throw new ProviderFault(`The provider names another issuer: ${metadata.issuer.slice(0, 200)}.`);
  }
  for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const) {
    mustBeSecure(metadata[name], name, isLocal);
  }
  return config;
}

/** The browser is sent there, so that a script or a plain connection must not stand there. */
function mustBeSecure(address: string | undefined, name: string, isLocal: boolean): void {
  const protocol = address !== undefined && URL.canParse(address) ? new URL(address).protocol : '';
  if (protocol === 'https:' || (isLocal && protocol === 'http:')) return;
  throw new ProviderFault(`The provider has no ${name} that begins with https://.`);
}

type Asking = Expected & {
  readonly redirectUri: string;
  readonly loginHint?: string | undefined;
  /** The person signs in anew, whatever session they have at the provider. */
  readonly again?: boolean;
};

/** Where the browser goes to sign in. */
export async function authorizationUrl(config: Configuration, asking: Asking): Promise<string> {
  const library = await import('openid-client');
  const { redirectUri, state, nonce, verifier, loginHint, again = false } = asking;
  return library.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    response_type: 'code',
    state,
    nonce,
    code_challenge: await library.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(loginHint === undefined ? {} : { login_hint: loginHint }),
    ...(again ? { prompt: 'login', max_age: '0' } : {}),
  }).href;
}

type Redeeming = Expected & {
  readonly redirectUri: string;
  readonly parameters: string;
  readonly wanted: readonly string[];
};

/**
 * The claims of the ID token for which a code is exchanged, once state, issuer, audience, expiry, nonce and signature
 * are right. What it lacks of the wanted ones is asked of the provider, where it tells them apart from the token.
 */
export async function claimsFor(config: Configuration, redeeming: Redeeming): Promise<IDToken> {
  const library = await import('openid-client');
  const { redirectUri, parameters, state, nonce, verifier, wanted } = redeeming;
  const url = new URL(`${redirectUri}?${parameters}`);
  const tokens = await orFault(() =>
    library.authorizationCodeGrant(config, url, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    }),
  );
  const claims = tokens.claims();
  if (claims === undefined) throw new ProviderFault('The provider sent no ID token.');
  const isWhole = wanted.every((name) => Object.hasOwn(claims, name));
  if (isWhole || config.serverMetadata().userinfo_endpoint === undefined) return claims;
  const more = await orFault(() => library.fetchUserInfo(config, tokens.access_token, claims.sub));
  return { ...more, ...claims };
}

function fetchBy({ outward }: Outside): CustomFetch {
  if (outward === undefined) throw new Error('nothing is asked of the network here');
  return async (url, { method, headers, body }) => {
    const answer = await outward.fetch(url, {
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      timeoutMs,
      responseMaxBytes: answerMaxBytes,
      ...(body === undefined || body === null ? {} : { body: textOf(body) }),
    });
    if (!answer.isWhole) throw new ProviderFault('The answer of the provider is too long.');
    const told = answer.headers['content-type'];
    return new Response(withoutBody.includes(answer.status) ? null : new Uint8Array(answer.body), {
      status: answer.status,
      headers: typeof told === 'string' ? { 'content-type': told } : {},
    });
  };
}

/** The library sends forms, and nothing else. */
function textOf(body: unknown): string {
  if (body instanceof URLSearchParams) return body.toString();
  if (typeof body === 'string') return body;
  throw new TypeError('no form');
}

/** Whatever the library or the network says is a fault of the provider: in its own words, without what was sent. */
async function orFault<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProviderFault) throw error;
    const inner = error instanceof Error && error.cause instanceof Error ? error.cause.message : '';
    const said = error instanceof Error ? error.message : String(error);
    throw new ProviderFault(
      [said, inner]
        .filter((text) => text !== '')
        .join(': ')
        .slice(0, 300),
    );
  }
}
