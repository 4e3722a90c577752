import { z } from 'zod';
import { invalidStateTransition, notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { deliveryRecord, WebhookDelivery } from './delivery.ts';
import { testType } from './dispatch.ts';
import { checkEnabled, queueDelivery } from './queue-delivery.ts';
import { lockWebhook } from './webhook.ts';

export const testWebhook = operation({
  name: 'test_webhook',
  summary: 'Test a webhook with a signed test delivery. Get the delivery for its outcome.',
  http: 'POST /webhooks/{id}/test',
  effect: 'write',
  permission: 'webhooks:manage',
  mcp: 'action',
  reachesOutside: true,
  cost: 10,
  noUndo: 'sent',
  input: z.strictObject({ id: Id('webhook') }),
  output: WebhookDelivery,
  refuses: [notFound, invalidStateTransition],
  async run(context, { id }) {
    checkEnabled(await lockWebhook(context, id));
    return deliveryRecord(await queueDelivery(context, { webhookId: id, eventType: testType }));
  },
});
