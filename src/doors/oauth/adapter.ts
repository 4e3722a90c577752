import { type Adapter, errors, type Payload, Provider } from 'oidc-provider';
import type { ConnectionKey, OauthClients, OauthSecrets, SecretKind } from '../../modules/connector/index.ts';
import { type Connections, type Ending, keyOf, scope } from './connections.ts';

/** For so long after a refresh token was replaced it still leads to its successor: clients refresh several at once. */
const graceMs = 90_000;
const distantSeconds = 10 * 365 * 86_400;

const kinds: Readonly<Record<string, SecretKind>> = {
  Interaction: 'interaction',
  AuthorizationCode: 'code',
  AccessToken: 'access',
  RefreshToken: 'refresh',
};

export type Store = {
  readonly secrets: OauthSecrets;
  readonly clients: OauthClients;
  readonly connections: Connections;
  readonly resource: string;
  /** RFC 3339. */
  readonly now: () => string;
};

/** Our tables as the provider wants them. What it calls a grant is a connection, which decides over its tokens. */
export function adapterOver(store: Store): (model: string) => Adapter {
  return (model) => {
    const kind = kinds[model];
    if (kind !== undefined) return secretsAs(kind, store);
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

function secretsAs(kind: SecretKind, { secrets, clients, connections, now }: Store): Adapter {
  const connectionOf = (payload: object | undefined): ConnectionKey | undefined =>
    payload !== undefined && 'grantId' in payload ? keyOf(String(payload.grantId)) : undefined;
  return {
    ...nothing,
    upsert: async (value, payload, seconds) => {
      await secrets.keep({ kind, value, payload, connection: connectionOf(payload), seconds });
      if (kind === 'access') await clients.used(String(payload['clientId']));
    },
    find: async (value) => {
      const kept = await secrets.find(kind, value);
      if (kept === undefined) return undefined;
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

function clientsOf({ clients }: Store): Adapter {
  return {
    ...nothing,
    // Our own schema took it when it registered.
    find: async (id) => (await clients.find(id)) as Payload | undefined,
  };
}

function grantsOf({ connections, resource, now }: Store): Adapter {
  return {
    ...nothing,
    find: async (id) => {
      const key = keyOf(id);
      const found = key && (await connections.find(key));
      if (found === undefined) return undefined;
      const seconds = Math.floor(Date.parse(now()) / 1_000);
      return {
        jti: id,
        kind: 'Grant',
        iat: seconds,
        exp: seconds + distantSeconds,
        accountId: found.userId,
        clientId: found.clientId,
        openid: { scope },
        resources: { [resource]: scope },
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
