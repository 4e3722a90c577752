import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { Notification, notification, notificationColumns, type NotificationRow, toldTo } from './notification.ts';

export const readNotification = operation({
  name: 'read_notification',
  summary: 'Mark one of your notifications as read.',
  http: 'POST /notifications/{id}/read',
  effect: 'write',
  permission: 'signed_in',
  mcp: 'hidden',
  input: z.strictObject({ id: Id('notification') }),
  output: Notification,
  refuses: [notFound],
  async run(context, { id }) {
    const { db, now } = context;
    const before = await db.maybe<NotificationRow>(sql`
      select ${notificationColumns} from notifications where ${toldTo(context)} and id = ${id} for update`);
    if (before === undefined) throw notFound();
    context.before(z.encode(Notification, notification(context, before)));
    const row = { ...before, read_at: before.read_at ?? now };
    db.later(sql`update notifications set read_at = ${row.read_at} where ${toldTo(context)} and id = ${id}`);
    return notification(context, row);
  },
});
