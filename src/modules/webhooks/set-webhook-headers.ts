import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { notFound, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id, Version } from '../../wire/index.ts';
import { Headers, sealedHeaders } from './headers.ts';
import { lockWebhook, Webhook, webhookColumns, type WebhookRow, webhookUpdated } from './webhook.ts';

export const setWebhookHeaders = operation({
  name: 'set_webhook_headers',
  summary: 'Set the custom headers of a webhook, replacing all existing ones.',
  guidance: 'Send `{}` to remove them all.',
  http: 'PUT /webhooks/{id}/headers',
  effect: 'write',
  permission: 'webhooks:manage',
  mcp: 'hidden',
  input: z.strictObject({ id: Id('webhook'), headers: Headers, version: Version.optional() }),
  output: Webhook,
  refuses: [notFound, versionConflict],
  emits: [webhookUpdated],
  secretInput: ['headers'],
  async run(context, { id, headers, version }) {
    const { db, organization, now, actor } = context;
    context.before(z.encode(Webhook, await lockWebhook(context, id, version)));
    const { names, sealed } = sealedHeaders(context, id, headers);
    const row = await db.one<WebhookRow>(sql`
      update webhooks set header_names = ${names}::text[], sealed_headers = ${sealed}, version = version + 1,
        updated_at = ${now}, updated_by = ${JSON.stringify(actorStamp(actor))}
      where organization_id = ${organization} and id = ${id} returning ${webhookColumns}`);
    context.emit(webhookUpdated(row));
    return row;
  },
});
