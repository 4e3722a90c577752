import { createPrivateKey } from 'node:crypto';
import { type Client, type Context, errors, interactionPolicy, Provider } from 'oidc-provider';
import { newAccessToken, newAppToken, newRefreshToken, refreshTokenAfter } from '../../modules/connector/index.ts';
import { isAppClientId } from '../../modules/keys/index.ts';
import { permissionNames } from '../../modules/team/index.ts';
import type { GuardedFetch } from '../../net/guarded-fetch.ts';
import type { Secrets } from '../../operation/secrets.ts';
import { subkey } from '../../operation/seal.ts';
import { adapterOver, type Store } from './adapter.ts';
import { type GrantKey, scope } from './connections.ts';
import { documentFetch } from './metadata-document.ts';
import { interactionPath, paths } from './paths.ts';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Lifetimes of codes and tokens, in seconds. */
const lifetimes = {
  AuthorizationCode: minute,
  AccessToken: hour,
  ClientCredentials: hour,
  /** From its last use on: each use gives a new one. Apps that work only now and then should not have to ask again. */
  RefreshToken: (_: Context, __: object, { clientId }: Client) => (isAppClientId(clientId) ? 180 : 30) * day,
  /** For signing in and making up one's mind. */
  Interaction: 30 * minute,
  Grant: 10 * 365 * day,
  Session: 30 * minute,
  IdToken: minute,
};

export type ProviderParts = Store & {
  readonly issuer: string;
  readonly secret: Secrets;
  readonly fetch: GuardedFetch;
  /** Page for errors that cannot be returned to a client. */
  readonly showError: (context: Context, error: { readonly error: string; readonly detail?: string }) => void;
  readonly onFailure: (error: unknown) => void;
};

/**
 * The authorization server: codes with PKCE and opaque tokens, each for one resource. AI apps are public clients of the
 * connector; apps that an organisation registered are clients of the REST API, and may have a secret.
 */
export function openProvider(parts: ProviderParts): Provider {
  const { issuer, secret, apps, onFailure } = parts;
  const provider = new Provider(issuer, configurationOf(parts));
  // Our door sets the headers with the request's address.
  provider.proxy = true;
  provider.on('server_error', (_, error) => onFailure(error));
  provider.AccessToken.prototype.generateTokenId = function named() {
    this.format = 'opaque';
    return isAppClientId(this.clientId) ? newAppToken() : newAccessToken();
  };
  provider.ClientCredentials.prototype.generateTokenId = function named() {
    this.format = 'opaque';
    const asked = Provider.ctx?.oidc.params?.['scope'];
    if (this.scope === undefined && typeof asked === 'string') {
      throw new errors.InvalidScope('none of the requested scopes exists', asked);
    }
    // Whoever asks for no scope gets what there is, and is told.
    this.scope ??= this.client.scope;
    return newAppToken();
  };
  // RFC 6749, 5.2: what it may not use by itself is no malformed request.
  const { grantTypeAllowed } = provider.Client.prototype;
  provider.Client.prototype.grantTypeAllowed = function named(type) {
    const isAllowed = grantTypeAllowed.call(this, type);
    if (!isAllowed && type === 'client_credentials') throw new errors.UnauthorizedClient('this app has no such grant');
    return isAllowed;
  };
  provider.Client.prototype.compareClientSecret = function compare(presented) {
    return apps.secretFits(this.clientId, presented);
  };
  provider.RefreshToken.prototype.generateTokenId = () => {
    const before = Provider.ctx?.oidc.entities.RotatedRefreshToken?.jti;
    return before === undefined ? newRefreshToken() : refreshTokenAfter(secret, before);
  };
  return provider;
}

function configurationOf(parts: ProviderParts): object {
  const { issuer, resources, secret, showError } = parts;
  return {
    adapter: adapterOver(parts),
    scopes: [scope, ...permissionNames],
    responseTypes: ['code'],
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
    clientDefaults: {
      id_token_signed_response_alg: 'EdDSA',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      response_modes: ['query'],
      token_endpoint_auth_method: 'none',
    },
    // Tokens are presented in a header, and no cookie opens anything at these addresses.
    clientBasedCORS: () => true,
    pkce: { required: () => true },
    issueRefreshToken: (_: Context, client: Client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    revokeGrantPolicy: () => true,
    expiresWithSession: () => false,
    allowOmittingSingleRegisteredRedirectUri: false,
    findAccount: (_: Context, accountId: string) => ({ accountId, claims: () => ({ sub: accountId }) }),
    interactions: {
      policy: askEachTime(),
      url: (_: Context, { uid }: { uid: string }) => `${new URL(issuer).pathname}${interactionPath(uid)}`,
    },
    renderError: (context: Context, { error, error_description: detail }: Record<string, string>) =>
      showError(context, { error: error ?? 'server_error', ...(detail === undefined ? {} : { detail }) }),
    fetch: documentFetch(parts.fetch),
    routes: paths,
    jwks: { keys: [signingKey(secret)] },
    ttl: lifetimes,
    cookies: cookiesOf(issuer, secret),
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
      clientCredentials: { enabled: true },
      revocation: { enabled: true, allowedPolicy: isOwn },
      clientIdMetadataDocument: { enabled: true, ack: 'draft-02', cacheDuration: { min: 5 * minute, max: day } },
      resourceIndicators: {
        enabled: true,
        defaultResource: (_: Context, client: Client) => resources[resourceOf(client)],
        useGrantedResource: () => true,
        getResourceServerInfo: (_: Context, asked: string, client: Client) => {
          const kind = resourceOf(client);
          const audience = resources[kind];
          if (asked !== audience) throw new errors.InvalidTarget();
          const scopes = kind === 'rest' ? permissionNames.join(' ') : scope;
          return { scope: scopes, audience, accessTokenFormat: 'opaque', accessTokenTTL: lifetimes.AccessToken };
        },
      },
    },
  };
}

/** Each client has one resource, so that no token of one ever opens the other. */
function resourceOf({ clientId }: Client): GrantKey['resource'] {
  return isAppClientId(clientId) ? 'rest' : 'mcp';
}

function isOwn(_: Context, client: Client, token: { readonly clientId?: string }): boolean {
  return token.clientId === client.clientId;
}

/** The provider wants a key, the same on every node, although no token of ours is signed with it. */
function signingKey({ sealing }: Secrets): object {
  const head = Buffer.from('302e020100300506032b657004220420', 'hex');
  const der = Buffer.concat([head, subkey(sealing, 'oauth signing')]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  return { ...key.export({ format: 'jwk' }), alg: 'EdDSA', use: 'sig' };
}

/** Nothing is allowed by what was allowed before: a client's name proves nothing about who asks. */
function askEachTime(): object {
  const { Check, Prompt, base } = interactionPolicy;
  const policy = base();
  policy.remove('consent');
  policy.add(
    new Prompt(
      { name: 'consent', requestable: true },
      new Check(
        'every_time',
        'the user has to consent',
        'consent_required',
        ({ oidc }) => oidc.result?.consent === undefined,
      ),
    ),
  );
  return policy;
}

/** They bind the steps of one request to one browser, and are signed. */
function cookiesOf(issuer: string, { sealing }: Secrets): object {
  const isSecure = issuer.startsWith('https:');
  const prefix = isSecure ? '__Secure-' : '';
  const options = { httpOnly: true, sameSite: 'lax', secure: isSecure };
  return {
    keys: [Buffer.from(subkey(sealing, 'oauth cookies')).toString('base64url')],
    names: {
      session: `${prefix}daybook_oauth`,
      interaction: `${prefix}daybook_oauth_request`,
      resume: `${prefix}daybook_oauth_resume`,
    },
    long: options,
    short: options,
  };
}
