import { Resolver } from 'node:dns/promises';
import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { request as secure } from 'node:https';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { plainHttp } from './plain-http.ts';
import { nonPublicAddresses } from './public-address.ts';
import { hostOf, notPublic, type Target, targetOf, type TargetPolicy } from './target-url.ts';

const timeoutMs = 15_000;
const resolveTimeoutMs = 3_000;
const responseMaxBytes = 64 * 1_024;
const headersMaxBytes = 16 * 1_024;

export type GuardedRequest = {
  /** GET unless said. */
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** From the first question for the host's address to the last byte of the answer. */
  readonly timeoutMs?: number;
  /** Longer answers are cut off, and `isWhole` is false. */
  readonly responseMaxBytes?: number;
};

export type GuardedAnswer = {
  /** As it came: a redirect is an answer, and is not followed. */
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly isWhole: boolean;
};

/** Why a call was not made or came to nothing. The message may be shown to whoever gave the URL. */
export class GuardedFetchError extends Error {
  /** `refused` before anything was sent; `timeout`; `unreachable` for all that networks and TLS say. */
  readonly reason: 'refused' | 'timeout' | 'unreachable';

  constructor(reason: GuardedFetchError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Calls a URL that somebody gave us. */
export type GuardedFetch = (url: string, request?: GuardedRequest) => Promise<GuardedAnswer>;

type Options = TargetPolicy & {
  /** Answers the addresses of a host. */
  readonly resolve?: (host: string, signal: AbortSignal) => Promise<readonly string[]>;
};

/**
 * The one way out to a URL that a caller gave: by https, with the certificate checked, to public addresses, with limits
 * on time and size. The address is checked where the connection is made, so that a name that means something else a
 * moment later gains nothing.
 */
export function openGuardedFetch({ resolve = addressesOf, ...policy }: Options): GuardedFetch {
  return async (text, request = {}) => {
    const target = targetOf(text, policy);
    if (target.fault !== undefined) throw new GuardedFetchError('refused', target.fault);
    const signal = AbortSignal.timeout(request.timeoutMs ?? timeoutMs);
    try {
      return await exchange(target, request, { resolve, signal });
    } catch (error) {
      throw errorOf(error, signal);
    }
  };
}

type Allowed = Extract<Target, { url: URL }>;
type Conditions = { readonly resolve: NonNullable<Options['resolve']>; readonly signal: AbortSignal };

async function exchange(target: Allowed, request: GuardedRequest, conditions: Conditions): Promise<GuardedAnswer> {
  const addresses = await addressesFor(target, conditions);
  const { promise, resolve, reject } = Promise.withResolvers<GuardedAnswer>();
  const sent = send(target, request, { addresses, signal: conditions.signal });
  sent.on('error', reject);
  sent.on('response', (response) => resolve(read(response, request.responseMaxBytes ?? responseMaxBytes)));
  sent.end(request.body);
  try {
    return await promise;
  } finally {
    sent.destroy();
  }
}

async function addressesFor({ url, isLoopback }: Allowed, on: Conditions): Promise<readonly string[]> {
  const host = hostOf(url);
  if (isIP(host) !== 0) return [host];
  if (isLoopback) return ['127.0.0.1', '::1'];
  const addresses = await on.resolve(host, on.signal);
  if (addresses.length === 0) throw new Error('The host has no address.');
  return addresses;
}

type Way = { readonly addresses: readonly string[]; readonly signal: AbortSignal };

function send({ url, isLoopback }: Allowed, { method = 'GET', headers = {}, body }: GuardedRequest, way: Way) {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const makeRequest: (url: URL, options: object) => ClientRequest =
    url.protocol === 'https:' ? secure : plainHttp.request;
  return makeRequest(url, {
    method,
    signal: way.signal,
    maxHeaderSize: headersMaxBytes,
    // An answer that would have to be unpacked may be a thousand times its size.
    headers: { ...headers, ...length, 'accept-encoding': 'identity', connection: 'close' },
    createConnection: () => socketTo(url, isLoopback, way.addresses),
  });
}

/**
 * Connects to the first of the addresses that answers and may be called. Node passes a block list on to plain
 * connections only, so that the one below TLS is made here.
 */
function socketTo(url: URL, isLoopback: boolean, addresses: readonly string[]): Socket {
  const host = hostOf(url);
  const isSecure = url.protocol === 'https:';
  const all = addresses.map((address) => ({ address, family: isIP(address) }));
  const socket = connect({
    host,
    port: Number(url.port) || (isSecure ? 443 : 80),
    autoSelectFamily: true,
    lookup: (_host, _options, callback) => callback(null, all),
    ...(isLoopback ? {} : { blockList: nonPublicAddresses }),
  });
  if (!isSecure) return socket;
  const servername = isIP(host) === 0 ? { servername: host } : {};
  return connectTls({ socket, host, ...servername, rejectUnauthorized: true, ALPNProtocols: ['http/1.1'] });
}

/**
 * Asks the name servers ourselves: the operating system's lookup takes one of a few threads that passwords and files
 * need too, and whoever owns a name may have its servers think for as long as they like.
 */
async function addressesOf(host: string, signal: AbortSignal): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: resolveTimeoutMs, tries: 2 });
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    return found.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

async function read(response: IncomingMessage, maxBytes: number): Promise<GuardedAnswer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const { statusCode: status = 0, headers } = response;
  // Bytes, because no encoding was set.
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxBytes) break;
  }
  const body = Buffer.concat(chunks);
  return { status, headers, body: body.subarray(0, maxBytes), isWhole: bytes <= maxBytes };
}

function errorOf(error: unknown, signal: AbortSignal): GuardedFetchError {
  if (signal.aborted) return new GuardedFetchError('timeout', 'It took too long.');
  const causes = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
  if (causes.every((cause) => codeOf(cause) === 'ERR_IP_BLOCKED')) return new GuardedFetchError('refused', notPublic);
  const said = causes.map((cause) => (cause instanceof Error ? cause.message : String(cause)));
  return new GuardedFetchError('unreachable', [...new Set(said)].join('; ').split('\n', 1)[0] ?? '');
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
