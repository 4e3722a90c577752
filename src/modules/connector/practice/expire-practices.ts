import { z } from 'zod';
import { nextHour } from '../../../core/instant.ts';
import { sql } from '../../../db/sql.ts';
import { enqueueOnce } from '../../../operation/jobs.ts';
import { operation } from '../../../operation/operation.ts';

/** The kind of the job that erases what was written in a practice whose time is over. */
export const practiceExpiryJob = 'expire_practices';

const expiredMax = 200;

/** It runs, or it was promoted and what was written in it is still kept. */
const hasTime = sql`(state = 'running' or writes <> '[]')`;

/**
 * Internal operation that runs when the time of a practice is over. Its writes are erased; its token stays where it is,
 * and is told so, until somebody ends the practice.
 */
export const expirePractices = operation({
  name: 'expire_practices',
  summary: 'Expire practices that nobody went on with.',
  http: 'POST /mcp/practices/expire',
  effect: 'write',
  permission: 'tokens:manage',
  mcp: 'hidden',
  input: z.strictObject({}),
  output: z.object({ expired: z.int() }),
  async run(context) {
    const { db, organization, now } = context;
    const expired = await db.run(sql`
      update practices set state = case state when 'running' then 'expired' else state end,
        writes_made = jsonb_array_length(writes), writes = '[]'
      where organization_id = ${organization} and id in (
        select id from practices where organization_id = ${organization} and ${hasTime} and expires_at <= ${now}
        order by expires_at, id limit ${expiredMax} for update)`);
    const next = await db.maybe<{ expires_at: string }>(sql`
      select expires_at from practices where organization_id = ${organization} and ${hasTime}
      order by expires_at limit 1`);
    // Writing lengthens the time of a practice, and its job comes before that.
    if (next !== undefined) {
      const runAt = next.expires_at <= now ? now : nextHour(next.expires_at);
      enqueueOnce(context, { kind: practiceExpiryJob, payload: {}, runAt });
    }
    return { expired };
  },
});
