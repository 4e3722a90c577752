import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { operation } from '../../operation/operation.ts';
import { toldTo } from './notification.ts';

/** Nobody reads a larger number than this off a bell, and counting stops here. */
const countedMax = 100;

export const countUnreadNotifications = operation({
  name: 'count_unread_notifications',
  summary: `Count your unread notifications, up to ${countedMax}.`,
  http: 'GET /notifications/unread-count',
  effect: 'read',
  permission: 'signed_in',
  mcp: 'hidden',
  input: z.strictObject({}),
  output: z.object({ unread: z.int(), capped: z.boolean().describe('True if there are more than `unread`.') }),
  async run(context) {
    const { count } = await context.db.one<{ count: bigint }>(sql`
      select count(*) as count from (select from notifications where ${toldTo(context)} and read_at is null
        limit ${countedMax + 1}) as counted`);
    return { unread: Math.min(Number(count), countedMax), capped: count > countedMax };
  },
});
