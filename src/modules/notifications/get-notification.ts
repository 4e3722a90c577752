import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { Notification, notification, notificationColumns, type NotificationRow, toldTo } from './notification.ts';

export const getNotification = operation({
  name: 'get_notification',
  summary: 'Get one of your notifications.',
  http: 'GET /notifications/{id}',
  effect: 'read',
  permission: 'signed_in',
  mcp: 'hidden',
  input: z.strictObject({ id: Id('notification') }),
  output: Notification,
  refuses: [notFound],
  async run(context, { id }) {
    const row = await context.db.maybe<NotificationRow>(sql`
      select ${notificationColumns} from notifications where ${toldTo(context)} and id = ${id}`);
    if (row === undefined) throw notFound();
    return notification(context, row);
  },
});
