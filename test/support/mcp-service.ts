import { randomUUID } from 'node:crypto';
import { after } from 'node:test';
import { createApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { openDatabase } from '../../src/db/database.ts';
import { openLog } from '../../src/log.ts';
import { createTestDatabase, patience, type TestDatabase } from './database.ts';
import type { Wire } from './world.ts';

/** A service that listens, over a database of its own, as anyone on the network meets it. */
export type McpService = {
  readonly url: string;
  readonly database: TestDatabase;
  /** Registers an owner of a new organisation, who is signed in. */
  readonly owner: (name: string) => Promise<Owner>;
  readonly http: (method: string, path: string, options?: HttpOptions) => Promise<HttpAnswer>;
  /** One message to the MCP address. */
  readonly rpc: (token: string, method: string, params?: object, options?: RpcOptions) => Promise<HttpAnswer>;
  /** Calls a tool with that address's own result object as the answer. */
  readonly tool: (token: string, name: string, input?: object, options?: RpcOptions) => Promise<Wire>;
};

export type Owner = {
  readonly access: string;
  readonly organizationId: string;
  /** Credentials for signing in. */
  readonly credentials: { readonly email: string; readonly password: string };
  /** Makes a token and answers its record, with the secret in `token`. */
  readonly mint: (input?: object) => Promise<Wire>;
  /** Calls the REST API, and fails where it refuses. */
  readonly rest: (method: string, path: string, body?: object) => Promise<Wire>;
};

type HttpOptions = { readonly headers?: Readonly<Record<string, string>>; readonly body?: unknown };
export type RpcOptions = { readonly headers?: Readonly<Record<string, string>>; readonly query?: string };
export type HttpAnswer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Wire;
};

const json = 'application/json';

export async function createMcpService({ rateLimit = false } = {}): Promise<McpService> {
  const database = await createTestDatabase();
  const db = openDatabase({ url: database.runtimeUrl, role: 'daybook_runtime', patience });
  const limits = { DAYBOOK_RATE_LIMIT: rateLimit ? 'on' : 'off' };
  const settings = { ...limits, DAYBOOK_SIGNUP: 'open', DAYBOOK_ROLE: 'web', LOG_LEVEL: 'silent' };
  const secrets = { cursors: Buffer.alloc(32, 1), sealing: Buffer.alloc(32, 2), audit: Buffer.alloc(32, 3) };
  const app = await createApp({ config: readConfig(settings), db, secrets, log: openLog('silent') });
  const url = await app.server.listen({ port: 0, host: '127.0.0.1' });
  after(async () => {
    await app.close();
    await db.close();
    await database.drop();
  });
  const http: McpService['http'] = (method, path, options = {}) => send(`${url}${path}`, method, options);
  const rpc: McpService['rpc'] = (token, method, params, { headers = {}, query = '' } = {}) =>
    http('POST', `/api/mcp/mcp${query}`, {
      headers: { accept: json, authorization: `Bearer ${token}`, ...headers },
      body: { jsonrpc: '2.0', id: 1, method, ...(params === undefined ? {} : { params }) },
    });
  return {
    url,
    database,
    http,
    rpc,
    owner: (name) => register(name, http),
    tool: async (token, name, input = {}, options = {}) => {
      const { body } = await rpc(token, 'tools/call', { name, arguments: input }, options);
      return body.result ?? body;
    },
  };
}

async function send(url: string, method: string, { headers = {}, body }: HttpOptions): Promise<HttpAnswer> {
  const answer = await fetch(url, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': json }), ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json') === true;
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    body: isJson && text !== '' ? JSON.parse(text) : undefined,
  };
}

async function register(name: string, http: McpService['http']): Promise<Owner> {
  const organization = { name, country: 'DE', base_currency: 'EUR', timezone: 'Europe/Berlin' };
  const person = { email: `${randomUUID()}@example.com`, password: 'correct horse battery', name: `Owner of ${name}` };
  const { body } = await http('POST', '/api/auth/register', { body: { ...person, organization } });
  const rest: Owner['rest'] = async (method, path, input) => {
    const headers = { authorization: `Bearer ${body.access_token}` };
    const answer = await http(method, `/api${path}`, { headers, ...(input === undefined ? {} : { body: input }) });
    if (answer.status >= 400) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
    return answer.body;
  };
  return {
    access: body.access_token,
    organizationId: body.organization_id,
    credentials: { email: person.email, password: person.password },
    rest,
    mint: (input = {}) => rest('POST', '/mcp/tokens', { name: 'Claude', ...input }),
  };
}
