import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { overloaded } from '../operation/errors.ts';
import { networkOf } from '../operation/network.ts';
import { openCallScheduler, type SchedulerLimits, type CallScheduler } from './call-scheduler.ts';
import { problemOf } from './problem.ts';

const lookEveryMs = 200;
const retryAfterSeconds = 2;
const ownersMax = 10_000;
/** Told at each turn of the loop, so that a call that is let in waits for these at most, however many came at once. */
const refusalsPerTurn = 8;
const placeLimits: SchedulerLimits = {
  placesMin: 2,
  placesMax: 64,
  placesFirst: 8,
  waitingMax: 500,
  waitingMin: 8,
  patienceMs: 5_000,
  heldMs: 250,
  underWayMax: 64,
  lookEveryMs: 20,
};

/** Probes of the operator are exempt from limits: they cost next to nothing. */
export const operational: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

export type Load = {
  /** Has every call of the server wait for its place, or sends it away. */
  guard(server: FastifyInstance): void;
  /** Says whose the credential of a call is, so that the next one with it waits among theirs. */
  belongs(request: FastifyRequest, owner: string): void;
  counts(): ReturnType<CallScheduler['counts']>;
  /** Calls that were sent away so far. */
  sentAway(): number;
  lateMs(): number;
  stop(): void;
};

/**
 * Decides which call is worked at before anything is known of it but its head: neither its body is read nor its
 * credential checked. So a call that is sent away costs a twentieth of one that is answered. Callers are told apart by
 * the organisation that their credential belonged to when it was last accepted, and by their address until then.
 */
export function watchLoad(workedPart = watchWork(), limits: SchedulerLimits = placeLimits): Load {
  const lateness = watchLateness();
  const places = openCallScheduler(limits, workedPart);
  const owners = new Map<string, string>();
  let sentAway = 0;
  const queueOf = (request: FastifyRequest): string => {
    const credential = credentialOf(request);
    const owner = credential === undefined ? undefined : owners.get(credential);
    return owner ?? `address ${networkOf(request.ip)}`;
  };
  const leavers: (() => void)[] = [];
  const sendAway = () => {
    for (const tell of leavers.splice(0, refusalsPerTurn)) tell();
    if (leavers.length > 0) setImmediate(sendAway);
  };
  const leaving = new WeakMap<FastifyReply, () => void>();
  return {
    guard: (server) => {
      server.addHook('onRequest', (request, reply, done) => {
        if (operational.has(request.routeOptions.url ?? '')) return done();
        const giveUp = places.ask(queueOf(request), {
          enter: (leave) => {
            leaving.set(reply, leave);
            reply.raw.once('finish', leave).once('close', leave);
            done();
          },
          refuse: () => {
            sentAway += 1;
            leavers.push(() => refuse(request, reply));
            if (leavers.length === 1) setImmediate(sendAway);
          },
        });
        reply.raw.once('close', giveUp);
      });
      server.addHook('onSend', (_, reply, payload, done) => {
        // A stream waits for its reader, for hours in a subscription.
        if (typeof payload === 'object' && !Buffer.isBuffer(payload)) leaving.get(reply)?.();
        done();
      });
      server.addHook('onResponse', (request, reply, done) => {
        const credential = reply.statusCode === 401 ? credentialOf(request) : undefined;
        if (credential !== undefined) owners.delete(credential);
        done();
      });
    },
    belongs: (request, owner) => {
      const credential = credentialOf(request);
      if (credential === undefined) return;
      owners.delete(credential);
      const [oldest] = owners.keys();
      if (owners.size >= ownersMax && oldest !== undefined) owners.delete(oldest);
      owners.set(credential, owner);
    },
    counts: () => places.counts(),
    sentAway: () => sentAway,
    lateMs: lateness.ms,
    stop: () => {
      places.stop();
      lateness.stop();
    },
  };
}

/** As it was sent: it only tells callers apart, and opens nothing. */
function credentialOf({ headers }: FastifyRequest): string | undefined {
  const token = headers['x-mcp-token'];
  return headers.authorization ?? (typeof token === 'string' ? token : headers.cookie);
}

const refusal = problemOf(overloaded({ retry_after: retryAfterSeconds }), '');

/** Past all that is done for an answer otherwise, which would cost more than this does. */
function refuse(request: FastifyRequest, reply: FastifyReply): void {
  const instance = request.url.split('?', 1)[0];
  const body = JSON.stringify({ ...refusal, instance, request_id: request.id });
  reply.hijack();
  reply.raw.writeHead(refusal.status, {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    'content-type': 'application/problem+json',
    'content-length': Buffer.byteLength(body),
    'retry-after': String(retryAfterSeconds),
  });
  reply.raw.end(body);
}

/** Share of time that the process was busy since the last call. */
function watchWork(): () => number {
  let last = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization;
  };
}

type Lateness = { readonly ms: () => number; readonly stop: () => void };

/** By how much a timer comes too late, which is how long everybody else waits too. */
function watchLateness(): Lateness {
  let last = performance.now();
  let late = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    late = (late + Math.max(0, now - last - lookEveryMs)) / 2;
    last = now;
  }, lookEveryMs).unref();
  return { ms: () => late, stop: () => clearInterval(timer) };
}
