import { addDays } from '../../core/calendar.ts';
import { beginningOf } from '../../core/recurrence.ts';
import type { Db } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { enqueue } from '../../operation/jobs.ts';
import type { Context } from '../../operation/operation.ts';

/** The kind of the job that checks the books every night. */
export const checksJob = 'check_books';

const minuteMs = 60_000;
/** Outside business hours; each organisation at a minute of its own, so that they do not all run at once. */
const firstMinute = 60;
const spreadMinutes = 180;

/** The coming night, RFC 3339, where the organisation is. */
export function nextNight({ id, timezone }: { id: string; timezone: string }, today: string): string {
  const midnight = Date.parse(beginningOf(addDays(today, 1), timezone));
  const own = Number.parseInt(id.slice(-4), 16) % spreadMinutes;
  return new Date(midnight + (firstMinute + own) * minuteMs).toISOString();
}

/** Has the books of a new organisation checked every night. */
export async function seedChecks(context: Context): Promise<void> {
  const { organization: of } = context.actor;
  if (of === undefined) throw new RangeError('books belong to an organisation');
  enqueue(context, { kind: checksJob, payload: {}, runAt: nextNight(of, context.today) });
}

const idleDaysMax = 7;
/** Overlap for transactions that were open during the last check. */
const overlapHours = 1;

/** True after any write since the last check, after a finding, or when the last check is long ago. */
export async function isToBeChecked(db: Db, organization: string, now: string): Promise<boolean> {
  const { due } = await db.one<{ due: boolean }>(sql`
    select not coalesce(last.ok and last.checked_at > ${now}::timestamptz - make_interval(days => ${idleDaysMax})
      and not was_written_since(${organization}, last.checked_at - make_interval(hours => ${overlapHours})), false)
      as due
    from (values (1)) as here
    left join lateral (
      select ok, checked_at from book_checks
      where organization_id = ${organization} order by checked_at desc limit 1) as last on true`);
  return due;
}
