import assert from 'node:assert/strict';
import { after } from 'node:test';
import { uuidFrom } from '../../src/wire/type-id.ts';
import { eventually } from './embedded-service.ts';
import { openReceiver, type Receiver } from './receiver.ts';
import type { RunningService, SignedIn } from './running-service.ts';
import type { Wire } from './world.ts';

/** A fixture for webhooks of a service. */
export function createWebhookFixture(service: RunningService) {
  const receivers: Receiver[] = [];
  after(() => Promise.all(receivers.map((one) => one.close())));
  const must = async (who: SignedIn, method: string, path: string, body?: unknown): Promise<Wire> => {
    const answer = await service.api(who.token, method, path, body);
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`);
    return answer.body;
  };
  return {
    must,
    /** A receiver that is gone when the file has been tested. */
    opened: async () => {
      const receiver = await openReceiver();
      receivers.push(receiver);
      return receiver;
    },
    newClient: (who: SignedIn): Promise<Wire> =>
      must(who, 'POST', '/clients', { type: 'individual', display_name: 'Mia' }),
    webhook: (who: SignedIn, url: string, more: object = {}): Promise<Wire> =>
      must(who, 'POST', '/webhooks', { url, event_types: ['client.*'], ...more }),
    deliveries: async (who: SignedIn, { id }: Wire): Promise<Wire[]> =>
      (await must(who, 'GET', `/webhooks/${id}/deliveries?limit=100`)).data,
    count: (from: Receiver, least: number) =>
      eventually(() => assert.ok(from.received.length >= least, `${from.received.length} of ${least}`)),
    /** As if hours had gone by: what waits is due. */
    hurry: async (who: SignedIn): Promise<void> => {
      const organization = uuidFrom('org', who.organization);
      await service.owner.query(
        `update webhook_deliveries set next_attempt_at = now() where organization_id = $1 and status = 'pending'`,
        [organization],
      );
      await service.owner.query(`update webhook_lanes set due_at = now() where organization_id = $1`, [organization]);
    },
  };
}
