import { deliveries } from '../../../src/operation/events.ts';
import { tell } from '../shop/notifications.ts';
import type { Samples } from './make.ts';

let chosen = 0;

export const notificationsSamples: Samples = {
  read_notification: async (shop) => ({ id: await tell(shop) }),
  read_all_notifications: async () => ({}),
  update_notification_preferences: async () => {
    chosen += 1;
    return { preferences: [{ type: 'import.completed', delivery: deliveries[chosen % deliveries.length] }] };
  },
};
