import type { Operation } from '../../operation/operation.ts';
import { createWebhook } from './create-webhook.ts';
import { deleteWebhook } from './delete-webhook.ts';
import { disableWebhook } from './disable-webhook.ts';
import { enableWebhook } from './enable-webhook.ts';
import { getWebhook } from './get-webhook.ts';
import { getWebhookDelivery } from './get-webhook-delivery.ts';
import { listWebhookDeliveries } from './list-webhook-deliveries.ts';
import { listWebhooks } from './list-webhooks.ts';
import { replayWebhook } from './replay-webhook.ts';
import { replayWebhookDelivery } from './replay-webhook-delivery.ts';
import { rotateWebhookSecret } from './rotate-webhook-secret.ts';
import { setWebhookHeaders } from './set-webhook-headers.ts';
import { testWebhook } from './test-webhook.ts';
import { updateWebhook } from './update-webhook.ts';

export { claimQueues, renewQueueLeases, type DeliveryQueue, releaseQueue, webhookQueue } from './dispatch.ts';
export { fanOut } from './fan-out.ts';
export { headersOf } from './headers.ts';
export { type Attempt, noteAttempt } from './note-attempt.ts';
export { purgeDeliveries } from './purge-deliveries.ts';
export { renewSecrets, signedHeaders } from './secret.ts';
export { stopWebhook } from './stop-webhook.ts';
export { type Receiver, type Taken, takeDeliveries } from './take-deliveries.ts';

export const operations: readonly Operation[] = [
  createWebhook,
  listWebhooks,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  enableWebhook,
  disableWebhook,
  rotateWebhookSecret,
  setWebhookHeaders,
  testWebhook,
  replayWebhook,
  listWebhookDeliveries,
  getWebhookDelivery,
  replayWebhookDelivery,
];
