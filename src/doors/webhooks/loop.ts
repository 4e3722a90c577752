import { setTimeout as sleep } from 'node:timers/promises';

const pollMs = 1_000;
/** So long a nudge is waited on for others that come with it: what comes at once is done at once. */
const gatherMs = 20;

export type Loop = {
  /** Takes a turn soon; else there is one within a second. */
  nudge(): void;
  stop(): Promise<void>;
};

type Options = {
  /** One turn; true where there is more to do at once. */
  readonly turn: () => Promise<boolean>;
  readonly onError: (error: unknown) => void;
};

/** Takes turns, one after the other, until it is stopped. */
export function startLoop({ turn, onError }: Options): Loop {
  const state = { stopping: false, nudged: false };
  let wake = () => undefined as void;
  const loop = (async () => {
    while (!state.stopping) {
      state.nudged = false;
      const isMore = await turn().catch((error: unknown) => {
        onError(error);
        return false;
      });
      if (isMore || state.stopping) continue;
      if (!state.nudged) {
        const waiting = new AbortController();
        wake = () => waiting.abort();
        await sleep(pollMs, undefined, { signal: waiting.signal }).catch(() => undefined);
      }
      if (state.nudged && !state.stopping) await sleep(gatherMs);
    }
  })();
  return {
    nudge: () => {
      state.nudged = true;
      wake();
    },
    stop: async () => {
      state.stopping = true;
      wake();
      await loop;
    },
  };
}
