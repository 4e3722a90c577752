import { sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import { scheduleColumns, scheduleRecord, type ScheduleRow } from './schedule.ts';
import { scheduleStopped } from './schedule-events.ts';

/** Pauses a schedule that nobody gets any more, and says so. */
export async function stopSilent(context: Context, id: string): Promise<void> {
  const { db, organization, now } = context;
  const row = await db.maybe<ScheduleRow>(sql`
    update scheduled_reports set status = 'paused', paused_reason = 'no_recipients', version = version + 1,
      updated_at = ${now}
    where organization_id = ${organization} and id = ${id} and status = 'active'
      and not exists (select from report_recipients as to_whom where to_whom.organization_id = ${organization}
        and to_whom.schedule_id = ${id} and to_whom.status = 'active')
    returning ${scheduleColumns}`);
  if (row !== undefined) context.emit(scheduleStopped(scheduleRecord(row)));
}
