import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const reconnectAfterMs = 1_000;

export type Listener = { stop(): Promise<void> };

type Listening = {
  readonly connection: pg.ClientConfig;
  readonly channel: string;
  /** Told what a commit of any node notified; undefined once it listens, since what was said before is unheard. */
  readonly heard: (payload: string | undefined) => void;
  readonly onError?: ((error: Error) => void) | undefined;
};

/**
 * Hears what commits notify, on a connection of its own: one of the pool would be missing there for good. A connection
 * that is lost is made again, so whoever listens looks for itself now and then.
 */
export function listen(listening: Listening): Listener {
  const stopping = new AbortController();
  const ended = (async () => {
    while (!stopping.signal.aborted) {
      await hear(listening, stopping.signal).catch((error: Error) => listening.onError?.(error));
      await sleep(reconnectAfterMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await ended;
    },
  };
}

/** Until the connection is lost, or nobody listens any more. */
async function hear({ connection, channel, heard, onError }: Listening, stopping: AbortSignal): Promise<void> {
  const client = new pg.Client(connection);
  const lost = Promise.withResolvers<void>();
  client.on('error', (error) => {
    onError?.(error);
    lost.resolve();
  });
  client.on('end', () => lost.resolve());
  client.on('notification', ({ payload }) => heard(payload));
  stopping.addEventListener('abort', () => lost.resolve(), { once: true });
  try {
    await client.connect();
    await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    heard(undefined);
    await lost.promise;
  } finally {
    await client.end().catch(() => undefined);
  }
}
