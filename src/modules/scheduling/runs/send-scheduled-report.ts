import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { invalidStateTransition, limitExceeded, notFound, versionConflict } from '../../../operation/errors.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { queueRun } from '../schedules/enqueue-run.ts';
import { lockSchedule, ScheduleAtVersion } from '../schedules/schedule.ts';
import { ReportRun, readRun } from './report-run.ts';

/** Of those that somebody asked for: more would be a flood of mail. */
const perDayMax = 20;

export const sendScheduledReport = operation({
  name: 'send_scheduled_report',
  summary: 'Send a scheduled report now, for its period as of today. Its next date stays.',
  guidance: 'It goes to the recipients of the schedule, in the background: list_report_runs tells what became of it.',
  http: 'POST /scheduled-reports/{id}/send',
  effect: 'write',
  permission: 'reports:read',
  mcp: 'action',
  reachesOutside: true,
  risky: true,
  cost: 4,
  noUndo: 'sent',
  input: ScheduleAtVersion,
  output: ReportRun,
  refuses: [notFound, versionConflict, invalidStateTransition, limitExceeded],
  async run(context, which) {
    const { db, organization, actor, now, today } = context;
    const schedule = await lockSchedule(context, which);
    if (!schedule.recipients.some(({ status }) => status === 'active')) {
      throw invalidStateTransition({
        status: schedule.status,
        hint: 'Nobody gets it any more. Add recipients with update_scheduled_report first.',
        allowed: ['update_scheduled_report'],
      });
    }
    await checkCount(context, schedule.id);
    const [id, stamp] = [context.newId(), JSON.stringify(actorStamp(actor))];
    db.later(sql`
      insert into report_runs (organization_id, id, schedule_id, due_date, asked_by, status, created_at)
      values (${organization}, ${id}, ${schedule.id}, ${today}, ${stamp}, 'queued', ${now})`);
    queueRun(context, { schedule_id: schedule.id, run_id: id });
    return readRun(context, id);
  },
});

async function checkCount({ db, organization, today }: Context, scheduleId: string): Promise<void> {
  const { asked } = await db.one<{ asked: bigint }>(sql`
    select count(*) as asked from report_runs
    where organization_id = ${organization} and schedule_id = ${scheduleId} and due_date = ${today}
      and asked_by is not null`);
  if (asked < perDayMax) return;
  throw limitExceeded({ max: perDayMax, hint: 'It was sent many times today. Send it again tomorrow.' });
}
