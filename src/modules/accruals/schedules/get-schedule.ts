import { z } from 'zod';
import { notFound } from '../../../operation/errors.ts';
import { fieldsInput } from '../../../operation/list.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { partRecord, scheduleRecord, ScheduleWithParts } from './schedule.ts';
import { partsOf, readSchedule } from './schedule-store.ts';

export const getSchedule = operation({
  name: 'get_schedule',
  summary: 'Get one schedule with its parts.',
  http: 'GET /schedules/{id}',
  effect: 'read',
  permission: 'ledger:read',
  mcp: 'action',
  input: z.strictObject({ id: Id('schedule'), fields: fieldsInput(ScheduleWithParts).optional() }),
  output: ScheduleWithParts,
  refuses: [notFound],
  async run(context, { id }) {
    const [row, parts] = await Promise.all([readSchedule(context, id), partsOf(context, id)]);
    return { ...scheduleRecord(context, row), parts: parts.map((part) => partRecord(context, part)) };
  },
});
