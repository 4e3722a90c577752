import { laterOf } from '../../../core/calendar.ts';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import {
  forbidden,
  insufficientScope,
  invalidStateTransition,
  notFound,
  validationFailed,
  versionConflict,
} from '../../../operation/errors.ts';
import { fault, needPermission } from '../../../operation/fault.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneBy } from '../../../operation/undo.ts';
import { enqueueNext, zoneOf } from './enqueue-run.ts';
import { reportOf } from './report-asked.ts';
import { nextDay } from './rhythm.ts';
import {
  lockSchedule,
  readSchedule,
  ScheduledReport,
  ScheduleAtVersion,
  scheduleRecord,
  toOthers,
  wireSchedule,
} from './schedule.ts';
import { scheduleResumed } from './schedule-events.ts';

export const resumeScheduledReport = operation({
  name: 'resume_scheduled_report',
  summary: 'Resume a paused report schedule from its next date on, with your permissions.',
  guidance: 'What was missed while it was paused is not made up for: send_scheduled_report sends one at once.',
  http: 'POST /scheduled-reports/{id}/resume',
  effect: 'write',
  permission: 'reports:read',
  mcp: 'action',
  reachesOutside: true,
  givesRights: true,
  undo: undoneBy('pause_scheduled_report'),
  input: ScheduleAtVersion,
  output: ScheduledReport,
  refuses: [notFound, versionConflict, invalidStateTransition, validationFailed, forbidden, insufficientScope],
  emits: [scheduleResumed],
  async run(context, which) {
    const { db, organization, actor, now, today } = context;
    if (actor.memberId === '') throw fault('', 'no_member', 'A schedule must run as a member of the team.');
    const before = await lockSchedule(context, which);
    if (before.status === 'active') {
      throw invalidStateTransition({ status: 'active', allowed: ['pause_scheduled_report'] });
    }
    needPermission(context, reportOf(before.report).permission);
    const active = before.recipients.filter(({ status }) => status === 'active');
    if (active.some(({ member_id: id }) => id !== actor.memberId)) needPermission(context, toOthers);
    if (active.length === 0) {
      throw invalidStateTransition({
        status: before.status,
        hint: 'Nobody gets it any more. Add recipients with update_scheduled_report first.',
        allowed: ['update_scheduled_report'],
      });
    }
    context.before(wireSchedule(scheduleRecord(before)));
    const next = nextDay(before, laterOf(before.start_date, today), { now, timeZone: zoneOf(context) });
    db.later(sql`
      update scheduled_reports set status = 'active', paused_reason = null, consecutive_failures = 0, last_error = null,
        start_date = ${next}, next_date = ${next}, occurrence = 0, member_id = ${actor.memberId},
        user_id = ${actor.userId}, permissions = ${[...actor.permissions]}, version = version + 1, updated_at = ${now},
        updated_by = ${JSON.stringify(actorStamp(actor))}
      where organization_id = ${organization} and id = ${before.id}`);
    const row = await readSchedule(context, before.id);
    enqueueNext(context, row);
    const record = scheduleRecord(row);
    context.emit(scheduleResumed(record));
    return record;
  },
});
