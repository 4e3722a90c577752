import type { z } from 'zod';
import type { Day } from '../../../core/calendar.ts';
import { sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import { type Posting, reversalsOf } from '../../ledger/index.ts';
import { type Schedule, type ScheduleFound, scheduleRecord, scheduleVoided } from './schedule.ts';
import { scheduleColumns, touchSchedules } from './schedule-store.ts';

type Taking = { readonly date: Day; readonly reason: string | null };

/** Events that {@link takeSchedulesBack} emits. */
export const takeBackEvents = [scheduleVoided];

/** Voids the schedules of a record that is voided. The caller, who holds its lock, posts the reversals. */
export async function takeSchedulesBack(
  context: Context,
  source: { readonly type: 'expense' | 'sale'; readonly id: string },
  taking: Taking,
): Promise<Posting[]> {
  const { db, organization } = context;
  const mine = sql`organization_id = ${organization} and source_type = ${source.type} and source_id = ${source.id}
    and voided_at is null`;
  const locked = await db.many<{ id: string }>(sql`select id from schedules where ${mine} order by id for update`);
  if (locked.length === 0) return [];
  const rows = await db.many<ScheduleFound>(sql`select ${scheduleColumns} from schedules where ${mine} order by id`);
  return (await takeBack(context, rows, taking)).reversals;
}

/** Voids locked schedules. */
export async function takeBack(
  context: Context,
  rows: readonly ScheduleFound[],
  { date, reason }: Taking,
): Promise<{ readonly reversals: Posting[]; readonly schedules: z.output<typeof Schedule>[] }> {
  const event = scheduleVoided.type;
  const reversals = await Promise.all(
    rows.map(({ id, description }) =>
      reversalsOf(context, { type: 'schedule', id, event }, { date, memo: `Void of a schedule: ${description}` }),
    ),
  );
  touchSchedules(
    context,
    rows.map(({ id }) => id),
    { voided_on: date, void_reason: reason },
  );
  const schedules = rows.map((row) => {
    const { version, ...rest } = row;
    const voided = { voided_at: context.now, voided_on: date, void_reason: reason, updated_at: context.now };
    return scheduleRecord(context, { ...rest, ...voided, version: version + 1 });
  });
  for (const schedule of schedules) context.emit(scheduleVoided(schedule));
  return { reversals: reversals.flat(), schedules };
}
