import { sql } from '../../db/sql.ts';
import { invalidStateTransition } from '../../operation/errors.ts';
import type { Context } from '../../operation/operation.ts';
import { deliveryColumns, type DeliveryRow } from './delivery.ts';
import { webhookQueue } from './dispatch.ts';
import type { WebhookRow } from './webhook.ts';

type Queued = {
  readonly webhookId: string;
  readonly eventType: string;
  readonly eventId?: string | null;
  readonly sequence?: bigint | null;
  readonly replayOfId?: string;
};

/** Queues one delivery for now. */
export async function queueDelivery(context: Context, queued: Queued): Promise<DeliveryRow> {
  const { db, organization, now } = context;
  const row = db.one<DeliveryRow>(sql`
    insert into webhook_deliveries (organization_id, id, webhook_id, event_id, event_type, sequence, replay_of_id,
      next_attempt_at, created_at)
    values (${organization}, ${context.newId()}, ${queued.webhookId}, ${queued.eventId ?? null}, ${queued.eventType},
      ${queued.sequence ?? null}, ${queued.replayOfId ?? null}, ${now}, ${now})
    returning ${deliveryColumns}`);
  wakeQueue(context, queued.webhookId);
  return row;
}

/** Tells whoever sends that something waits for this webhook. */
export function wakeQueue({ db, organization, now, queued }: Context, webhookId: string): void {
  db.later(sql`
    update webhook_lanes set due_at = least(due_at, ${now}::timestamptz)
    where webhook_id = ${webhookId} and organization_id = ${organization}`);
  queued(webhookQueue);
}

/** Refuses to queue what would not be sent. */
export function checkEnabled({ status }: WebhookRow): void {
  if (status === 'enabled') return;
  throw invalidStateTransition({ status, allowed: ['enable_webhook'], hint: 'Enable the webhook first.' });
}
