import type { FastifyReply } from 'fastify';
import { overloaded } from '../operation/errors.ts';

const lookEveryMs = 200;
/** How late the process may be at what it does, smoothed, before it sends callers away. */
const lateMaxMs = 200;
/** What a caller may have under way while the process is late. All callers share what it can answer soon. */
const underWayMax = 64;
const underWayMin = 8;
const retryAfterSeconds = 2;

export type Load = {
  /** Lets a call in until it is answered, or throws `overloaded`. */
  enter(caller: string, reply: FastifyReply): void;
  lateMs(): number;
  underWay(): number;
  stop(): void;
};

/**
 * Looks how late the process is, and as long as it is late lets nobody have more than a fair part of it: those who ask
 * for most are sent away first, in a millisecond, and whoever asks for little is answered as ever.
 */
export function watchLoad(lateness = watchLateness()): Load {
  const calls = new Map<string, number>();
  const entered = new WeakSet<FastifyReply>();
  let total = 0;
  const leave = (caller: string) => {
    const left = (calls.get(caller) ?? 1) - 1;
    if (left > 0) calls.set(caller, left);
    else calls.delete(caller);
    total -= 1;
  };
  return {
    enter: (caller, reply) => {
      if (entered.has(reply)) return;
      const mine = calls.get(caller) ?? 0;
      const part = Math.max(underWayMin, Math.floor(underWayMax / (calls.size + (mine === 0 ? 1 : 0))));
      if (mine >= part && lateness.ms() > lateMaxMs) throw overloaded({ retry_after: retryAfterSeconds });
      entered.add(reply);
      calls.set(caller, mine + 1);
      total += 1;
      reply.raw.once('close', () => leave(caller));
    },
    lateMs: lateness.ms,
    underWay: () => total,
    stop: lateness.stop,
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
