import type { Log } from '../../log.ts';
import { queueReview } from '../../modules/connector/index.ts';
import { organizationsToPublish, publishedAtOnceMax, publishEvents } from '../../modules/events/index.ts';
import { queueNotices } from '../../modules/notifications/index.ts';
import { fanOut } from '../../modules/webhooks/index.ts';
import type { Runtime } from '../../operation/run.ts';
import { type Loop, startLoop } from './loop.ts';

type Publishing = Pick<Runtime, 'db' | 'now' | 'newId' | 'secrets'>;
type Deps = {
  readonly runtime: () => Publishing;
  readonly log: Log;
  /** Told when deliveries have been queued. */
  readonly onQueued: () => void;
};

/** While calls keep coming, what they tell is published by the second and not by the call. */
const gatherMaxMs = 1_000;

/** Publishes what committed, soon after it is told that something did; what it is not told of it finds in a second. */
export function startPublisher({ runtime, log, onQueued }: Deps): Loop {
  return startLoop({
    turn: async () => publishAll(runtime(), onQueued),
    onError: (error) => log.warn({ err: error }, 'events cannot be published'),
    gatherMaxMs,
  });
}

/** Publishes some events of each organisation; returns true where more are waiting. */
export async function publishAll({ db, ...parts }: Publishing, onQueued?: () => void): Promise<boolean> {
  const organizations = await db.transaction({}, (tx) => organizationsToPublish(tx));
  let isMore = false;
  for (const organization of organizations) {
    const publishing = { ...parts, organization, now: parts.now() };
    const { published, queued } = await db.transaction({ organization }, async (tx) => {
      const events = await publishEvents(tx, publishing);
      queueNotices({ ...publishing, db: tx }, events);
      await queueReview(
        { ...publishing, db: tx },
        events.flatMap(({ object }) => object ?? []),
      );
      return { published: events.length, queued: await fanOut(tx, publishing, events) };
    });
    if (queued > 0) onQueued?.();
    isMore ||= published >= publishedAtOnceMax;
  }
  return isMore;
}
