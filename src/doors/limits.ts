import type { FastifyInstance, FastifyReply } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { BusinessError, overloaded, rateLimited } from '../operation/errors.ts';
import { networkOf } from '../operation/network.ts';
import { type Load, operational } from './load.ts';
import { problemOf } from './problem.ts';
import type { SharedLimits } from './shared-limits.ts';

const windowSeconds = 60;

/** Calls per minute; an operation's `cost` says how many calls it counts as. */
export const limits = {
  /** Before a credential is known: login, registration and whatever else a stranger may call. */
  address: 120,
  credential: 1_200,
  organization: 6_000,
} as const;

export type LimitName = keyof typeof limits;
export type Limits = {
  /**
   * Counts a call. Throws `rate_limited` past the limit, or past a lower `max` that the key has of its own; tells the
   * state in the answer's headers either way.
   */
  count(name: LimitName, key: string, cost: number, reply: FastifyReply, max?: number): Promise<void>;
};

type Beside = { readonly shared?: SharedLimits | undefined; readonly load?: Load };

/**
 * Counts in memory, a fixed window per key; where other nodes count too, together with them. An
 * organisation that a call is counted for is also the one that the next call with its credential waits among.
 */
export function openLimits(enabled: boolean, { shared, load }: Beside = {}): Limits {
  const limiters = new Map(
    Object.entries(limits).map(([name, points]) => [name, new RateLimiterMemory({ points, duration: windowSeconds })]),
  );
  return {
    count: async (name, key, cost, reply, max = limits[name]) => {
      if (name === 'organization') load?.belongs(reply.request, `${name} ${key}`);
      const limiter = limiters.get(name);
      if (!enabled || limiter === undefined) return;
      const state = await limiter.consume(key, cost).catch((refused: unknown) => refused);
      if (!(state instanceof RateLimiterRes)) throw state;
      shared?.note(`${name} ${key}`, cost, (points) => limiter.penalty(key, points));
      const seconds = Math.ceil(state.msBeforeNext / 1_000);
      // With two limits on one call the caller is told the last, narrower one.
      reply.header('ratelimit-policy', `"${name}";q=${max};w=${windowSeconds}`);
      reply.header('ratelimit', `"${name}";r=${Math.max(0, max - state.consumedPoints)};t=${seconds}`);
      if (state.consumedPoints > max) throw rateLimited({ retry_after: Math.max(1, seconds), limit: name });
    },
  };
}

/**
 * Counts by address what no operation has counted: pages of the reference, unknown routes, bodies that cannot be read.
 * Their answers are cheap to make, so that it is done when they leave.
 */
export function limitTheRest(server: FastifyInstance, counting: Limits): void {
  server.addHook('onSend', async (request, reply, payload) => {
    const path = request.url.split('?')[0] ?? '';
    // A request shed because of others does not count against its caller.
    const isShed = reply.statusCode === overloaded.status;
    const { isKept = false } = request.routeOptions.config as { readonly isKept?: boolean };
    // A screen of the console is dozens of small files, and a shop's people share an address.
    const isFile = isKept && reply.statusCode < 400;
    if (reply.hasHeader('ratelimit') || isShed || isFile || operational.has(path)) return payload;
    try {
      await counting.count('address', networkOf(request.ip), 1, reply);
      return payload;
    } catch (error) {
      if (!(error instanceof BusinessError)) throw error;
      const problem = problemOf(error, request.id, path);
      reply.code(problem.status).type('application/problem+json').removeHeader('content-length');
      reply.header('retry-after', problem['retry_after']);
      return JSON.stringify(problem);
    }
  });
}
