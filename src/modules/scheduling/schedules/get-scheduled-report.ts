import { z } from 'zod';
import { notFound } from '../../../operation/errors.ts';
import { fieldsInput } from '../../../operation/list.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { readSchedule, ScheduledReport, scheduleRecord } from './schedule.ts';

export const getScheduledReport = operation({
  name: 'get_scheduled_report',
  summary: 'Get a scheduled report: its recipients, its next date and its last problem.',
  http: 'GET /scheduled-reports/{id}',
  effect: 'read',
  permission: 'reports:read',
  mcp: 'action',
  input: z.strictObject({ id: Id('scheduled_report'), fields: fieldsInput(ScheduledReport).optional() }),
  output: ScheduledReport,
  refuses: [notFound],
  run: async (context, { id }) => scheduleRecord(await readSchedule(context, id)),
});
