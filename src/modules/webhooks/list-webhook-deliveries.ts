import { sql } from '../../db/sql.ts';
import { notFound } from '../../operation/errors.ts';
import { anyOf, filter, instantRange } from '../../operation/filter.ts';
import { knownWord } from '../../operation/known-word.ts';
import { instantKey, listOf, Page, page } from '../../operation/list.ts';
import { operation } from '../../operation/operation.ts';
import { eventKinds } from '../../operation/outbox.ts';
import { Id } from '../../wire/index.ts';
import { testType } from './dispatch.ts';
import { deliveryColumns, deliveryRecord, type DeliveryRow, deliveryStatuses, WebhookDelivery } from './delivery.ts';

const eventTypes = () => [...eventKinds().map(({ type }) => type), testType];

const list = listOf({
  name: 'webhook_deliveries',
  row: WebhookDelivery,
  id: sql`id`,
  sorts: { created_at: instantKey(sql`created_at`) },
  defaultSort: '-created_at',
  filters: {
    id: { ...filter(Id('webhook'), (id) => sql`webhook_id = ${id}`), required: true },
    status: anyOf(deliveryStatuses, (values) => sql`status = any(${values}::text[])`),
    event_type: filter(knownWord('event type', eventTypes), (type) => sql`event_type = ${type}`),
    event_id: filter(Id('event'), (id) => sql`event_id = ${id}`),
    created_at: instantRange(sql`created_at`),
  },
});

export const listWebhookDeliveries = operation({
  name: 'list_webhook_deliveries',
  summary: 'List the deliveries of a webhook in the last 30 days, including pending ones.',
  http: 'GET /webhooks/{id}/deliveries',
  effect: 'read',
  permission: 'webhooks:read',
  mcp: 'action',
  input: list.input,
  output: Page(WebhookDelivery),
  refuses: [notFound],
  async run(context, input) {
    const [webhook, found] = await Promise.all([
      context.db.maybe(sql`
        select from webhooks
        where organization_id = ${context.organization} and id = ${input['id']} and status <> 'deleted'`),
      page<DeliveryRow>(context, list, input, {
        select: deliveryColumns,
        from: sql`webhook_deliveries`,
        where: sql`organization_id = ${context.organization}`,
      }),
    ]);
    if (webhook === undefined) throw notFound();
    return { ...found, data: found.data.map(deliveryRecord) };
  },
});
