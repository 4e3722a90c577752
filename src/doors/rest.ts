import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { z } from 'zod';
import { costOfSteps, isForMcp } from '../modules/connector/index.ts';
import { withinKeyLimits } from '../modules/keys/index.ts';
import { type Actor, anonymous } from '../operation/actor.ts';
import { apiVersion, apiVersions } from '../operation/api-version.ts';
import { idempotencyKeyRequired, malformedRequest, unauthenticated, unavailable } from '../operation/errors.ts';
import type { HeavyWork } from '../operation/heavy-work.ts';
import { networkOf } from '../operation/network.ts';
import type { BeforeCommit, Effect, Operation, Origin } from '../operation/operation.ts';
import { run, type Runtime } from '../operation/run.ts';
import { type FileOutput, isFile } from '../wire/index.ts';
import { sendUncompressed } from './compression.ts';
import { consoleToken, isConsoleCall } from './console-call.ts';
import type { ContentStore } from '../storage/content-store.ts';
import { receiveFile } from './files/receive.ts';
import { inputFrom } from './input.ts';
import { countedAs, fileFormatIn, fileLanguageIn, listFile, withoutFormat } from './list-file/list-file.ts';
import { limits as perMinute, type Limits } from './limits.ts';
import { recordReaders } from '../operation/record-readers.ts';
import type { DeviceCookie } from './signed-in/device-cookie.ts';
import type { PageCookie } from './signed-in/page-cookie.ts';
import { withView } from './view-of.ts';

/** Authenticates an access token or API key; a refused one is recorded where its origin is known. */
export type ActorOf = (accessToken: string, origin?: Origin) => Promise<Actor>;

/** Dependencies of a door to the catalogue. */
export type DoorDeps = {
  readonly catalogue: readonly Operation[];
  readonly runtime: Runtime;
  readonly limits: Limits;
  readonly actorOf: ActorOf;
};

export type RestDeps = DoorDeps & {
  /** By which the pages of this service call it. */
  readonly cookie: PageCookie;
  /** By which a browser knows who signed in on it before. */
  readonly device: DeviceCookie;
  /** Store of uploaded files. */
  readonly store: ContentStore;
  /** Workers that read files from strangers. */
  readonly heavy: HeavyWork;
};

/** One route for each operation of the catalogue. */
export function registerRest(server: FastifyInstance, deps: RestDeps): void {
  const places = placesOf(deps.catalogue);
  for (const operation of deps.catalogue) {
    const { method, path } = routeOf(operation);
    const url = path.replaceAll(/\{(\w+)\}/g, ':$1');
    const { bodyMaxBytes: bodyLimit } = operation;
    const limit = bodyLimit === undefined ? {} : { bodyLimit };
    const route = { method, url, ...limit, handler: handlerOf(operation, deps, places) };
    if (operation.takesFile === true) registerForm(server, route);
    else server.route(route);
  }
}

/** A route that takes forms beside JSON, and reads them as they come once it knows who sends them. */
function registerForm(server: FastifyInstance, route: RouteOptions): void {
  void server.register(async (scope) => {
    scope.addContentTypeParser('multipart/form-data', (_, payload, done) => done(null, payload));
    scope.route(route);
  });
}

export function routeOf({ http }: Operation): { method: string; path: string } {
  const [method = '', path = ''] = http.split(' ');
  return { method, path: `/api${path}` };
}

export function successStatus({ creates }: Operation): 200 | 201 {
  return creates === true ? 201 : 200;
}

/** Path by id prefix: `sale` → `/api/sales`. */
function placesOf(catalogue: readonly Operation[]): ReadonlyMap<string, string> {
  const readers = [...recordReaders(catalogue)];
  return new Map(readers.map(([prefix, reader]) => [prefix, routeOf(reader).path.replace('/{id}', '')]));
}

function handlerOf(operation: Operation, deps: RestDeps, places: ReadonlyMap<string, string>) {
  const shape = shapeOf(operation);
  return async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('api-version', apiVersionOf(request));
    const { dry_run: dryRun, ...asked } = request.query as Record<string, unknown>;
    const actor = await admit(countedAs(weighed(operation, request), asked), request, reply, deps);
    const format = fileFormatIn(operation, asked);
    const language = format && fileLanguageIn(operation, asked);
    const signal = goneSignal(reply);
    const isForm = request.body === request.raw && operation.takesFile === true;
    const body = isForm ? await receiveFile(request, { ...deps, operation, actor, shape, signal }) : bodyOf(request);
    const query = withoutFormat(operation, asked);
    const given = inputFrom({ params: request.params as object, query, body, shape });
    const input = await withView(deps.runtime, operation, { actor, origin: originOf(request), input: given });
    if (format !== undefined) {
      const call = { actor, input, origin: originOf(request), signal };
      return sendFile(await listFile(deps.runtime, operation, { ...call, format, language }), request, reply);
    }
    matchVersion(operation, { request, shape, input });
    const idempotencyKey = header(request, 'idempotency-key');
    const previews = isDryRun(operation.effect, dryRun);
    if (operation.keyRequired === true && idempotencyKey === undefined && !previews) throw idempotencyKeyRequired();
    const answer = await run(deps.runtime, operation, {
      actor,
      input,
      idempotencyKey,
      dryRun: previews,
      origin: { ...originOf(request), ...remembered(operation, request, deps) },
      beforeCommit: heldTo(actor),
      signal,
    });
    if (answer.replayed) reply.header('idempotent-replayed', 'true');
    if (!previews) locate(operation, reply, { output: answer.output, places });
    if (isConsoleCall(request) && movesSession(answer.output))
      return moveSession(deps.cookie, request, reply, answer.output);
    return send(operation, request, reply, answer.output);
  };
}

/** As many calls as its steps count as alone, and never more than somebody has in a minute. */
function weighed(operation: Operation, { body }: FastifyRequest): Operation {
  return operation.steps === true
    ? { ...operation, cost: Math.min(costOfSteps(body), perMinute.credential) }
    : operation;
}

/** Whom the browser of the console knows, where somebody signs in again there. */
function remembered({ permission }: Operation, request: FastifyRequest, { device }: Pick<RestDeps, 'device'>) {
  const asks = permission === 'public' && isConsoleCall(request);
  return asks ? { remembers: device.remembers(request.headers.cookie) } : {};
}

/** Checks that a write has to pass before it is committed. */
export function heldTo({ caps }: Actor): BeforeCommit | undefined {
  return caps?.limitsWrites === true ? withinKeyLimits : undefined;
}

type MovedSession = { readonly access_token: string };

function movesSession(output: unknown): output is MovedSession {
  return typeof fieldsOf(output)['access_token'] === 'string';
}

/** A new access token, as after a change of organisation, goes into the cookie and to no script. */
function moveSession(
  cookie: PageCookie,
  { headers }: FastifyRequest,
  reply: FastifyReply,
  moved: MovedSession,
): FastifyReply {
  return reply.header('set-cookie', cookie.moved(headers.cookie, moved.access_token)).code(204).send();
}

/** Aborted when the caller hangs up before the answer. */
function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => raw.writableEnded || gone.abort(unavailable({ detail: 'The caller hung up.' })));
  return gone.signal;
}

export function originOf(request: FastifyRequest) {
  const userAgent = header(request, 'user-agent')?.toWellFormed().slice(0, 300);
  return {
    door: isConsoleCall(request) ? 'console' : 'rest',
    requestId: request.id,
    ip: request.ip,
    ...(userAgent === undefined ? {} : { userAgent }),
  } as const;
}

/** Counts the call and finds out who makes it: strangers by address, the rest by credential and organisation. */
export async function admit(
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  { limits, actorOf, cookie }: Pick<RestDeps, 'limits' | 'actorOf' | 'cookie'>,
): Promise<Actor> {
  const cost = operation.cost ?? 1;
  if (operation.permission === 'public') {
    await limits.count('address', networkOf(request.ip), cost, reply);
    return anonymous;
  }
  const token = presentedToken(request, reply, cookie);
  const actor = await actorOf(token, originOf(request)).catch(async (error: unknown) => {
    await limits.count('address', networkOf(request.ip), cost, reply);
    throw error;
  });
  if (actor.organization !== undefined) await limits.count('organization', actor.organization.id, cost, reply);
  // One call may count as many, and has to fit into the minute of a key that has few.
  const max = actor.caps?.requestsPerMinute;
  await limits.count('credential', actor.credentialId, Math.min(cost, max ?? cost), reply, max);
  return actor;
}

/** The credential that a call comes with, by itself or behind the console's cookie; empty where it has none. */
export function presentedToken(request: FastifyRequest, reply: FastifyReply, cookie: PageCookie): string {
  const token = /^Bearer ([A-Za-z0-9._~+/=-]+)$/i.exec(header(request, 'authorization') ?? '')?.[1];
  if (token !== undefined && isForMcp(token)) {
    throw unauthenticated({
      hint: 'An MCP token opens /api/mcp only. Use an API key for the REST API, which begins with key_live_.',
    });
  }
  return token ?? consoleToken(cookie, request, reply) ?? '';
}

/** Sets 201 and the location of the new record. */
function locate(
  operation: Operation,
  reply: FastifyReply,
  { output, places }: { output: unknown; places: ReadonlyMap<string, string> },
): void {
  if (successStatus(operation) !== 201) return;
  reply.code(201);
  const { id } = fieldsOf(output);
  if (typeof id !== 'string') return;
  const place = places.get(id.slice(0, id.lastIndexOf('_')));
  if (place !== undefined) reply.header('location', `${place}/${id}`);
}

/** Fields that open something. Beside a text of somebody else's they could be guessed by the length of an answer. */
const secretField = /(?:^|_)(?:token|secret|codes|url)$/;

function answersSecret({ effect }: Operation, output: unknown): boolean {
  return effect !== 'read' && Object.keys(fieldsOf(output)).some((name) => secretField.test(name));
}

function send(operation: Operation, request: FastifyRequest, reply: FastifyReply, output: unknown): FastifyReply {
  if (answersSecret(operation, output)) sendUncompressed(reply);
  if (isFile(operation.output, output)) return sendFile(output, request, reply);
  const { version, next_cursor: next } = fieldsOf(output);
  const text = JSON.stringify(output);
  if (typeof version === 'number') {
    const tag = operation.effect === 'read' ? `"${version}-${digestOf(text)}"` : `"${version}"`;
    reply.header('etag', tag);
    if (isKnown(tag, header(request, 'if-none-match')) && operation.effect === 'read') return reply.code(304).send();
  }
  if (typeof next === 'string') reply.header('link', nextLink(request.url, next));
  return reply.type('application/json; charset=utf-8').send(text);
}

/** Hash of the whole answer: other records, such as those of `expand`, change without the record's version. */
function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}

function isKnown(tag: string, given: string | undefined): boolean {
  return given !== undefined && given.split(',').some((one) => one.trim().replace(/^W\//, '') === tag);
}

function fieldsOf(output: unknown): Readonly<Record<string, unknown>> {
  return typeof output === 'object' && output !== null ? { ...output } : {};
}

/** Sent as a download, which a browser never runs; 304 for a caller with the same bytes. */
export function sendFile(file: FileOutput, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { filename, content_type: type, encoding } = file;
  const isText = encoding !== 'base64';
  const bytes = Buffer.from(file.content, isText ? 'utf8' : 'base64');
  const digest = createHash('sha256').update(bytes);
  const tag = `"${digest.copy().digest('hex')}"`;
  reply.header('etag', tag);
  if (request.method === 'GET' && isKnown(tag, header(request, 'if-none-match'))) return reply.code(304).send();
  reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(filename)}`);
  reply.header('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'");
  reply.header('repr-digest', `sha-256=:${digest.digest('base64')}:`);
  return reply.type(isText ? `${type}; charset=utf-8` : type).send(bytes);
}

function nextLink(url: string, cursor: string): string {
  const [path = '', query = ''] = url.split('?');
  const params = new URLSearchParams(query);
  params.set('cursor', cursor);
  return `<${path}?${params.toString()}>; rel="next"`;
}

function bodyOf(request: FastifyRequest): object {
  const { body } = request;
  if (body === undefined || body === null) return {};
  if (typeof body === 'object' && !Array.isArray(body)) return body;
  throw malformedRequest({ detail: 'The body must be a JSON object.' });
}

export function isDryRun(effect: Effect, value: unknown): boolean {
  if (value === undefined || value === 'false') return false;
  if (value === 'true' && effect !== 'read') return true;
  throw malformedRequest({ detail: 'dry_run takes true or false, and only on writes.' });
}

/** A condition that a write could not keep is refused: its sender relies on it. */
function matchVersion(
  { effect }: Operation,
  { request, shape, input }: { request: FastifyRequest; shape: object; input: Record<string, unknown> },
): void {
  const version = ifMatch(request);
  if (version === undefined || effect === 'read') return;
  if (!('version' in shape)) throw malformedRequest({ detail: 'This call does not support If-Match.' });
  if (input['version'] !== undefined && input['version'] !== version) {
    throw malformedRequest({ detail: 'If-Match and version name different versions.' });
  }
  input['version'] = version;
}

/** `If-Match: "3"` is the version the caller read. `*` asks for nothing. */
function ifMatch(request: FastifyRequest): number | undefined {
  const value = header(request, 'if-match');
  if (value === undefined || value === '*') return undefined;
  const version = /^(?:W\/)?"(\d{1,9})(?:-[\w-]{1,40})?"$/.exec(value)?.[1];
  if (version === undefined) throw malformedRequest({ detail: 'If-Match takes an ETag as returned, such as "3".' });
  return Number(version);
}

/** The version asked for by `Api-Version` is answered or refused, never replaced. */
export function apiVersionOf(request: FastifyRequest): string {
  const asked = header(request, 'api-version');
  if (asked === undefined) return apiVersion;
  const found = apiVersions.find((known) => known === asked);
  if (found !== undefined) return found;
  throw malformedRequest({
    detail: `Api-Version takes one of ${apiVersions.join(', ')}.`,
    hint: `Leave Api-Version out for ${apiVersion}, or send one of those.`,
  });
}

export function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}

export function shapeOf({ input }: Operation): Readonly<Record<string, z.ZodType>> {
  return 'shape' in input ? (input.shape as Record<string, z.ZodType>) : {};
}
