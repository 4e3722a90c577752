import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id, Instant } from '../../wire/index.ts';
import { deliveryColumns, deliveryRecord, type DeliveryRow, WebhookDelivery } from './delivery.ts';

const Attempt = z.object({
  number: z.int(),
  started_at: Instant,
  duration_ms: z.int(),
  response_status: z.int().nullable(),
  response_excerpt: z.string().nullable(),
  error: z.string().nullable(),
});

export const getWebhookDelivery = operation({
  name: 'get_webhook_delivery',
  summary: 'Get a webhook delivery with each attempt: time, duration and response.',
  http: 'GET /webhooks/{webhook_id}/deliveries/{id}',
  effect: 'read',
  permission: 'webhooks:read',
  mcp: 'action',
  input: z.strictObject({ webhook_id: Id('webhook'), id: Id('webhook_delivery') }),
  output: WebhookDelivery.extend({ attempt_log: z.array(Attempt) }),
  refuses: [notFound],
  async run({ db, organization }, { webhook_id: webhookId, id }) {
    const [row, attempts] = await Promise.all([
      db.maybe<DeliveryRow>(sql`
        select ${deliveryColumns} from webhook_deliveries
        where organization_id = ${organization} and webhook_id = ${webhookId} and id = ${id}`),
      db.many<z.output<typeof Attempt>>(sql`
        select number, started_at, duration_ms, response_status, response_excerpt, error from webhook_attempts
        where organization_id = ${organization} and delivery_id = ${id} order by number`),
    ]);
    if (row === undefined) throw notFound();
    return { ...deliveryRecord(row), attempt_log: attempts };
  },
});
