import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { apiVersion } from '../../operation/api-version.ts';
import { limitExceeded, validationFailed } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Text } from '../../wire/index.ts';
import { Headers, sealedHeaders } from './headers.ts';
import { newSecret } from './secret.ts';
import {
  ApiVersion,
  checkTypes,
  checkUrl,
  descriptionMax,
  EventTypes,
  MaxConcurrency,
  webhookColumns,
  webhookCreated,
  type WebhookRow,
  WebhookUrl,
  WebhookWithSecret,
} from './webhook.ts';

const webhooksMax = 100;
const concurrencyDefault = 4;

export const createWebhook = operation({
  name: 'create_webhook',
  summary: 'Create a webhook: a URL that receives events, signed to the Standard Webhooks spec.',
  guidance: 'The signing secret is shown once.',
  http: 'POST /webhooks',
  effect: 'write',
  permission: 'webhooks:manage',
  mcp: 'hidden',
  creates: true,
  input: z.strictObject({
    url: WebhookUrl,
    event_types: EventTypes,
    description: Text(descriptionMax).optional(),
    api_version: ApiVersion.default(apiVersion),
    max_concurrency: MaxConcurrency.default(concurrencyDefault),
    headers: Headers.default({}),
  }),
  output: WebhookWithSecret,
  refuses: [validationFailed, limitExceeded],
  emits: [webhookCreated],
  secretInput: ['secret', 'headers'],
  async run(context, input) {
    const { db, organization, now } = context;
    checkUrl(context, input.url);
    checkTypes(context, input.event_types);
    const { count } = await db.one<{ count: bigint }>(sql`
      select count(*) as count from webhooks where organization_id = ${organization} and status <> 'deleted'`);
    if (count >= webhooksMax)
      throw limitExceeded({ max: webhooksMax, hint: 'Delete a webhook that is no longer needed.' });
    const id = context.newId();
    const { secret, sealed } = newSecret(context, id);
    const { names, sealed: sealedOnes } = sealedHeaders(context, id, input.headers);
    const stamp = JSON.stringify(actorStamp(context.actor));
    const inserted = db.one<WebhookRow>(sql`
      insert into webhooks (organization_id, id, url, description, event_types, api_version, max_concurrency,
        header_names, sealed_headers, sealed_secret, created_at, updated_at, created_by, updated_by)
      values (${organization}, ${id}, ${input.url}, ${input.description ?? null}, ${input.event_types}::text[],
        ${input.api_version}, ${input.max_concurrency}, ${names}::text[], ${sealedOnes}, ${sealed}, ${now},
        ${now}, ${stamp}, ${stamp})
      returning ${webhookColumns}`);
    db.later(sql`insert into webhook_lanes (webhook_id, organization_id) values (${id}, ${organization})`);
    const row = await inserted;
    context.emit(webhookCreated(row));
    return { ...row, secret };
  },
});
