import type { Fill } from './fill.ts';

export const fillWebhooks: Fill = async ({ call, fresh }) => {
  const webhook = await call('create_webhook', {
    url: 'https://example.com/hooks',
    event_types: ['*'],
    description: fresh('webhook'),
  });
  for (let more = 0; more < 2; more += 1) {
    await call('create_webhook', { url: `https://example.com/${more}`, event_types: ['sale.*'] });
    await call('test_webhook', { id: webhook.id });
  }
  return { webhook, webhook_delivery: await call('test_webhook', { id: webhook.id }) };
};
