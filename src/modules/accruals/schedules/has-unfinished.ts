import type { Db } from '../../../db/database.ts';
import { sql } from '../../../db/sql.ts';

/** True as long as a part of a schedule is still to be posted. */
export async function hasUnfinished(db: Db, organization: string): Promise<boolean> {
  const { found } = await db.one<{ found: boolean }>(sql`
    select exists (select from schedule_parts as part
      join schedules as schedule on schedule.organization_id = ${organization} and schedule.id = part.schedule_id
      where part.organization_id = ${organization} and part.posted_on is null
        and schedule.voided_at is null) as found`);
  return found;
}
