import { unavailable } from '../../operation/errors.ts';

/** Hashing runs on libuv's four threads, which files and name look-ups need as well. */
const runningMax = 2;
/** A second's worth. Beyond it, waiting would only add to the load. */
const waitingMax = 200;

let running = 0;
const waiting: (() => void)[] = [];

/** Runs a few at once, in turn; refuses at once where the queue is full. */
export async function hashingQueue<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= runningMax) {
    if (waiting.length >= waitingMax) throw unavailable();
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    // The slot is handed to the next in the queue, or a newcomer could take it first.
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}
