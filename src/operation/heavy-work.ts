import { openFairQueue } from '../db/fair-queue.ts';

/** Of an organisation at one time, so that a file made to be slow keeps only its sender waiting. */
const perOrganization = 1;
const waitingPerOrganization = 20;
/** In milliseconds. Callers give up soon after. */
const patienceMs = 20_000;

/** A piece of work that took longer than it may. */
export class WorkTimeout extends Error {
  override readonly name = 'TookTooLong';
}

export type WorkFor = {
  readonly organization: string;
  /** Aborted when the caller hangs up: work that nobody waits for is not begun, and not gone on with. */
  readonly signal?: AbortSignal | undefined;
};

type Order = WorkFor & { readonly deadlineMs: number };

/** Work beside the database that costs more than a moment: reading files of strangers, spreadsheets, archives. */
export type HeavyWork = {
  /**
   * Does the work when it is the organisation's turn. Its signal says when to stop: after the deadline, or when the
   * caller is gone.
   *
   * @throws Overloaded where the organisation has too much waiting, or no turn comes in time.
   * @throws WorkTimeout after the deadline, which is in milliseconds and counts from the turn.
   */
  run<Result>(order: Order, work: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
  readonly waiting: () => number;
};

/** Lets organisations take turns at `atOnce` places, whatever kind of work they ask for. */
export function openHeavyWork(atOnce: number): HeavyWork {
  const turns = openFairQueue({
    atOnce,
    perQueue: perOrganization,
    waitingPerQueue: waitingPerOrganization,
    patienceMs,
  });
  return {
    waiting: () => turns.waiting(),
    run: async ({ organization, signal, deadlineMs }, work) => {
      const end = await turns.take(organization, signal);
      const deadline = new AbortController();
      const late = setTimeout(() => deadline.abort(new WorkTimeout(`took longer than ${deadlineMs} ms`)), deadlineMs);
      const stop = signal === undefined ? deadline.signal : AbortSignal.any([signal, deadline.signal]);
      try {
        const done = await work(stop);
        stop.throwIfAborted();
        return done;
      } catch (error) {
        // Work that was stopped fails in its own words; the reason is why it was stopped.
        throw stop.aborted ? stop.reason : error;
      } finally {
        clearTimeout(late);
        end();
      }
    },
  };
}
