import { addDays } from '../../core/calendar.ts';
import { beginningOf } from '../../core/recurrence.ts';
import { enqueueOnce } from '../../operation/jobs.ts';
import type { Context } from '../../operation/operation.ts';

/** The kind of the job that posts what schedules and assets have due, every night on which some are unfinished. */
export const schedulesJob = 'run_schedules';

const minuteMs = 60_000;
const spreadMinutes = 60;

/** The beginning of the coming day, RFC 3339, where the organisation is; each has its own minute. */
export function nextRun({ id, timezone }: { id: string; timezone: string }, today: string): string {
  const minute = 2 + (Number.parseInt(id.slice(-4), 16) % spreadMinutes);
  return new Date(Date.parse(beginningOf(addDays(today, 1), timezone)) + minute * minuteMs).toISOString();
}

/** Has what comes due posted from the coming night on. */
export function enqueueSchedules(context: Context): void {
  const { organization } = context.actor;
  if (organization === undefined) throw new RangeError('books belong to an organisation');
  enqueueOnce(context, { kind: schedulesJob, payload: {}, runAt: nextRun(organization, context.today) });
}
