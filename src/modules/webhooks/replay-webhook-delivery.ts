import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { invalidStateTransition, notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { deliveryColumns, deliveryRecord, type DeliveryRow, WebhookDelivery } from './delivery.ts';
import { checkEnabled, queueDelivery, wakeQueue } from './queue-delivery.ts';
import { lockWebhook } from './webhook.ts';

export const replayWebhookDelivery = operation({
  name: 'replay_webhook_delivery',
  summary: 'Replay a webhook delivery: retry a pending one now, or send an ended one again as a new one.',
  guidance: 'The `webhook-id` stays the same, so receivers can ignore duplicates.',
  http: 'POST /webhooks/{webhook_id}/deliveries/{id}/replay',
  effect: 'write',
  permission: 'webhooks:manage',
  mcp: 'action',
  reachesOutside: true,
  noUndo: 'sent',
  input: z.strictObject({ webhook_id: Id('webhook'), id: Id('webhook_delivery') }),
  output: WebhookDelivery,
  refuses: [notFound, invalidStateTransition],
  async run(context, { webhook_id: webhookId, id }) {
    const { db, organization, now } = context;
    const webhook = await lockWebhook(context, webhookId);
    const row = await db.maybe<DeliveryRow>(sql`
      select ${deliveryColumns} from webhook_deliveries
      where organization_id = ${organization} and webhook_id = ${webhookId} and id = ${id} for update`);
    if (row === undefined) throw notFound();
    checkEnabled(webhook);
    if (row.status !== 'pending') {
      const { event_type: eventType, event_id: eventId, sequence } = row;
      const replay = { webhookId, eventType, eventId, sequence, replayOfId: row.replay_of_id ?? id };
      return deliveryRecord(await queueDelivery(context, replay));
    }
    db.later(sql`
      update webhook_deliveries set next_attempt_at = ${now} where organization_id = ${organization} and id = ${id}`);
    wakeQueue(context, webhookId);
    return deliveryRecord({ ...row, next_attempt_at: now });
  },
});
