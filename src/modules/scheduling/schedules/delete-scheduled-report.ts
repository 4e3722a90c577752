import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { notFound, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { lockSchedule, ScheduleAtVersion, scheduleRecord, wireSchedule } from './schedule.ts';
import { scheduleDeleted } from './schedule-events.ts';

export const deleteScheduledReport = operation({
  name: 'delete_scheduled_report',
  summary: 'Delete a scheduled report with its runs and files. Links that were sent stop working at once.',
  guidance: 'To keep its history, pause it instead.',
  http: 'DELETE /scheduled-reports/{id}',
  effect: 'destructive',
  permission: 'reports:read',
  mcp: 'action',
  noUndo: 'deleted',
  input: ScheduleAtVersion,
  output: z.object({ id: Id('scheduled_report'), deleted: z.literal(true) }),
  refuses: [notFound, versionConflict],
  emits: [scheduleDeleted],
  async run(context, which) {
    const { db, organization } = context;
    const before = scheduleRecord(await lockSchedule(context, which));
    context.before(wireSchedule(before));
    db.later(sql`delete from scheduled_reports where organization_id = ${organization} and id = ${before.id}`);
    context.emit(scheduleDeleted(before));
    return { id: before.id, deleted: true as const };
  },
});
