import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { createSecureContext } from 'node:tls';
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { type Config, ConfigError } from '../config.ts';
import {
  BusinessError,
  malformedRequest,
  methodNotAllowed,
  notFound,
  payloadTooLarge,
  requestTimeout,
  unavailable,
  unsupportedMediaType,
} from '../operation/errors.ts';
import { refusalOf } from '../operation/failure.ts';
import type { Log } from '../log.ts';
import { trackRoutes } from './allowed-methods.ts';
import { plainHttp } from '../net/plain-http.ts';
import { problemOf } from './problem.ts';
import { restChallenge } from './rest-challenge.ts';

const bodyMaxBytes = 1_048_576;
const requestTimeoutMs = 15_000;
const headersTimeoutMs = 10_000;
/** Longer than proxies keep an idle connection (60 s), so that none sends a request into one just closed here. */
const keepAliveTimeoutMs = 75_000;
/** Node's own 30 s would turn a limit of 10 s into up to 40. */
const connectionsCheckingIntervalMs = 1_000;
const urlMaxLength = 8_192;
const slowMs = 1_000;
const retryAfterSeconds = 2;
/** A caller's own request id is kept when it cannot do harm in a log or a header. */
const saneRequestId = /^[A-Za-z0-9._-]{1,100}$/;

const connections = {
  connectionsCheckingInterval: connectionsCheckingIntervalMs,
  headersTimeout: headersTimeoutMs,
};

/** The HTTP server with what every route shares: ids, limits, security headers, problems for everything that fails. */
export function createHttpServer(config: Pick<Config, 'tls' | 'trustProxy' | 'publicUrl'>, log: Log): FastifyInstance {
  const send = (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
    sendProblem(error, request, reply, { log, publicUrl: config.publicUrl });
  const server = fastify({
    ...(config.tls === undefined ? { http: connections } : { https: { ...connections, ...tlsFiles(config.tls) } }),
    trustProxy: config.trustProxy.length === 0 ? false : [...config.trustProxy],
    bodyLimit: bodyMaxBytes,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    forceCloseConnections: 'idle',
    // Requests on an open connection are served during shutdown, and the connection then closed.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false, caseSensitive: true },
    exposeHeadRoutes: true,
    clientErrorHandler: (error, socket) => refuseUnreadable(error, socket),
    genReqId: (raw) => requestIdOf(raw.headers['x-request-id']),
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    // Such a request meets no hook.
    frameworkErrors: (error, request, reply) => {
      setCommonHeaders(config, request, reply);
      send(error, request, reply);
    },
    logger: false,
  }) as unknown as FastifyInstance;
  takeJsonOnly(server);
  const tracked = trackRoutes(server);
  server.server.maxHeadersCount = 100;
  server.addHook('onRequest', (request, reply, done) => {
    setCommonHeaders(config, request, reply);
    const isTooLong = request.url.length > urlMaxLength;
    done(isTooLong ? malformedRequest({ detail: 'The URL is too long.' }) : undefined);
  });
  server.addHook('onResponse', (request, reply, done) => {
    const durationMs = Math.round(reply.elapsedTime);
    const line = {
      request_id: request.id,
      method: request.method,
      route: request.routeOptions.url,
      status: reply.statusCode,
      ms: durationMs,
    };
    if (durationMs > slowMs && !isEventStream(reply)) log.warn(line, 'slow request');
    else log.debug(line, 'request');
    done();
  });
  server.setErrorHandler((error: FastifyError, request, reply) => send(error, request, reply));
  server.setNotFoundHandler((request, reply) => {
    const { method, url: whole } = request;
    const url = whole.split('?')[0] ?? '';
    const allowed = tracked.allowed(url);
    if (allowed.length === 0) return send(noSuchRoute(tracked.nearest({ url, method })), request, reply);
    reply.header('allow', allowed.join(', '));
    return send(methodNotAllowed({ allowed }), request, reply);
  });
  return server;
}

/** An answer that lasts as long as somebody reads it, which says nothing of how long the service worked. */
export function isEventStream(reply: FastifyReply): boolean {
  return String(reply.getHeader('content-type') ?? '').startsWith('text/event-stream');
}

type Seen = Pick<Config, 'tls' | 'publicUrl'>;

function setCommonHeaders({ tls, publicUrl }: Seen, request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id);
  reply.header('x-content-type-options', 'nosniff');
  reply.header('referrer-policy', 'no-referrer');
  reply.header('cache-control', 'no-store');
  reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
  const isSecure = tls !== undefined || publicUrl.startsWith('https:');
  if (isSecure) reply.header('strict-transport-security', 'max-age=31536000');
}

/** The framework would take plain text too, and put a replacement character for what is no UTF-8. */
function takeJsonOnly(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeContentTypeParser(['application/json', 'text/plain']);
  server.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (isUtf8(body)) void parse(request, body.toString(), done);
    else done(malformedRequest({ detail: 'The body is not UTF-8.' }));
  });
}

type Sender = { readonly log: Log; readonly publicUrl: string };

function sendProblem(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { log, publicUrl }: Sender,
): FastifyReply {
  const refused = refusalOf(asRefusal(error, request), []);
  const [path = ''] = request.url.split('?');
  const problem = problemOf(refused, request.id, path);
  if (problem.status >= 500) log.error({ err: error, request_id: request.id, code: problem.code }, 'request failed');
  if (problem.status === unavailable.status) reply.header('retry-after', retryAfterSeconds);
  if (typeof problem['retry_after'] === 'number') reply.header('retry-after', problem['retry_after']);
  const isPresented = request.headers.authorization !== undefined;
  const challenge = reply.getHeader('www-authenticate') ?? restChallenge(problem, { publicUrl, path, isPresented });
  if (challenge !== undefined) reply.header('www-authenticate', challenge);
  return reply.code(problem.status).type('application/problem+json').send(JSON.stringify(problem));
}

/** Fastify refuses these before our code sees them. */
function asRefusal(error: unknown, { routeOptions }: FastifyRequest): unknown {
  if (error instanceof BusinessError || !(error instanceof Error)) return error;
  const { statusCode, code } = error as FastifyError;
  if (statusCode === 413) return payloadTooLarge({ max_bytes: routeOptions?.bodyLimit ?? bodyMaxBytes });
  if (statusCode === 415) return unsupportedMediaType();
  if (code === 'FST_ERR_BAD_URL') return noSuchRoute();
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return malformedRequest({ detail: error.message });
  return error;
}

/** Malformed HTTP reaches neither a hook nor a route, and gets an answer of the same shape all the same. */
function refuseUnreadable({ code = '' }: { code?: string }, socket: Socket): void {
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const problem = problemOf(unreadable(code), requestIdOf(undefined));
  const body = JSON.stringify(problem);
  const head = [
    `HTTP/1.1 ${problem.status} ${plainHttp.STATUS_CODES[problem.status] ?? ''}`,
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${problem.request_id}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

function unreadable(code: string): BusinessError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return requestTimeout();
  const detail = code === 'HPE_HEADER_OVERFLOW' ? 'The headers are too large.' : 'This is not HTTP.';
  return malformedRequest({ detail, hint: 'Send a well-formed request.' });
}

function noSuchRoute(nearest: readonly string[] = []): BusinessError {
  const near = nearest.length === 0 ? '' : `The nearest: ${nearest.join(', ')}. `;
  return notFound({ detail: 'There is no such route.', hint: `${near}See GET /api/docs for all routes.` });
}

function requestIdOf(given: string | string[] | undefined): string {
  return typeof given === 'string' && saneRequestId.test(given) ? given : `req_${randomUUID().replaceAll('-', '')}`;
}

function tlsFiles({ certFile, keyFile }: NonNullable<Config['tls']>): { cert: Buffer; key: Buffer } {
  try {
    const files = { cert: readFileSync(certFile), key: readFileSync(keyFile) };
    createSecureContext(files);
    return files;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(
      `DAYBOOK_TLS_CERT and DAYBOOK_TLS_KEY take PEM files of a certificate and its key: ${reason}`,
    );
  }
}
