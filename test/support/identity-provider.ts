import { once } from 'node:events';
import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';
import { freePort } from './oauth.ts';

/** A provider that people of a business sign in at, as `oidc-provider` is one. */
export type IdentityProvider = {
  readonly issuer: string;
  readonly client: { readonly client_id: string; readonly client_secret: string };
  /** Claims by the id of an account. */
  readonly people: Map<string, Readonly<Record<string, unknown>>>;
  /** A browser goes where it was sent, signs in as this account, and comes back with these parameters. */
  readonly signIn: (authorizationUrl: string, account: string) => Promise<string>;
  /** Whoever comes from now on is this account. */
  readonly expect: (account: string) => void;
  readonly close: () => Promise<void>;
};

type Options = {
  readonly redirectUris: readonly string[];
  /** Claims of scopes are in the ID token; else the provider tells them at its userinfo endpoint alone. */
  readonly inToken?: boolean;
};

const secret = 'a secret of a client that nobody may see';

/** Listens on this machine. Whoever is in `people` may sign in, and nobody is asked for a password. */
export async function openIdentityProvider({ redirectUris, inToken = true }: Options): Promise<IdentityProvider> {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const people: IdentityProvider['people'] = new Map();
  const client = { client_id: 'daybook', client_secret: secret };
  const provider = new Provider(issuer, configurationOf({ client, redirectUris, people, inToken }));
  let account = '';
  const handle = provider.callback();
  const server = createServer((request, response) => {
    const signedIn = { login: { accountId: account, remember: false } };
    if (request.url?.startsWith('/interaction/') !== true) void handle(request, response);
    else
      void provider
        .interactionResult(request, response, signedIn)
        .then((location) => response.writeHead(303, { location }).end());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    issuer,
    client,
    people,
    expect: (who) => void (account = who),
    signIn: async (url, who) => {
      account = who;
      return comeBack(url, issuer);
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Follows redirects as long as they stay at the provider, and answers the query of the first that leaves it. */
async function comeBack(url: string, issuer: string): Promise<string> {
  const cookies = new Map<string, string>();
  for (let next = url, steps = 0; steps < 10; steps += 1) {
    if (!next.startsWith(issuer)) return new URL(next).search.slice(1);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(next, { redirect: 'manual', headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location === null) throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`);
    next = new URL(location, next).href;
  }
  throw new Error('the provider sends the browser round in circles');
}

type Parts = Pick<IdentityProvider, 'client' | 'people'> & Required<Options>;

function configurationOf({ client, redirectUris, people, inToken }: Parts): object {
  return {
    clients: [{ ...client, redirect_uris: redirectUris, grant_types: ['authorization_code'] }],
    conformIdTokenClaims: !inToken,
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups', 'realm_access', 'hd'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['a key of the provider'] },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: unknown, accountId: string) => {
      const claims = people.get(accountId);
      return claims && { accountId, claims: () => ({ sub: accountId, ...claims }) };
    },
    loadExistingGrant: async ({ oidc }: Asking) => {
      const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    renderError: (context: { body: unknown }, out: object) => {
      context.body = JSON.stringify(out);
    },
  };
}

/** What the provider hands to a function of its configuration, as far as it is used here. */
type Asking = {
  readonly oidc: {
    readonly client: { readonly clientId: string };
    readonly session: { readonly accountId: string };
    readonly provider: { readonly Grant: new (of: object) => Grant };
  };
};
type Grant = { addOIDCScope(scope: string): void; save(): Promise<string> };
