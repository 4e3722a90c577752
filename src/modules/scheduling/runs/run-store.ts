import type { Db } from '../../../db/database.ts';
import { sql } from '../../../db/sql.ts';
import { scheduleColumns, type ScheduleRow } from '../schedules/schedule.ts';

type Which = { readonly organization: string; readonly id: string };

/** A schedule as the one who runs it needs it; undefined where it was deleted. */
export function scheduleToRun(db: Db, { organization, id }: Which): Promise<ScheduleRow | undefined> {
  return db.maybe<ScheduleRow>(sql`
    select ${scheduleColumns} from scheduled_reports where organization_id = ${organization} and id = ${id}`);
}

/** True while a run that somebody asked for waits. */
export async function isWaiting(db: Db, { organization, id }: Which): Promise<boolean> {
  const row = await db.maybe(sql`
    select from report_runs where organization_id = ${organization} and id = ${id} and status = 'queued'`);
  return row !== undefined;
}

/** The kind of the job that removes the file of a run when its links have ended. */
export const reportSweepJob = 'sweep_report_file';

export async function removeFile(db: Db, { organization, id }: Which): Promise<void> {
  await db.run(sql`delete from report_files where organization_id = ${organization} and run_id = ${id}`);
}
