import { webhookQueue } from '../../modules/webhooks/index.ts';
import type { Log } from '../../log.ts';
import type { GuardedFetch } from '../../net/guarded-fetch.ts';
import type { Emitted } from '../../operation/events.ts';
import type { Runtime } from '../../operation/run.ts';
import { startPublisher } from './publisher.ts';
import { startSender } from './sender.ts';

type Deps = { readonly runtime: () => Runtime; readonly fetch: GuardedFetch; readonly log: Log };

export type Webhooks = {
  /** Told after a commit what happened and which kinds of work wait. */
  committed(events: readonly Emitted[], queued: ReadonlySet<string>): void;
  stop(): Promise<void>;
};

/** Publishes what happens, and sends it to whoever is told of it. */
export function startWebhooks(deps: Deps): Webhooks {
  const sender = startSender(deps);
  const publisher = startPublisher({ ...deps, onQueued: () => sender.nudge() });
  return {
    committed: (events, queued) => {
      if (events.length > 0) publisher.nudge();
      if (queued.has(webhookQueue)) sender.nudge();
    },
    stop: async () => {
      await publisher.stop();
      await sender.stop();
    },
  };
}
