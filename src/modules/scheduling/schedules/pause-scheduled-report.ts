import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { invalidStateTransition, notFound, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneBy } from '../../../operation/undo.ts';
import {
  lockSchedule,
  readSchedule,
  ScheduledReport,
  ScheduleAtVersion,
  scheduleRecord,
  wireSchedule,
} from './schedule.ts';
import { schedulePaused } from './schedule-events.ts';

export const pauseScheduledReport = operation({
  name: 'pause_scheduled_report',
  summary: 'Pause a scheduled report until it is resumed. Links that were sent go on working.',
  http: 'POST /scheduled-reports/{id}/pause',
  effect: 'write',
  permission: 'reports:read',
  mcp: 'action',
  undo: undoneBy('resume_scheduled_report'),
  input: ScheduleAtVersion,
  output: ScheduledReport,
  refuses: [notFound, versionConflict, invalidStateTransition],
  emits: [schedulePaused],
  async run(context, which) {
    const before = await lockSchedule(context, which);
    if (before.status === 'paused') {
      throw invalidStateTransition({ status: 'paused', allowed: ['resume_scheduled_report'] });
    }
    const { db, organization, actor, now } = context;
    context.before(wireSchedule(scheduleRecord(before)));
    db.later(sql`
      update scheduled_reports set status = 'paused', version = version + 1, updated_at = ${now},
        updated_by = ${JSON.stringify(actorStamp(actor))}
      where organization_id = ${organization} and id = ${before.id}`);
    const record = scheduleRecord(await readSchedule(context, before.id));
    context.emit(schedulePaused(record));
    return record;
  },
});
