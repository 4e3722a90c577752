import { sql } from '../../db/sql.ts';
import { anyOf } from '../../operation/filter.ts';
import { instantKey, listOf, Page, page } from '../../operation/list.ts';
import { operation } from '../../operation/operation.ts';
import { Webhook, webhookColumns, type WebhookRow, webhookStatuses } from './webhook.ts';

const list = listOf({
  name: 'webhooks',
  row: Webhook,
  id: sql`id`,
  sorts: { created_at: instantKey(sql`created_at`) },
  defaultSort: '-created_at',
  filters: { status: anyOf(webhookStatuses, (values) => sql`status = any(${values}::text[])`) },
});

export const listWebhooks = operation({
  name: 'list_webhooks',
  summary: 'List webhooks: the URLs that receive events.',
  http: 'GET /webhooks',
  effect: 'read',
  permission: 'webhooks:read',
  mcp: 'action',
  input: list.input,
  output: Page(Webhook),
  run: (context, input) =>
    page<WebhookRow>(context, list, input, {
      select: webhookColumns,
      from: sql`webhooks`,
      where: sql`organization_id = ${context.organization} and status <> 'deleted'`,
    }),
});
