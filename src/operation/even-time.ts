import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';

/** Timers count whole milliseconds, and may be late by one. */
const timerErrorMs = 2;

/**
 * Answers, or refuses, at the next multiple of so many milliseconds after the call began. The last bit is not slept: a
 * timer would round it, and tell the fractions of a millisecond that are to be hidden.
 */
export async function atEvenTime<Result>(everyMs: number, work: () => Promise<Result>): Promise<Result> {
  const began = performance.now();
  try {
    return await work();
  } finally {
    const due = began + Math.ceil((performance.now() - began) / everyMs) * everyMs;
    const sleepMs = Math.floor(due - performance.now()) - timerErrorMs;
    if (sleepMs > 0) await sleep(sleepMs);
    while (performance.now() < due) await turn();
  }
}
