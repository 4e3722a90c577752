import type { Shop } from '../shop/fill.ts';
import { type Make, of, type Samples } from './make.ts';

const webhooksMax = 60;

/** There may be a hundred; those made for calls long ago make room for new ones. */
const newWebhook: Make = async (shop) => {
  const { data } = await shop.call('list_webhooks', { sort: 'created_at', limit: 100 });
  const [, ...made] = data;
  for (const { id } of made.slice(0, Math.max(0, data.length - webhooksMax))) await shop.call('delete_webhook', { id });
  return {
    url: `https://example.com/${encodeURIComponent(shop.fresh('hooks'))}`,
    event_types: ['client.*', 'sale.confirmed'],
    description: shop.fresh('webhook'),
  };
};

const since = '2020-01-01T00:00:00Z';

async function newDelivery(shop: Shop, webhook: { readonly id: string }) {
  const { id } = await shop.call('test_webhook', { id: webhook.id });
  return { webhook_id: webhook.id, id };
}

export const webhooksSamples: Samples = {
  create_webhook: newWebhook,
  update_webhook: of('create_webhook', newWebhook, { event_types: ['*'], description: null }),
  delete_webhook: of('create_webhook', newWebhook),
  disable_webhook: of('create_webhook', newWebhook),
  enable_webhook: async (shop, person) => {
    const { id } = await shop.call('create_webhook', await newWebhook(shop, person));
    await shop.call('disable_webhook', { id });
    return { id };
  },
  set_webhook_headers: of('create_webhook', newWebhook, { headers: { 'x-key': 'abc' } }),
  rotate_webhook_secret: of('create_webhook', newWebhook),
  test_webhook: of('create_webhook', newWebhook),
  replay_webhook: of('create_webhook', newWebhook, { since }),
  get_webhook_delivery: async ({ ids }) => ({ webhook_id: ids['wh'], id: ids['whd'] }),
  replay_webhook_delivery: async (shop, person) =>
    newDelivery(shop, await shop.call('create_webhook', await newWebhook(shop, person))),
};
