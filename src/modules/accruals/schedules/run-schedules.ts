import { sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import { post, postDueParts } from '../../ledger/index.ts';
import { type PartRow, type ScheduleFound, schedulePosted, scheduleRecord } from './schedule.ts';
import { partPostings } from './schedule-postings.ts';
import { notePosted, scheduleColumns, touchSchedules } from './schedule-store.ts';

const schedulesPerRun = 100;

export const runSchedules = postDueParts({
  name: 'run_schedules',
  summary: 'Run the schedules: post the parts that are due.',
  http: 'POST /schedules/run',
  emits: [schedulePosted],
  async postDue(context, through) {
    const { schedules, parts } = await lockDue(context, through);
    if (parts.length === 0) return { posted: 0, hasMore: false };
    const byId = new Map(schedules.map((schedule) => [schedule.id, schedule]));
    const due = parts.flatMap(({ schedule_id: id, ...part }) => {
      const schedule = byId.get(id);
      return schedule === undefined ? [] : [{ schedule, part }];
    });
    const { postings, parts: posted } = await partPostings(context, due);
    notePosted(context, posted);
    touchSchedules(context, [...byId.keys()], {});
    for (const schedule of schedules) context.emit(schedulePosted(scheduleRecord(context, after(schedule, posted))));
    post(context, postings);
    return { posted: posted.length, hasMore: schedules.length === schedulesPerRun };
  },
});

type DuePart = PartRow & { readonly schedule_id: string };

/** Locked in the order of their ids; what another worker has posted meanwhile is seen once the locks are held. */
async function lockDue(
  { db, organization }: Context,
  through: string,
): Promise<{ readonly schedules: readonly ScheduleFound[]; readonly parts: readonly DuePart[] }> {
  const locked = await db.many<{ id: string }>(sql`
    select id from schedules
    where organization_id = ${organization} and voided_at is null and exists (select from schedule_parts as part
      where part.organization_id = schedules.organization_id and part.schedule_id = schedules.id
        and part.posted_on is null and part.due_date <= ${through})
    order by id limit ${schedulesPerRun} for update`);
  const ids = locked.map(({ id }) => id);
  const [schedules, parts] = await Promise.all([
    db.many<ScheduleFound>(sql`
      select ${scheduleColumns} from schedules
      where organization_id = ${organization} and id = any(${ids}::uuid[]) and voided_at is null order by id`),
    db.many<DuePart>(sql`
      select schedule_id, position, due_date, amount, posted_on, entry_id from schedule_parts
      where organization_id = ${organization} and schedule_id = any(${ids}::uuid[]) and posted_on is null
        and due_date <= ${through} order by schedule_id, position`),
  ]);
  return { schedules, parts };
}

function after(schedule: ScheduleFound, posted: readonly (PartRow & { readonly scheduleId: string })[]): ScheduleFound {
  const own = posted.filter(({ scheduleId }) => scheduleId === schedule.id);
  const moved = own.reduce((sum, { amount }) => sum + amount, schedule.moved);
  return {
    ...schedule,
    moved,
    next_date: moved === schedule.amount ? null : schedule.next_date,
    version: schedule.version + 1,
  };
}
