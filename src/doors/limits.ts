import type { FastifyReply } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { rateLimited } from '../operation/errors.ts';

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
  /** Counts a call. Throws `rate_limited` past the limit; tells the state in the answer's headers either way. */
  count(name: LimitName, key: string, cost: number, reply: FastifyReply): Promise<void>;
};

/** Counts in memory, a fixed window per key. */
export function openLimits(enabled: boolean): Limits {
  const limiters = new Map(
    Object.entries(limits).map(([name, points]) => [name, new RateLimiterMemory({ points, duration: windowSeconds })]),
  );
  return {
    count: async (name, key, cost, reply) => {
      const limiter = limiters.get(name);
      if (!enabled || limiter === undefined) return;
      const state = await limiter.consume(key, cost).catch((refused: unknown) => refused);
      if (!(state instanceof RateLimiterRes)) throw state;
      const seconds = Math.ceil(state.msBeforeNext / 1_000);
      // With two limits on one call the caller is told the last, narrower one.
      reply.header('ratelimit-policy', `"${name}";q=${limits[name]};w=${windowSeconds}`);
      reply.header('ratelimit', `"${name}";r=${state.remainingPoints};t=${seconds}`);
      if (state.consumedPoints > limits[name]) throw rateLimited({ retry_after: Math.max(1, seconds), limit: name });
    },
  };
}
