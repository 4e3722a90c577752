import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { openOauthClients, openOauthSecrets } from '../../modules/connector/index.ts';
import { isAppClientId, openRegisteredApps, type RegisteredApps } from '../../modules/keys/index.ts';
import { networkOf } from '../../operation/network.ts';
import { mcpPath } from '../mcp/admission.ts';
import { openly, preflight } from '../openly.ts';
import { restPath } from '../rest-challenge.ts';
import { BadClient, clientMetadata } from './client-metadata.ts';
import { openConnections, scope as scopeName } from './connections.ts';
import {
  resourceAddresses,
  resourceMetadata,
  restAddresses,
  restMetadata,
  serverAddresses,
  serverMetadata,
} from './metadata.ts';
import { issuerPath, paths } from './paths.ts';
import { pagePolicy } from '../signed-in/frame.ts';
import { wordsAsked } from '../signed-in/messages.ts';
import { errorPage } from './pages.ts';
import { registerRequestPages } from './request-pages.ts';
import type { OauthDeps } from './oauth-deps.ts';

const registrationMaxBytes = 20_000;
/** A registration leaves a row behind, and counts as so many calls. */
const registrationCost = 10;
const documentCost = 5;

/**
 * The way in for AI clients that sign in by OAuth 2.1: discovery, registration, authorization, tokens, and the pages
 * where people allow it. The authorization server is loaded when somebody first comes to be let in.
 */
export function registerOauth(server: FastifyInstance, deps: OauthDeps): void {
  const { publicUrl } = deps.runtime.settings;
  const parts = partsOf(deps);
  const open = lazily(async () => {
    const { openProvider } = await import('./provider.ts');
    return openProvider({
      ...parts,
      issuer: `${publicUrl}${issuerPath}`,
      resources: { mcp: `${publicUrl}${mcpPath}`, rest: `${publicUrl}${restPath}` },
      secret: deps.runtime.secrets,
      fetch: deps.fetch,
      showError: (context, error) => {
        context.type = 'html';
        context.set('content-security-policy', pagePolicy());
        context.body = errorPage(error, wordsAsked(context.req.headers['accept-language']));
      },
      onFailure: (error) => deps.onFailure(error, ''),
    });
  });
  void server.register(async (scope) => {
    registerMetadata(scope, publicUrl);
    registerRegistration(scope, deps, parts.clients);
  });
  void server.register(async (scope) => {
    // The provider reads bodies itself.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_, _payload, done) => done(null));
    const hand = async (request: FastifyRequest, reply: FastifyReply) => {
      await deps.limits.count('address', networkOf(request.ip), costOf(request), reply);
      const path = await withScope(request, parts.apps);
      await handOver(request, reply, { publicUrl, path, callback: (await open()).callback() });
    };
    scope.get(`${issuerPath}${paths.authorization}`, hand);
    scope.get(`${issuerPath}${paths.authorization}/:uid`, hand);
    scope.get(`${issuerPath}${paths.jwks}`, hand);
    for (const path of [paths.token, paths.revocation]) {
      scope.post(`${issuerPath}${path}`, hand);
      scope.options(`${issuerPath}${path}`, hand);
    }
  });
  registerRequestPages(server, { ...deps, open, apps: parts.apps });
}

/** An app that is known by its address may have to be asked there who it is. */
function costOf({ query }: FastifyRequest): number {
  const asked = query as { readonly client_id?: unknown };
  return typeof asked.client_id === 'string' && asked.client_id.startsWith('https:') ? documentCost : 1;
}

function partsOf({ runtime, catalogue }: OauthDeps) {
  const { db, now, secrets } = runtime;
  const named = (name: string) => {
    const found = catalogue.find((one) => one.name === name);
    if (found === undefined) throw new RangeError(`nothing does ${name}, which ends a connection`);
    return found;
  };
  const apps = openRegisteredApps({ db, now });
  const endings = { mcp: named('revoke_mcp_token'), rest: named('disconnect_app') };
  return {
    now,
    apps,
    secrets: openOauthSecrets({ db, now, sealing: secrets.sealing }),
    clients: openOauthClients({ db, now }),
    connections: openConnections({ runtime, apps, endings }),
  };
}

function lazily<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    made.catch(() => (made = undefined));
    return made;
  };
}

/** Anybody may read where to go, also from a page of another site. */
function registerMetadata(scope: FastifyInstance, publicUrl: string): void {
  const documents: [readonly string[], object][] = [
    [serverAddresses, serverMetadata(publicUrl)],
    [resourceAddresses, resourceMetadata(publicUrl)],
    [restAddresses, restMetadata(publicUrl)],
  ];
  for (const [addresses, document] of documents) {
    for (const address of addresses) {
      scope.get(address, async (_, reply) =>
        openly(reply).header('cache-control', 'public, max-age=300').send(document),
      );
      scope.options(address, preflight('GET'));
    }
  }
}

/** Dynamic client registration (RFC 7591). It asks for no credential, so what it leaves behind is little and ends. */
function registerRegistration(
  scope: FastifyInstance,
  { limits, runtime }: OauthDeps,
  clients: ReturnType<typeof openOauthClients>,
): void {
  const address = `${issuerPath}${paths.registration}`;
  scope.options(address, preflight('POST'));
  scope.post(address, { bodyLimit: registrationMaxBytes }, async (request, reply) => {
    await limits.count('address', networkOf(request.ip), registrationCost, reply);
    try {
      const metadata = clientMetadata(request.body);
      const id = `dbc_${randomBytes(16).toString('base64url')}`;
      const registered = { client_id: id, ...metadata };
      await clients.keep(id, registered);
      const issuedAt = Math.floor(Date.parse(runtime.now()) / 1_000);
      return await openly(reply.code(201)).send({ ...registered, client_id_issued_at: issuedAt });
    } catch (error) {
      if (!(error instanceof BadClient)) throw error;
      return openly(reply.code(400)).send({ error: error.code, error_description: error.message });
    }
  });
}

type Handover = {
  readonly publicUrl: string;
  /** Below the issuer. */
  readonly path: string;
  readonly callback: (request: FastifyRequest['raw'], response: FastifyReply['raw']) => Promise<void>;
};

/** The provider answers on its own. It is told the address that people know us by, whatever this request came to. */
async function handOver(
  { raw, id }: FastifyRequest,
  reply: FastifyReply,
  { publicUrl, path, callback }: Handover,
): Promise<void> {
  const { protocol, host, pathname } = new URL(`${publicUrl}${issuerPath}`);
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  Object.assign(raw.headers, {
    'x-forwarded-proto': protocol.slice(0, -1),
    'x-forwarded-host': host,
    'x-request-id': id,
  });
  Object.assign(raw, { url: path, originalUrl: `${pathname}${path}` });
  await callback(raw, reply.raw);
}

/**
 * AI apps have one scope, and whoever asks for another or for none gets it: the answer says so, as RFC 6749 has it. An
 * app of the REST API that asks for none gets what it is registered for.
 */
async function withScope({ raw }: FastifyRequest, apps: RegisteredApps): Promise<string> {
  const path = (raw.url ?? '').slice(issuerPath.length);
  const start = `${paths.authorization}?`;
  if (!path.startsWith(start)) return path;
  const asked = new URLSearchParams(path.slice(start.length));
  const clientId = asked.get('client_id') ?? '';
  if (!isAppClientId(clientId)) asked.set('scope', scopeName);
  else if ((asked.get('scope') ?? '').trim() === '') {
    asked.set('scope', (await apps.find(clientId))?.scopes.join(' ') ?? '');
  }
  return `${start}${asked.toString()}`;
}
