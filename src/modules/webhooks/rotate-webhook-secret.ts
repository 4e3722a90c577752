import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { notFound, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id, Version } from '../../wire/index.ts';
import { newSecret } from './secret.ts';
import {
  lockWebhook,
  Webhook,
  webhookColumns,
  type WebhookRow,
  webhookSecretRotated,
  WebhookWithSecret,
} from './webhook.ts';

const overlapHoursDefault = 24;
const overlapHoursMax = 7 * 24;

export const rotateWebhookSecret = operation({
  name: 'rotate_webhook_secret',
  summary: 'Rotate the signing secret of a webhook. The new one is shown once.',
  guidance: 'The old secret signs too until the overlap ends. For a leaked secret, set `overlap_hours` to 0.',
  http: 'POST /webhooks/{id}/rotate-secret',
  effect: 'write',
  permission: 'webhooks:manage',
  mcp: 'hidden',
  input: z.strictObject({
    id: Id('webhook'),
    overlap_hours: z.int().min(0).max(overlapHoursMax).default(overlapHoursDefault),
    version: Version.optional(),
  }),
  output: WebhookWithSecret,
  refuses: [notFound, versionConflict],
  emits: [webhookSecretRotated],
  secretInput: ['secret'],
  async run(context, { id, overlap_hours: overlapHours, version }) {
    const { db, organization, now } = context;
    const before = await lockWebhook(context, id, version);
    context.before(z.encode(Webhook, before));
    const { secret, sealed } = newSecret(context, id);
    const previous =
      overlapHours === 0
        ? sql`sealed_previous_secret = null, previous_secret_expires_at = null`
        : sql`sealed_previous_secret = sealed_secret,
            previous_secret_expires_at = ${now}::timestamptz + make_interval(hours => ${overlapHours})`;
    const row = await db.one<WebhookRow>(sql`
      update webhooks set sealed_secret = ${sealed}, ${previous}, version = version + 1, updated_at = ${now},
        updated_by = ${JSON.stringify(actorStamp(context.actor))}
      where organization_id = ${organization} and id = ${id} returning ${webhookColumns}`);
    context.emit(webhookSecretRotated(row));
    return { ...row, secret };
  },
});
