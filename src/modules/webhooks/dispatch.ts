import type { Db } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';

/** The kind of work that a change tells of which queues a delivery itself. */
export const webhookQueue = 'webhook_lane';
export const testType = 'webhook.test';

/** So long a node holds a lane unless it says that it lives. */
const leaseSeconds = 20;
/** So many webhooks of one organisation a node takes at once, so that others have their turn. */
const lanesOfOrganizationMax = 8;

/** Queue of one webhook: the holder of its lease sends its deliveries. */
export type DeliveryQueue = { readonly webhook: string; readonly organization: string; readonly lease: string };

type Claim = {
  readonly now: string;
  readonly lease: string;
  readonly max: number;
  /** Organisations that have had their share already. */
  readonly busy: readonly string[];
};

/** Takes webhooks for which something is due, those first that have waited longest. */
export function claimQueues(db: Db, { now, lease, max, busy }: Claim): Promise<DeliveryQueue[]> {
  return db.many<DeliveryQueue>(sql`
    with due as (
      select organization_id, webhook_id, due_at,
        row_number() over (partition by organization_id order by due_at) as place
      from webhook_lanes
      where due_at <= ${now} and (locked_until is null or locked_until < ${now})
        and organization_id <> all(${busy}::uuid[])),
    free as (
      select organization_id, webhook_id from due join webhook_lanes as lane using (organization_id, webhook_id)
      where due.place <= ${lanesOfOrganizationMax}
        and lane.due_at <= ${now} and (lane.locked_until is null or lane.locked_until < ${now})
      order by due.due_at limit ${max} for update of lane skip locked)
    update webhook_lanes set lease = ${lease},
      locked_until = ${now}::timestamptz + make_interval(secs => ${leaseSeconds})
    from free
    where webhook_lanes.organization_id = free.organization_id and webhook_lanes.webhook_id = free.webhook_id
    returning webhook_lanes.webhook_id as webhook, webhook_lanes.organization_id as organization, lease`);
}

/** Says that whoever holds these leases lives. */
export async function renewQueueLeases(db: Db, leases: readonly string[], now: string): Promise<void> {
  await db.run(sql`
    update webhook_lanes set locked_until = ${now}::timestamptz + make_interval(secs => ${leaseSeconds})
    where lease = any(${leases}::uuid[]) and locked_until is not null`);
}

/**
 * Gives a lane back, due when its next delivery is. The lock comes first, so that the statement that looks sees all
 * that was queued by whoever held it; what is due already goes behind the lanes that have waited meanwhile.
 */
export async function releaseQueue(
  db: Db,
  { webhook, organization, lease }: DeliveryQueue,
  now: string,
): Promise<void> {
  const held = db.maybe(sql`
    select from webhook_lanes
    where organization_id = ${organization} and webhook_id = ${webhook} and lease = ${lease} for update`);
  db.later(sql`
    update webhook_lanes set lease = null, locked_until = null, due_at = (
      select greatest(min(next_attempt_at), ${now}::timestamptz) from webhook_deliveries
      where webhook_deliveries.organization_id = ${organization} and webhook_deliveries.webhook_id = ${webhook}
        and status = 'pending' and exists (select from webhooks
          where webhooks.organization_id = ${organization} and id = ${webhook} and webhooks.status = 'enabled')
      having min(next_attempt_at) is not null)
    where organization_id = ${organization} and webhook_id = ${webhook} and lease = ${lease}`);
  await held;
}
