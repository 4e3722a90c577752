import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import pg from 'pg';
import { type App, createApp } from '../../src/app.ts';
import { type Config, readConfig } from '../../src/config.ts';
import { openDatabase } from '../../src/db/database.ts';
import type { Outward } from '../../src/operation/outward.ts';
import { openLog } from '../../src/log.ts';
import { uuidFrom } from '../../src/wire/type-id.ts';
import { memoryOutward } from './memory-provider.ts';
import { metricsToken } from './metrics-token.ts';
import { createTestDatabase, patience, type TestDatabase } from './database.ts';
import type { Wire } from './world.ts';
import { checkRemedy } from './remedies.ts';

/** A service that listens, over a database of its own, as anyone on the network meets it. */
export type RunningService = {
  readonly url: string;
  readonly app: App;
  readonly database: TestDatabase;
  /** A connection that owns everything, to look at what is really there. */
  readonly owner: pg.Client;
  readonly send: (request: HttpRequest) => Promise<HttpAnswer>;
  readonly api: (token: string, method: string, path: string, body?: unknown, headers?: Headers) => Promise<HttpAnswer>;
  /** Somebody new, with an organisation of their own. */
  readonly register: (name: string) => Promise<SignedIn>;
  /** Somebody new in another's organisation, signed in there. */
  readonly colleague: (of: SignedIn, role: string) => Promise<SignedIn>;
  readonly mcpToken: (of: SignedIn, input?: object) => Promise<string>;
  /** Calls an MCP tool and answers its result, or the JSON-RPC error. */
  readonly tool: (mcpToken: string, name: string, input: unknown) => Promise<Wire>;
};

export type Headers = Readonly<Record<string, string>>;

export type SignedIn = {
  readonly token: string;
  readonly refreshToken: string;
  readonly organization: string;
  readonly user: string;
  readonly email: string;
};

export type HttpRequest = {
  readonly method: string;
  readonly path: string;
  readonly token?: string | undefined;
  /** Sent as it is where it is text or bytes, else as JSON. */
  readonly body?: unknown;
  readonly headers?: Headers | undefined;
};

export type HttpAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** Undefined where the answer is not JSON. */
  readonly body: Wire;
};

export const password = 'correct horse battery';
export const secrets = { cursors: Buffer.alloc(32, 1), sealing: Buffer.alloc(32, 2), audit: Buffer.alloc(32, 3) };
const json = 'application/json';

type Parts = {
  readonly consoleFolder?: string | undefined;
  /** The provider in memory unless said. */
  readonly outward?: Outward;
};

/** Starts it without rate limits and without workers, unless said, and stops it after the test file. */
export async function startService(overrides: Partial<Config> = {}, parts: Parts = {}): Promise<RunningService> {
  const database = await createTestDatabase();
  const { service, stop } = await serve(database, overrides, parts);
  after(async () => {
    await stop();
    await database.drop();
  });
  return service;
}

/** The same over a database that is there already; the caller stops it. */
export async function serve(database: TestDatabase, overrides: Partial<Config> = {}, parts: Parts = {}) {
  const db = openDatabase({ url: database.runtimeUrl, role: 'daybook_runtime', patience });
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  const defaults = {
    // Browsers make passkeys for a name, and not for a number.
    DAYBOOK_PUBLIC_URL: 'http://localhost:4400',
    DAYBOOK_SIGNUP: 'open',
    DAYBOOK_RATE_LIMIT: 'off',
    DAYBOOK_ROLE: 'web',
    LOG_LEVEL: 'silent',
    DAYBOOK_METRICS_TOKEN: metricsToken,
  };
  const dataFolder = overrides.dataFolder ?? mkdtempSync(join(tmpdir(), 'daybook-files-'));
  const config = { ...readConfig(defaults), ...overrides, dataFolder };
  const app = await createApp({ config, db, secrets, log: openLog('silent'), outward: memoryOutward, ...parts });
  const url = await app.server.listen({ port: overrides.port ?? 0, host: '127.0.0.1' });
  const agent = new Agent({ keepAlive: true, maxSockets: 24 });
  const stop = async (): Promise<void> => {
    agent.destroy();
    await app.close();
    await owner.end();
    await db.close();
    if (overrides.dataFolder === undefined) rmSync(dataFolder, { recursive: true, force: true });
  };
  const send: RunningService['send'] = async (request) => {
    const answer = await exchange(url, agent, request);
    checkRemedy(answer.body);
    return answer;
  };
  const api: RunningService['api'] = (token, method, path, body, headers) =>
    send({ method, path: `/api${path}`, token, body, headers });
  const register = registerWith(api);
  const service: RunningService = {
    url,
    app,
    database,
    owner,
    send,
    api,
    register,
    colleague: async (of, role) => joined(owner, api, { person: await register(`${role} colleague`), of, role }),
    mcpToken: async (of, input = {}) => {
      const answer = await api(of.token, 'POST', '/mcp/tokens', { name: 'Claude', preset: 'full', ...input });
      return made(answer).token;
    },
    tool: async (token, name, input) => {
      const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } };
      const answer = await send({ method: 'POST', path: '/api/mcp/mcp', token, body, headers: { accept: json } });
      checkRemedy(answer.body?.result?.structuredContent);
      return answer.body?.result ?? answer.body;
    },
  };
  return { service, stop };
}

/** The session goes on with a token that was signed now, however long ago they signed in. */
export async function renewed({ api }: RunningService, who: SignedIn): Promise<SignedIn> {
  const session = made(await api('', 'POST', '/auth/refresh', { refresh_token: who.refreshToken }));
  return { ...who, ...signedIn(session) };
}

function exchange(url: string, agent: Agent, request: HttpRequest): Promise<HttpAnswer> {
  const { method, path, token, body, headers = {} } = request;
  const payload = body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>();
  const sent = httpRequest(`${url}${path}`, {
    agent,
    method,
    headers: {
      ...(payload === undefined ? {} : { 'content-type': json, 'content-length': Buffer.byteLength(payload) }),
      ...(token === undefined || token === '' ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
  });
  sent.on('error', reject);
  sent.on('response', (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('error', reject);
    response.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const isPlain = response.headers['content-encoding'] === undefined && text !== '';
      const isJson = isPlain && /^application\/(problem\+)?json/.test(response.headers['content-type'] ?? '');
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        text,
        body: isJson ? JSON.parse(text) : undefined,
      });
    });
  });
  sent.end(payload);
  return promise;
}

function made(answer: HttpAnswer): Wire {
  if (answer.status >= 400) throw new Error(`answered ${answer.status}: ${answer.text}`);
  return answer.body;
}

function registerWith(api: RunningService['api']): RunningService['register'] {
  return async (name) => {
    const email = `${randomUUID()}@example.com`;
    const organization = { name, country: 'DE', base_currency: 'EUR', timezone: 'Europe/Berlin' };
    const session = made(await api('', 'POST', '/auth/register', { email, password, name, organization }));
    const me = made(await api(session.access_token, 'GET', '/auth/me'));
    return { ...signedIn(session), email, user: me.user.id };
  };
}

function signedIn(session: Wire): Pick<SignedIn, 'token' | 'refreshToken' | 'organization'> {
  const { access_token: token, refresh_token: refreshToken, organization_id: organization } = session;
  return { token, refreshToken, organization };
}

type Joining = { readonly person: SignedIn; readonly of: SignedIn; readonly role: string };

async function joined(owner: pg.Client, api: RunningService['api'], { person, of, role }: Joining): Promise<SignedIn> {
  await owner.query(
    `insert into members (organization_id, id, user_id, role_ids, created_at, updated_at)
     select organization_id, gen_random_uuid(), $2, array[id], now(), now() from roles
     where organization_id = $1 and name = $3`,
    [uuidFrom('org', of.organization), uuidFrom('user', person.user), role],
  );
  const session = made(await api(person.token, 'POST', '/auth/switch', { organization_id: of.organization }));
  return { ...person, ...signedIn(session) };
}
