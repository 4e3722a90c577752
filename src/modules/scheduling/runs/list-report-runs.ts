import { sql } from '../../../db/sql.ts';
import { anyOf, dayRange, filter } from '../../../operation/filter.ts';
import { instantKey, listOf, Page, page } from '../../../operation/list.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { ReportRun, type RunRow, runColumns, visibleRuns } from './report-run.ts';

const list = listOf({
  name: 'report_runs',
  row: ReportRun,
  id: sql`id`,
  sorts: { created_at: instantKey(sql`created_at`) },
  defaultSort: '-created_at',
  filters: {
    schedule_id: filter(Id('scheduled_report'), (id) => sql`schedule_id = ${id}`),
    status: anyOf(['queued', 'sent', 'empty', 'failed'], (values) => sql`status = any(${values}::text[])`),
    due_date: dayRange(sql`due_date`),
  },
  expansions: {},
});

export const listReportRuns = operation({
  name: 'list_report_runs',
  summary: 'List the runs of scheduled reports: period, outcome, who got a link and opened it.',
  http: 'GET /report-runs',
  effect: 'read',
  permission: 'reports:read',
  mcp: 'action',
  input: list.input,
  output: Page(ReportRun),
  run: (context, input) =>
    page<RunRow>(context, list, input, {
      select: runColumns(context.now),
      from: sql`report_runs`,
      where: visibleRuns(context),
    }),
});
