import { z } from 'zod';
import { laterOf } from '../../../core/calendar.ts';
import { invalidStateTransition, notFound, validationFailed, versionConflict } from '../../../operation/errors.ts';
import { fault } from '../../../operation/fault.ts';
import { operation } from '../../../operation/operation.ts';
import { Day, Id, Text, Version } from '../../../wire/index.ts';
import { post } from '../../ledger/index.ts';
import {
  partRecord,
  type PartRow,
  scheduleEnded,
  scheduleRecord,
  ScheduleWithParts,
  wireSchedule,
} from './schedule.ts';
import { partPostings } from './schedule-postings.ts';
import { lockSchedule, partsOf, readSchedule, replaceOpenParts, touchSchedules } from './schedule-store.ts';

export const endSchedule = operation({
  name: 'end_schedule',
  summary: 'End a schedule early: what remains moves to income or expense on one date.',
  guidance: 'For a contract that ends before its time. To take a schedule back that was a mistake, use void_schedule.',
  http: 'POST /schedules/{id}/end',
  effect: 'destructive',
  permission: 'ledger:write',
  mcp: 'action',
  keyRequired: true,
  posts: true,
  noUndo: 'ended',
  input: z.strictObject({
    id: Id('schedule'),
    date: Day.optional().describe('Default: today.'),
    reason: Text(500).optional(),
    version: Version.optional(),
  }),
  output: ScheduleWithParts,
  refuses: [invalidStateTransition, notFound, validationFailed, versionConflict],
  emits: [scheduleEnded],
  async run(context, { id, date = context.today, reason = null, version }) {
    const row = await lockSchedule(context, id, version);
    const record = scheduleRecord(context, row);
    if (record.status !== 'active') throw invalidStateTransition({ status: record.status, allowed: ['void_schedule'] });
    context.before(wireSchedule(record));
    const parts = await partsOf(context, id);
    const posted = parts.filter((part) => part.posted_on !== null);
    const earliest = posted.reduce((latest, part) => laterOf(latest, part.posted_on ?? latest), row.booked_on);
    if (date < earliest || date > context.today) {
      throw fault('/date', 'wrong_day', `Write a date from ${earliest} to ${context.today}.`);
    }
    const rest: PartRow = {
      position: posted.length + 1,
      due_date: date,
      amount: row.amount - row.moved,
      posted_on: null,
      entry_id: null,
    };
    const done = await partPostings(context, [{ schedule: row, part: rest }]);
    replaceOpenParts(context, id, done.parts[0] ?? rest);
    touchSchedules(context, [id], { ended_on: date, end_reason: reason });
    post(context, done.postings);
    const [ended, left] = await Promise.all([readSchedule(context, id), partsOf(context, id)]);
    const answer = scheduleRecord(context, ended);
    context.emit(scheduleEnded(answer));
    return { ...answer, parts: left.map((part) => partRecord(context, part)) };
  },
});
