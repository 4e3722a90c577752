import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import type { Context } from '../../operation/operation.ts';
import { webhookColumns, type WebhookRow } from './webhook.ts';

type Change = {
  readonly id: string;
  readonly status: 'enabled' | 'disabled' | 'auto_disabled';
  readonly reason: string | null;
};

/** Writes the new status of a locked webhook. One that is enabled begins anew: what waits goes out. */
export async function changeStatus(context: Context, { id, status, reason }: Change): Promise<WebhookRow> {
  const { db, organization, now } = context;
  const isEnabled = status === 'enabled';
  const changed = db.one<WebhookRow>(sql`
    update webhooks set status = ${status}, disabled_reason = ${reason},
      disabled_at = ${isEnabled ? null : now}, failing_since = case when ${isEnabled} then null else failing_since end,
      version = version + 1, updated_at = ${now}, updated_by = ${JSON.stringify(actorStamp(context.actor))}
    where organization_id = ${organization} and id = ${id} returning ${webhookColumns}`);
  db.later(sql`
    update webhook_lanes set due_at = ${isEnabled ? now : null}
    where webhook_id = ${id} and organization_id = ${organization}`);
  return changed;
}
