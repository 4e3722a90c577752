/** More calls wait already than can be answered in time. */
export class Overloaded extends Error {
  override readonly name = 'Overloaded';
}

export type FairQueue = {
  /**
   * Answers when it is the queue's turn, with what ends the turn; throws Overloaded where that is not soon enough, and
   * the reason of the signal where whoever waits has gone.
   */
  take(queue: string, signal?: AbortSignal): Promise<() => void>;
  waiting(): number;
};

type Limits = {
  /** Turns at one time. */
  readonly atOnce: number;
  /** Of these, for one queue. */
  readonly perQueue: number;
  readonly waitingPerQueue: number;
  readonly patienceMs: number;
};

type CallerQueue = { running: number; readonly waiting: Set<() => void> };

/**
 * Lets queues take turns, one after the other and round again, so that whoever asks for a thousand things at once waits
 * for them alone: others wait for one of these to end at most, and for none where a queue may not have all turns.
 */
export function openFairQueue({ atOnce, perQueue, waitingPerQueue, patienceMs }: Limits): FairQueue {
  const queues = new Map<string, CallerQueue>();
  let running = 0;
  let waiting = 0;

  function begin(name: string, queue: CallerQueue): () => void {
    running += 1;
    queue.running += 1;
    return () => {
      running -= 1;
      queue.running -= 1;
      if (queue.running === 0 && queue.waiting.size === 0) queues.delete(name);
      if (waiting > 0) callNext();
    };
  }

  function callNext(): void {
    for (const [name, queue] of queues) {
      const [call] = queue.waiting;
      if (call === undefined || queue.running >= perQueue) continue;
      // Behind all others for the next turn.
      queues.delete(name);
      queues.set(name, queue);
      return call();
    }
  }

  function wait(name: string, queue: CallerQueue, signal: AbortSignal | undefined): Promise<() => void> {
    if (queue.waiting.size >= waitingPerQueue) return Promise.reject(new Overloaded('too many wait already'));
    const { promise, resolve, reject } = Promise.withResolvers<() => void>();
    const leave = () => {
      clearTimeout(impatience);
      signal?.removeEventListener('abort', goAway);
      queue.waiting.delete(call);
      waiting -= 1;
      if (queue.running === 0 && queue.waiting.size === 0) queues.delete(name);
    };
    const goAway = () => {
      leave();
      reject(signal?.reason);
    };
    const call = () => {
      leave();
      queues.set(name, queue);
      resolve(begin(name, queue));
    };
    const impatience = setTimeout(() => {
      leave();
      reject(new Overloaded('no turn came in time'));
    }, patienceMs);
    signal?.addEventListener('abort', goAway);
    queue.waiting.add(call);
    waiting += 1;
    return promise;
  }

  return {
    take: async (name, signal) => {
      signal?.throwIfAborted();
      const queue = queues.get(name) ?? { running: 0, waiting: new Set() };
      queues.set(name, queue);
      const isFree = running < atOnce && queue.running < perQueue && queue.waiting.size === 0;
      return isFree ? begin(name, queue) : wait(name, queue, signal);
    },
    waiting: () => waiting,
  };
}
