import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import type { Context } from '../../../operation/operation.ts';
import type { PracticeRecord } from './practice.ts';

/**
 * Ends a practice that was locked. Its token is in the books again. What was written in it is erased, or once its time
 * is over where it was promoted: until then a promotion that is sent again is answered as it was.
 */
export async function endAs(
  context: Context,
  practice: PracticeRecord,
  status: 'promoted' | 'ended',
): Promise<PracticeRecord> {
  const { db, organization, now, actor } = context;
  const by = actorStamp(actor);
  await db.run(sql`
    update practices set state = ${status}, writes = case when ${status} = 'promoted' then writes else '[]' end,
      writes_made = ${practice.writes}, ended_at = ${now}, ended_by = ${JSON.stringify(by)}
    where organization_id = ${organization} and id = ${practice.id}`);
  context.access.forget(practice.token_id);
  return { ...practice, status, ended_at: now, ended_by: by };
}
