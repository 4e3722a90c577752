/** Who waits for the database already is more than it can answer in time. */
export class Overloaded extends Error {
  override readonly name = 'Overloaded';
}

export type Turns = {
  /**
   * Answers when it is the lane's turn, with what ends the turn; throws Overloaded where that is not soon enough, and
   * the reason of the signal where whoever waits has gone.
   */
  take(lane: string, signal?: AbortSignal): Promise<() => void>;
  waiting(): number;
};

type Limits = {
  /** Turns at one time. */
  readonly atOnce: number;
  /** Of these, for one lane. */
  readonly perLane: number;
  readonly waitingPerLane: number;
  readonly patienceMs: number;
};

type Lane = { running: number; readonly waiting: Set<() => void> };

/**
 * Lets lanes take turns, one after the other and round again, so that whoever asks for a thousand things at once waits
 * for them alone: others wait for one of these to end at most, and for none where a lane may not have all turns.
 */
export function openTurns({ atOnce, perLane, waitingPerLane, patienceMs }: Limits): Turns {
  const lanes = new Map<string, Lane>();
  let running = 0;
  let waiting = 0;

  function begin(name: string, lane: Lane): () => void {
    running += 1;
    lane.running += 1;
    return () => {
      running -= 1;
      lane.running -= 1;
      if (lane.running === 0 && lane.waiting.size === 0) lanes.delete(name);
      if (waiting > 0) callNext();
    };
  }

  function callNext(): void {
    for (const [name, lane] of lanes) {
      const [call] = lane.waiting;
      if (call === undefined || lane.running >= perLane) continue;
      // Behind all others for the next turn.
      lanes.delete(name);
      lanes.set(name, lane);
      return call();
    }
  }

  function wait(name: string, lane: Lane, signal: AbortSignal | undefined): Promise<() => void> {
    if (lane.waiting.size >= waitingPerLane) return Promise.reject(new Overloaded('too many wait already'));
    const { promise, resolve, reject } = Promise.withResolvers<() => void>();
    const leave = () => {
      clearTimeout(impatience);
      signal?.removeEventListener('abort', goAway);
      lane.waiting.delete(call);
      waiting -= 1;
      if (lane.running === 0 && lane.waiting.size === 0) lanes.delete(name);
    };
    const goAway = () => {
      leave();
      reject(signal?.reason);
    };
    const call = () => {
      leave();
      lanes.set(name, lane);
      resolve(begin(name, lane));
    };
    const impatience = setTimeout(() => {
      leave();
      reject(new Overloaded('no turn came in time'));
    }, patienceMs);
    signal?.addEventListener('abort', goAway);
    lane.waiting.add(call);
    waiting += 1;
    return promise;
  }

  return {
    take: async (name, signal) => {
      signal?.throwIfAborted();
      const lane = lanes.get(name) ?? { running: 0, waiting: new Set() };
      lanes.set(name, lane);
      const isFree = running < atOnce && lane.running < perLane && lane.waiting.size === 0;
      return isFree ? begin(name, lane) : wait(name, lane, signal);
    },
    waiting: () => waiting,
  };
}
