import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

type Claims = Readonly<Record<string, unknown>>;
type Document = Readonly<Record<string, unknown>>;

/** A provider that says whatever a test has it say. */
export type ForgedProvider = {
  readonly issuer: string;
  readonly client: { readonly client_id: string; readonly client_secret: string };
  /** The next ID token: changes of its claims, or the whole token. */
  forge: (claims: Claims) => Claims | Promise<string>;
  /** Changes of what discovery answers. */
  document: Document;
  /** Answers in place of the provider; true where it did. */
  before: (request: IncomingMessage, response: ServerResponse) => boolean;
  readonly sign: (claims: Claims) => Promise<string>;
  /** The same, by a key that the provider does not publish. */
  readonly signOtherwise: (claims: Claims) => Promise<string>;
  /** What a browser is sent back with, as this provider would: its code stands for what was asked. */
  readonly comeBack: (authorizationUrl: string, more?: Record<string, string>) => string;
  /** Requests for tokens, as they came. */
  readonly redeemed: URLSearchParams[];
  readonly close: () => Promise<void>;
};

export async function openForgedProvider(claims: Claims): Promise<ForgedProvider> {
  const [own, other] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
  const keys = { keys: [{ ...(await exportJWK(own.publicKey)), alg: 'RS256', use: 'sig', kid: 'own' }] };
  const signBy = (key: typeof own.privateKey) => (said: Claims) =>
    new SignJWT(said).setProtectedHeader({ alg: 'RS256', kid: 'own' }).sign(key);
  let asked = new URLSearchParams();
  const answer = async (request: IncomingMessage): Promise<object> => {
    const path = request.url ?? '';
    if (path === '/.well-known/openid-configuration') return { ...documentOf(issuer), ...provider.document };
    if (path === '/jwks') return keys;
    provider.redeemed.push(new URLSearchParams(await textOf(request)));
    const nowSeconds = Math.floor(Date.now() / 1_000);
    const usual = {
      iss: issuer,
      aud: client.client_id,
      sub: 'forged',
      iat: nowSeconds,
      exp: nowSeconds + 300,
      nonce: asked.get('nonce') ?? '',
      ...claims,
    };
    const forged = await provider.forge(usual);
    const token = typeof forged === 'string' ? forged : await provider.sign({ ...usual, ...forged });
    return { access_token: 'access', token_type: 'Bearer', expires_in: 300, id_token: token };
  };
  const server = createServer((request, response) => {
    if (provider.before(request, response)) return;
    void answer(request).then((body) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = { client_id: 'daybook', client_secret: 'a secret' };
  const provider: ForgedProvider = {
    issuer,
    client,
    forge: () => ({}),
    document: {},
    before: () => false,
    sign: signBy(own.privateKey),
    signOtherwise: signBy(other.privateKey),
    redeemed: [],
    comeBack: (url, more = {}) => {
      asked = new URL(url).searchParams;
      return new URLSearchParams({ code: 'a code', state: asked.get('state') ?? '', ...more }).toString();
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return provider;
}

function documentOf(issuer: string): Document {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['client_secret_post'],
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
