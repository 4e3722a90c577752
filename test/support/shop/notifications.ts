import { randomUUID } from 'node:crypto';
import { typeIdFrom, uuidFrom } from '../../../src/wire/type-id.ts';
import type { Fill, ShopActions } from './fill.ts';

/** Tells somebody of something that has happened. */
export async function tell({ service, who, fresh }: Pick<ShopActions, 'service' | 'who' | 'fresh'>): Promise<string> {
  const id = randomUUID();
  await service.owner.query(
    `insert into notifications (organization_id, id, member_id, event_id, type, label, personal, delivery, created_at)
     select event.organization_id, $1, members.id, event.event_id, 'stock.low', $2, true, 'app',
       date_trunc('milliseconds', now())
     from published_events as event
     join members on members.organization_id = event.organization_id and members.user_id = $4
     where event.organization_id = $3 and not exists (select from notifications
       where notifications.organization_id = $3 and notifications.member_id = members.id
         and notifications.event_id = event.event_id) limit 1`,
    [id, fresh('told'), uuidFrom('org', who.organization), uuidFrom('user', who.user)],
  );
  return typeIdFrom('note', id);
}

export const fillNotifications: Fill = async (hands) => ({ notification: { id: await tell(hands) } });
