import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { notFound, validationFailed, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { undoneByEarlierValues } from '../../operation/undo.ts';
import { Id, sent, Text, Version } from '../../wire/index.ts';
import {
  ApiVersion,
  checkTypes,
  checkUrl,
  descriptionMax,
  EventTypes,
  lockWebhook,
  MaxConcurrency,
  Webhook,
  webhookColumns,
  type WebhookRow,
  webhookUpdated,
  WebhookUrl,
} from './webhook.ts';

export const updateWebhook = operation({
  name: 'update_webhook',
  summary: 'Update the URL or event types of a webhook. Pending deliveries go to the new URL.',
  http: 'PATCH /webhooks/{id}',
  effect: 'write',
  permission: 'webhooks:manage',
  mcp: 'action',
  givesRights: true,
  undo: undoneByEarlierValues('update_webhook'),
  input: z.strictObject({
    id: Id('webhook'),
    url: WebhookUrl.optional(),
    event_types: EventTypes.optional(),
    description: Text(descriptionMax).nullable().optional(),
    api_version: ApiVersion.optional(),
    max_concurrency: MaxConcurrency.optional(),
    version: Version.optional(),
  }),
  output: Webhook,
  refuses: [validationFailed, notFound, versionConflict],
  emits: [webhookUpdated],
  async run(context, input) {
    const { db, organization, now } = context;
    const before = await lockWebhook(context, input.id, input.version);
    if (input.url !== undefined) checkUrl(context, input.url);
    if (input.event_types !== undefined) checkTypes(context, input.event_types);
    context.before(z.encode(Webhook, before));
    const next = { ...before, ...sent(input) };
    const row = await db.one<WebhookRow>(sql`
      update webhooks set url = ${next.url}, event_types = ${next.event_types}::text[],
        description = ${next.description}, api_version = ${next.api_version}, max_concurrency = ${next.max_concurrency},
        version = version + 1, updated_at = ${now}, updated_by = ${JSON.stringify(actorStamp(context.actor))}
      where organization_id = ${organization} and id = ${input.id} returning ${webhookColumns}`);
    context.emit(webhookUpdated(row));
    return row;
  },
});
