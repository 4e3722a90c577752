import { z } from 'zod';
import { notFound, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { undoneBy } from '../../operation/undo.ts';
import { Id, Version } from '../../wire/index.ts';
import { changeStatus } from './change-status.ts';
import { lockWebhook, Webhook, webhookEnabled } from './webhook.ts';

export const enableWebhook = operation({
  name: 'enable_webhook',
  summary: 'Enable a webhook. Pending deliveries are sent now; use replay_webhook for events missed.',
  http: 'POST /webhooks/{id}/enable',
  effect: 'write',
  permission: 'webhooks:manage',
  mcp: 'action',
  givesRights: true,
  undo: undoneBy('disable_webhook'),
  input: z.strictObject({ id: Id('webhook'), version: Version.optional() }),
  output: Webhook,
  refuses: [notFound, versionConflict],
  emits: [webhookEnabled],
  async run(context, { id, version }) {
    const before = await lockWebhook(context, id, version);
    if (before.status === 'enabled') return before;
    context.before(z.encode(Webhook, before));
    const row = await changeStatus(context, { id, status: 'enabled', reason: null });
    context.emit(webhookEnabled(row));
    return row;
  },
});
