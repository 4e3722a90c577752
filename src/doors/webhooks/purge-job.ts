import { hasEvents, purgeEvents, queuePurge } from '../../modules/events/index.ts';
import { hasNotifications, purgeNotifications } from '../../modules/notifications/index.ts';
import { purgeDeliveries } from '../../modules/webhooks/index.ts';
import type { Runtime } from '../../operation/run.ts';
import type { JobHandler } from '../jobs/job-loop.ts';

type Deps = { readonly runtime: () => Runtime };

/** Removes events, deliveries and notifications that are too old, once a day as long as there are any. */
export function eventPurger({ runtime: runtimeOf }: Deps): JobHandler {
  return async ({ organizationId: organization }) => {
    if (organization === null) throw new Error('events belong to an organisation');
    const { db, now, newId, secrets } = runtimeOf();
    const within = <Result>(work: Parameters<typeof db.transaction<Result>>[1]) =>
      db.transaction({ organization }, work);
    // The next day first, so that whatever becomes of this one there is another.
    await within(async (tx) => {
      const [hasOldEvents, hasOldNotices] = await Promise.all([
        hasEvents(tx, organization),
        hasNotifications(tx, organization),
      ]);
      if (hasOldEvents || hasOldNotices) queuePurge(tx, { organization, now: now(), newId, secrets });
    });
    const purge = { organization, now: now() };
    while (await within((tx) => purgeEvents(tx, purge))) continue;
    while (await within((tx) => purgeDeliveries(tx, purge))) continue;
    while (await within((tx) => purgeNotifications(tx, purge))) continue;
  };
}
