import { signal } from '@preact/signals';
import { type Problem, Refused } from './problem.ts';
import { reachable } from './reach.ts';

/** A change that the service has not answered yet. Its key stays, so that it happens once however often it is sent. */
export type Unsent = {
  readonly key: string;
  readonly path: string;
  readonly method: string;
  readonly body: object | undefined;
  /** The screen that it was made on. */
  readonly title: string;
  /** Of whom and of which business: a browser may have seen several. */
  readonly of: string;
  /** Why the service refused it, once it was sent without its form. */
  readonly problem?: Problem;
};

/** Those of whoever is signed in. */
export const unsent = signal<readonly Unsent[]>([]);
export const owner = signal('');

/** Sends a change again and again until it has an answer. Who waits for it can call it off. */
export async function untilAnswered(change: Unsent, once: () => Promise<Response>): Promise<Response> {
  try {
    for (;;) {
      const answer = await once().catch((error: unknown) => {
        if (isAnswer(error)) throw error;
      });
      if (answer !== undefined) return answer;
      put(change);
      await Promise.race([reachable(), calledOff(change.key)]);
      if (!isThere(change.key)) throw noAnswer();
    }
  } finally {
    if (isThere(change.key)) drop(change.key);
  }
}

const isThere = (key: string): boolean => unsent.peek().some((one) => one.key === key);

const noAnswer = () => new Refused({ status: 0, code: 'offline', title: 'No connection.' });
/** Statuses that come from the network or a proxy, not from the service. */
const silent = [0, 502, 503, 504];

/** Not where the same is still being done, as it was sent before. */
function isAnswer(error: unknown): boolean {
  if (!(error instanceof Refused)) return true;
  return !silent.includes(error.problem.status) && error.problem.code !== 'request_in_progress';
}

function calledOff(key: string): Promise<void> {
  return new Promise((done) => {
    const stop = unsent.subscribe((all) => {
      if (all.some((one) => one.key === key)) return;
      done();
      queueMicrotask(() => stop());
    });
  });
}

/** Takes the place of what is kept under its key. */
export function put(change: Unsent): void {
  keep([...unsent.peek().filter(({ key }) => key !== change.key), change]);
}

export function drop(key: string): void {
  keep(unsent.peek().filter((one) => one.key !== key));
}

const place = 'unsent';

/** Kept by the browser, so that it outlives the page; a file lives as long as its page. */
function keep(all: readonly Unsent[]): void {
  unsent.value = all;
  const kept = all.filter(({ body }) => !(body instanceof FormData));
  const others = stored().filter(({ of }) => of !== owner.peek());
  try {
    localStorage.setItem(place, JSON.stringify([...others, ...kept]));
  } catch {
    // Blocked or full: it is sent for as long as the page is open.
  }
}

/** Loads the unsent changes that the signed-in user left before. */
export function takeUp(of: string): readonly Unsent[] {
  owner.value = of;
  unsent.value = stored().filter((one) => one.of === of);
  return unsent.value;
}

function stored(): readonly Unsent[] {
  try {
    return JSON.parse(localStorage.getItem(place) ?? '[]') as readonly Unsent[];
  } catch {
    return [];
  }
}
