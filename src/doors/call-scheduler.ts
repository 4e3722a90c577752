export type SchedulerLimits = {
  /** Calls that are worked at, at the least and at the most. Of these a queue has half while there are others. */
  readonly placesMin: number;
  readonly placesMax: number;
  /** Of them before it is known how busy that makes the process. */
  readonly placesFirst: number;
  /** Calls that wait. All queues in which somebody waits share them, and each has at least the other number. */
  readonly waitingMax: number;
  readonly waitingMin: number;
  /** Longest time in the queue, in milliseconds. */
  readonly patienceMs: number;
  /** Longest time that a call keeps its place: a slower one waits for a lock, a page or its sender, and not for us. */
  readonly heldMs: number;
  /** Calls of a queue that are not answered, with a place or without one any more, while the process is busy. */
  readonly underWayMax: number;
  /** Interval between looks at the queue. */
  readonly lookEveryMs: number;
};

/** A call that wants a place. Exactly one of the two happens, unless it was given up before. */
type Asking = {
  /** Has its turn; `leave` says that it is answered. */
  readonly enter: (leave: () => void) => void;
  readonly refuse: () => void;
};

export type CallScheduler = {
  /** Answers what gives it up, for callers who are gone. */
  ask(name: string, asking: Asking): () => void;
  counts(): { readonly underWay: number; readonly waiting: number; readonly places: number };
  stop(): void;
};

type CallerQueue = { held: number; underWay: number; readonly waiting: Set<Waiting> };
type Waiting = Asking & { readonly since: number };
type Held = { readonly queue: CallerQueue; readonly since: number };

/** Above this part of its time the process is the bottleneck: more at once would only have everybody wait longer. */
const busyPart = 0.9;
/** Of the places, for one queue while there are others. */
const queuePart = 0.5;
/** A recent caller is about to call again. */
const recentMs = 1_000;

/**
 * Lets so many calls be worked at that the process is just busy, and queues take turns at them, so that whoever asks
 * for a thousand things waits for themselves: the others find a free place, and little work under way before theirs.
 * `workedPart` says which part of its time the process worked since it was last asked.
 */
export function openCallScheduler(limits: SchedulerLimits, workedPart: () => number): CallScheduler {
  const queues = new Map<string, CallerQueue>();
  /** Those of them in which somebody waits, the next one first. */
  const waitingQueues = new Map<string, CallerQueue>();
  const held = new Set<Held>();
  let places = limits.placesFirst;
  let [underWay, waiting, isBusy] = [0, 0, false];
  let looking: NodeJS.Timeout | undefined;
  let latest = { name: '', at: -Infinity };
  /** Start of the last call from a queue other than the latest. */
  let otherAt = -Infinity;

  const isAlone = (name: string) => performance.now() - (latest.name === name ? otherAt : latest.at) > recentMs;
  const hasRoom = (name: string, queue: CallerQueue) =>
    held.size < places &&
    (queue.held < Math.max(1, Math.floor(places * queuePart)) || isAlone(name)) &&
    !(isBusy && queue.underWay >= limits.underWayMax);

  function begin(name: string, queue: CallerQueue, { enter }: Asking): void {
    const place: Held = { queue, since: performance.now() };
    let isUnderWay = true;
    queues.set(name, queue);
    if (latest.name !== name) otherAt = latest.at;
    latest = { name, at: place.since };
    held.add(place);
    queue.held += 1;
    queue.underWay += 1;
    underWay += 1;
    enter(() => {
      if (!isUnderWay) return;
      isUnderWay = false;
      giveBack(place);
      queue.underWay -= 1;
      underWay -= 1;
      if (queue.underWay === 0 && queue.waiting.size === 0) queues.delete(name);
      callNext();
    });
  }

  function giveBack(place: Held): void {
    if (held.delete(place)) place.queue.held -= 1;
  }

  function callNext(): void {
    for (const [name, queue] of waitingQueues) {
      if (held.size >= places) return;
      const [next] = queue.waiting;
      if (next === undefined || !hasRoom(name, queue)) continue;
      // Behind all others for the next turn; the loop comes to it again, after them.
      waitingQueues.delete(name);
      waitingQueues.set(name, queue);
      withdraw(name, queue, next);
      begin(name, queue, next);
    }
  }

  function withdraw(name: string, queue: CallerQueue, one: Waiting): boolean {
    if (!queue.waiting.delete(one)) return false;
    waiting -= 1;
    if (queue.waiting.size > 0) return true;
    waitingQueues.delete(name);
    if (queue.underWay === 0) queues.delete(name);
    return true;
  }

  function wait(name: string, queue: CallerQueue, asking: Asking): () => void {
    const others = waitingQueues.has(name) ? waitingQueues.size - 1 : waitingQueues.size;
    const part = Math.max(limits.waitingMin, Math.floor(limits.waitingMax / (others + 1)));
    if (queue.waiting.size >= part) {
      asking.refuse();
      return () => undefined;
    }
    const one: Waiting = { ...asking, since: performance.now() };
    queue.waiting.add(one);
    waitingQueues.set(name, queue);
    waiting += 1;
    if (looking === undefined) startLooking();
    return () => void withdraw(name, queue, one);
  }

  function startLooking(): void {
    workedPart();
    looking = setInterval(look, limits.lookEveryMs).unref();
  }

  function look(): void {
    isBusy = workedPart() > busyPart;
    places = isBusy ? places >> 1 : places + Math.max(1, places >> 2);
    places = Math.min(limits.placesMax, Math.max(limits.placesMin, places));
    const now = performance.now();
    for (const place of held) {
      if (now - place.since < limits.heldMs) break;
      giveBack(place);
    }
    for (const [name, queue] of waitingQueues) {
      for (const one of queue.waiting) {
        if (now - one.since < limits.patienceMs) break;
        if (withdraw(name, queue, one)) one.refuse();
      }
    }
    callNext();
    if (waiting === 0) stopLooking();
  }

  function stopLooking(): void {
    clearInterval(looking);
    looking = undefined;
  }

  return {
    ask: (name, asking) => {
      const queue = queues.get(name) ?? { held: 0, underWay: 0, waiting: new Set() };
      queues.set(name, queue);
      if (queue.waiting.size > 0 || !hasRoom(name, queue)) return wait(name, queue, asking);
      begin(name, queue, asking);
      return () => undefined;
    },
    counts: () => ({ underWay, waiting, places }),
    stop: stopLooking,
  };
}
