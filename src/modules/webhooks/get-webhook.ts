import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { Webhook, webhookColumns, type WebhookRow } from './webhook.ts';

export const getWebhook = operation({
  name: 'get_webhook',
  summary: 'Get a webhook. Its secret is never shown again; rotate it instead.',
  http: 'GET /webhooks/{id}',
  effect: 'read',
  permission: 'webhooks:read',
  mcp: 'action',
  input: z.strictObject({ id: Id('webhook') }),
  output: Webhook,
  refuses: [notFound],
  async run({ db, organization }, { id }) {
    const row = await db.maybe<WebhookRow>(sql`
      select ${webhookColumns} from webhooks
      where organization_id = ${organization} and id = ${id} and status <> 'deleted'`);
    if (row === undefined) throw notFound();
    return row;
  },
});
