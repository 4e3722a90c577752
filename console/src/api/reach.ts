import { signal } from '@preact/signals';

/** The service does not answer: there is no network, or it is being restarted. */
export const isCut = signal(false);

const retryMs = { first: 1_000, longest: 10_000 };
let watching: Promise<void> | undefined;

/** Settles when the service answers again. Whoever waits shares one watch. */
export function reachable(): Promise<void> {
  isCut.value = true;
  watching ??= watch().finally(() => {
    watching = undefined;
  });
  return watching;
}

async function watch(): Promise<void> {
  for (let waitMs = retryMs.first; isCut.peek(); waitMs = Math.min(waitMs * 2, retryMs.longest)) {
    const pauseMs = waitMs;
    await new Promise((done) => {
      setTimeout(done, pauseMs);
      addEventListener('online', done, { once: true });
    });
    const answers = await fetch('/healthz', { cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    );
    isCut.value = !answers;
  }
}

addEventListener('offline', () => void reachable());
if (!navigator.onLine) void reachable();
