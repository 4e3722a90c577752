import { z } from 'zod';
import { notFound, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { undoneBy } from '../../operation/undo.ts';
import { Id, Version } from '../../wire/index.ts';
import { changeStatus } from './change-status.ts';
import { lockWebhook, Webhook, webhookDisabled } from './webhook.ts';

export const disableWebhook = operation({
  name: 'disable_webhook',
  summary: 'Disable a webhook. Pending deliveries are kept; new events are not queued for it.',
  http: 'POST /webhooks/{id}/disable',
  effect: 'write',
  permission: 'webhooks:manage',
  mcp: 'action',
  givesRights: true,
  undo: undoneBy('enable_webhook'),
  input: z.strictObject({ id: Id('webhook'), version: Version.optional() }),
  output: Webhook,
  refuses: [notFound, versionConflict],
  emits: [webhookDisabled],
  async run(context, { id, version }) {
    const before = await lockWebhook(context, id, version);
    if (before.status === 'disabled') return before;
    context.before(z.encode(Webhook, before));
    const row = await changeStatus(context, { id, status: 'disabled', reason: null });
    context.emit(webhookDisabled(row));
    return row;
  },
});
