import { setTimeout as sleep } from 'node:timers/promises';

const pollMs = 1_000;
/** So long a nudge is waited on for others that come with it: what comes at once is done at once. */
const gatherMinMs = 20;

export type Loop = {
  /** Takes a turn soon; else there is one within a second. */
  nudge(): void;
  stop(): Promise<void>;
};

type Options = {
  /** One turn; true where there is more to do at once. */
  readonly turn: () => Promise<boolean>;
  readonly onError: (error: unknown) => void;
  /** So long others are waited on while nudges keep coming, so that a busy service takes few turns. */
  readonly gatherMaxMs?: number;
};

/** Takes turns, one after the other, until it is stopped. */
export function startLoop({ turn, onError, gatherMaxMs = gatherMinMs }: Options): Loop {
  const state = { nudges: 0 };
  const stopping = new AbortController();
  const { signal } = stopping;
  const pause = (ms: number, until = signal) => sleep(ms, undefined, { signal: until }).catch(() => undefined);
  let wake = () => undefined as void;
  const loop = (async () => {
    let gatherMs = gatherMinMs;
    while (!signal.aborted) {
      const gathered = state.nudges;
      state.nudges = 0;
      const isMore = await turn().catch((error: unknown) => {
        onError(error);
        return false;
      });
      gatherMs = gatherNext(gatherMs, { isBusy: gathered > 1 || state.nudges > 0, gatherMaxMs });
      if (isMore || signal.aborted) continue;
      if (state.nudges === 0) {
        const waiting = new AbortController();
        wake = () => waiting.abort();
        await pause(pollMs, waiting.signal);
      }
      if (state.nudges > 0 && !signal.aborted) await pause(gatherMs);
    }
  })();
  return {
    nudge: () => {
      state.nudges += 1;
      wake();
    },
    stop: async () => {
      stopping.abort();
      wake();
      await loop;
    },
  };
}

/** Twice as long after each turn that several nudges came for, and the shortest again once they come one by one. */
export function gatherNext(ms: number, { isBusy, gatherMaxMs }: { isBusy: boolean; gatherMaxMs: number }): number {
  return isBusy ? Math.min(ms * 2, gatherMaxMs) : gatherMinMs;
}
