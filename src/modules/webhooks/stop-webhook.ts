import { z } from 'zod';
import { notFound } from '../../operation/errors.ts';
import { enqueue } from '../../operation/jobs.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { ownersOf } from '../team/index.ts';
import { changeStatus } from './change-status.ts';
import { lockWebhook, Webhook, webhookDisabled, type WebhookRow } from './webhook.ts';

const reasonMax = 500;

/**
 * Disables a webhook that nothing arrives at, and tells the owners. Not in the catalogue, since only the work that
 * sends to it knows.
 */
export const stopWebhook = operation({
  name: 'stop_webhook',
  summary: 'Disable a webhook whose deliveries keep failing.',
  http: 'POST /webhooks/{id}/stop',
  effect: 'write',
  permission: 'webhooks:manage',
  mcp: 'hidden',
  input: z.strictObject({ id: Id('webhook'), reason: z.string().max(reasonMax) }),
  output: Webhook,
  refuses: [notFound],
  emits: [webhookDisabled],
  async run(context, { id, reason }) {
    const before = await lockWebhook(context, id);
    if (before.status !== 'enabled') return before;
    context.before(z.encode(Webhook, before));
    const row = await changeStatus(context, { id, status: 'auto_disabled', reason });
    context.emit(webhookDisabled(row));
    await tellOwners(context, row, reason);
    return row;
  },
});

async function tellOwners(context: Context, { id, url, description }: WebhookRow, reason: string): Promise<void> {
  const { organization } = context.actor;
  const subject = `Daybook has disabled a webhook of ${organization?.name ?? 'your organisation'}`;
  for (const owner of await ownersOf(context)) {
    const text = [
      `Hello ${owner.name},`,
      `Daybook has stopped sending events to the webhook ${description ?? new URL(url).host}: ${reason}`,
      'Once the receiver works again, enable the webhook and replay the events it missed:',
      `POST ${context.settings.publicUrl}/api/webhooks/${z.encode(Id('webhook'), id)}/enable`,
    ].join('\n\n');
    enqueue(context, { kind: 'send_mail', payload: { to: owner.email, subject, text }, secret: true });
  }
}
