import { sql } from '../../../db/sql.ts';
import { anyOf } from '../../../operation/filter.ts';
import { dayKey, instantKey, listOf, Page, page } from '../../../operation/list.ts';
import { operation } from '../../../operation/operation.ts';
import { reportNames } from '../../reports/index.ts';
import { ScheduledReport, scheduleColumns, scheduleRecord, type ScheduleRow, visibleTo } from './schedule.ts';

const list = listOf({
  name: 'scheduled_reports',
  row: ScheduledReport,
  id: sql`id`,
  sorts: { created_at: instantKey(sql`created_at`), next_date: dayKey(sql`next_date`) },
  defaultSort: '-created_at',
  filters: {
    status: anyOf(['active', 'paused'], (values) => sql`status = any(${values}::text[])`),
    report: anyOf(reportNames, (values) => sql`report = any(${values}::text[])`),
  },
  expansions: {},
});

export const listScheduledReports = operation({
  name: 'list_scheduled_reports',
  summary: 'List scheduled reports, newest first.',
  guidance: 'Your own; with the permission data:export, those of everybody.',
  http: 'GET /scheduled-reports',
  effect: 'read',
  permission: 'reports:read',
  mcp: 'action',
  input: list.input,
  output: Page(ScheduledReport),
  async run(context, input) {
    const found = await page<ScheduleRow>(context, list, input, {
      select: scheduleColumns,
      from: sql`scheduled_reports`,
      where: visibleTo(context),
    });
    return { ...found, data: found.data.map(scheduleRecord) };
  },
});
