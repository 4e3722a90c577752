import { type Adapter, errors, type Payload, Provider } from 'oidc-provider';
import type { ConnectionKey, OauthClients, OauthSecrets, SecretKind } from '../../modules/connector/index.ts';
import { isAppClientId, type RegisteredApps } from '../../modules/keys/index.ts';
import { appMetadata } from './app-metadata.ts';
import { type Connections, type Ending, type GrantKey, keyOf } from './connections.ts';

/** For so long after a refresh token was replaced it still leads to its successor: clients refresh several at once. */
const graceMs = 90_000;
const distantSeconds = 10 * 365 * 86_400;

const kinds: Readonly<Record<string, SecretKind>> = {
  Interaction: 'interaction',
  AuthorizationCode: 'code',
  AccessToken: 'access',
  ClientCredentials: 'access',
  RefreshToken: 'refresh',
};

export type Store = {
  readonly secrets: OauthSecrets;
  readonly clients: OauthClients;
  readonly apps: RegisteredApps;
  readonly connections: Connections;
  /** Addresses of what tokens are for. */
  readonly resources: Readonly<Record<GrantKey['resource'], string>>;
  /** RFC 3339. */
  readonly now: () => string;
};

/** Our tables as the provider wants them. What it calls a grant is a connection, which decides over its tokens. */
export function adapterOver(store: Store): (model: string) => Adapter {
  return (model) => {
    const kind = kinds[model];
    if (kind !== undefined) return secretsAs(kind, model, store);
    if (model === 'Client') return clientsOf(store);
    return model === 'Grant' ? grantsOf(store) : nothing;
  };
}

/** The provider remembers nobody between requests: who is signed in is known by our own cookie. */
const nothing: Adapter = {
  upsert: async () => undefined,
  find: async () => undefined,
  findByUid: async () => undefined,
  findByUserCode: async () => undefined,
  consume: async () => undefined,
  destroy: async () => undefined,
  revokeByGrantId: async () => undefined,
};

function secretsAs(kind: SecretKind, model: string, { secrets, clients, apps, connections, now }: Store): Adapter {
  const connectionOf = (payload: object | undefined): GrantKey | undefined =>
    payload !== undefined && 'grantId' in payload ? keyOf(String(payload.grantId)) : undefined;
  /** An app that acts on its own has no grant, and the connection that was made for it. */
  const ownConnection = async (clientId: string): Promise<ConnectionKey> => {
    const found = await apps.ownConnection(clientId);
    if (found === undefined) throw new errors.UnauthorizedClient('the app may not act on its own');
    return found;
  };
  return {
    ...nothing,
    upsert: async (value, payload, seconds) => {
      const clientId = String(payload['clientId']);
      const connection = model === 'ClientCredentials' ? await ownConnection(clientId) : connectionOf(payload);
      const isForRest = kind === 'access' && isAppClientId(clientId);
      const scopes = isForRest ? scopesIn(payload) : undefined;
      await secrets.keep({ kind, value, payload, connection, seconds, scopes });
      if (kind === 'access' && !isForRest) await clients.used(clientId);
    },
    find: async (value) => {
      const kept = await secrets.find(kind, value);
      // Access tokens of all kinds are kept alike.
      if (kept === undefined || ('kind' in kept.payload && kept.payload.kind !== model)) return undefined;
      const { consumedAt } = kept;
      const inGrace =
        kind === 'refresh' && consumedAt !== null && Date.parse(now()) - Date.parse(consumedAt) <= graceMs;
      return consumedAt === null || inGrace ? { ...kept.payload } : { ...kept.payload, consumed: true };
    },
    // Of many who redeem one code at once, one is first; that others had it too ends what the first one got.
    consume: async (value) => {
      const first = await secrets.consume(kind, value);
      if (first || kind === 'refresh') return;
      const key = connectionOf((await secrets.find(kind, value))?.payload);
      if (key !== undefined) await connections.end(key, endingNow());
      throw new errors.InvalidGrant('authorization code already consumed');
    },
    destroy: (value) => secrets.drop(kind, value),
  };
}

function scopesIn({ scope }: Payload): readonly string[] {
  return typeof scope === 'string' && scope !== '' ? scope.split(' ') : [];
}

function clientsOf({ clients, apps }: Store): Adapter {
  return {
    ...nothing,
    find: async (id) => {
      const app = await apps.find(id);
      // Our own schema took the others when they registered.
      return app === undefined ? ((await clients.find(id)) as Payload | undefined) : appMetadata(app);
    },
  };
}

function grantsOf({ connections, resources, now }: Store): Adapter {
  return {
    ...nothing,
    find: async (id) => {
      const key = keyOf(id);
      const found = key && (await connections.find(key));
      if (key === undefined || found === undefined) return undefined;
      const seconds = Math.floor(Date.parse(now()) / 1_000);
      return {
        jti: id,
        kind: 'Grant',
        iat: seconds,
        exp: seconds + distantSeconds,
        accountId: found.userId,
        clientId: found.clientId,
        resources: { [resources[key.resource]]: found.scopes.join(' ') },
      };
    },
    destroy: async (id) => {
      const key = keyOf(id);
      if (key !== undefined) await connections.end(key, endingNow());
    },
  };
}

/** Why the provider ends a connection just now. */
function endingNow(): Ending {
  const { oidc, req } = Provider.ctx ?? {};
  const requestId = String(req?.headers['x-request-id'] ?? '');
  if (oidc?.route === 'revocation') return { why: 'given_back', requestId };
  return { why: oidc?.params?.['grant_type'] === 'refresh_token' ? 'refresh_token_reused' : 'code_reused', requestId };
}
