import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { notFound, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id, Version } from '../../wire/index.ts';
import { lockWebhook, Webhook, webhookDeleted } from './webhook.ts';

export const deleteWebhook = operation({
  name: 'delete_webhook',
  summary: 'Delete a webhook permanently with its pending deliveries, URL and secrets.',
  http: 'DELETE /webhooks/{id}',
  effect: 'destructive',
  permission: 'webhooks:manage',
  mcp: 'action',
  givesRights: true,
  noUndo: 'deleted',
  input: z.strictObject({ id: Id('webhook'), version: Version.optional() }),
  output: z.object({ id: Id('webhook'), deleted: z.literal(true) }),
  refuses: [notFound, versionConflict],
  emits: [webhookDeleted],
  async run(context, { id, version }) {
    const { db, organization, now } = context;
    const before = await lockWebhook(context, id, version);
    context.before(z.encode(Webhook, before));
    db.later(sql`
      update webhooks set status = 'deleted', url = '', description = null, sealed_secret = '',
        sealed_previous_secret = null, previous_secret_expires_at = null, header_names = '{}', sealed_headers = null,
        version = version + 1, updated_at = ${now},
        updated_by = ${JSON.stringify(actorStamp(context.actor))}
      where organization_id = ${organization} and id = ${id}`);
    db.later(sql`delete from webhook_lanes where webhook_id = ${id} and organization_id = ${organization}`);
    context.emit(webhookDeleted(before));
    return { id, deleted: true as const };
  },
});
