import { setTimeout as sleep } from 'node:timers/promises';

const retriesMax = 3;
const baseDelayMs = 10;
/** Serialization failure and deadlock: the transaction left nothing behind, and the same work may well pass now. */
const transient = new Set(['40001', '40P01']);
/** A twin committed its answer between our look for it and our own: the next look finds it. */
const keyOfTwin = 'idempotency_keys_pkey';

/** Another transaction committed between two reads of this one, which do not belong together: a new one reads both. */
export class Overtaken extends Error {}

/** Runs the work again where the database or a read asks for it, each time after a longer, random wait. */
export async function retrying<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isTransient(error) || attempt >= retriesMax) throw error;
      await sleep(baseDelayMs * 2 ** attempt * (1 + jitter()));
    }
  }
}

/** The same work may well succeed in a new transaction. */
export function isTransient(error: unknown): boolean {
  if (error instanceof Overtaken) return true;
  if (!(error instanceof Error && 'code' in error)) return false;
  return transient.has(String(error.code)) || ('constraint' in error && error.constraint === keyOfTwin);
}

/** A fraction that differs between callers; it decides nothing but how long one waits. */
function jitter(): number {
  return (performance.now() * 1_000) % 1;
}
