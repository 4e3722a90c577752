import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { operation } from '../../operation/operation.ts';
import { toldTo } from './notification.ts';

export const readAllNotifications = operation({
  name: 'read_all_notifications',
  summary: 'Mark all your notifications as read.',
  http: 'POST /notifications/read-all',
  effect: 'write',
  permission: 'signed_in',
  mcp: 'hidden',
  input: z.strictObject({}),
  output: z.object({ read: z.int().describe('Number of notifications marked as read.') }),
  async run(context) {
    const read = await context.db.run(sql`
      update notifications set read_at = ${context.now} where ${toldTo(context)} and read_at is null`);
    return { read };
  },
});
