import { z } from 'zod';
import { invalidStateTransition, notFound, validationFailed, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id, Text, Version } from '../../../wire/index.ts';
import { openDay, post, reversalDate, reversalDay } from '../../ledger/index.ts';
import { Schedule, scheduleRecord, scheduleVoided, wireSchedule } from './schedule.ts';
import { lockSchedule } from './schedule-store.ts';
import { takeBack } from './take-schedules-back.ts';

export const voidSchedule = operation({
  name: 'void_schedule',
  summary: 'Void a schedule: all its postings are reversed, and the amount is back on its account.',
  guidance: 'For one that was a mistake. If a contract ends before its time, use end_schedule.',
  http: 'POST /schedules/{id}/void',
  effect: 'destructive',
  permission: 'ledger:write',
  mcp: 'action',
  keyRequired: true,
  posts: true,
  noUndo: 'voided',
  input: z.strictObject({
    id: Id('schedule'),
    reason: Text(500).optional(),
    date: reversalDate,
    version: Version.optional(),
  }),
  output: Schedule,
  refuses: [invalidStateTransition, notFound, validationFailed, versionConflict],
  emits: [scheduleVoided],
  async run(context, { id, reason = null, date, version }) {
    const [row, open] = await Promise.all([
      lockSchedule(context, id, version),
      openDay(context, { type: 'schedule', id, event: scheduleVoided.type }, context.today),
    ]);
    if (row.voided_at !== null) throw invalidStateTransition({ status: 'voided', allowed: [] });
    context.before(wireSchedule(scheduleRecord(context, row)));
    const day = reversalDay(context, { asked: date, open, recorded: row.booked_on });
    const { reversals, schedules } = await takeBack(context, [row], { date: day, reason });
    post(context, reversals);
    const [voided] = schedules;
    if (voided === undefined) throw new RangeError('a schedule that is voided is there');
    return voided;
  },
});
