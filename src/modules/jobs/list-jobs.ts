import { sql } from '../../db/sql.ts';
import { anyOf, filter, instantRange } from '../../operation/filter.ts';
import { knownWord } from '../../operation/known-word.ts';
import { instantKey, listOf, Page, page } from '../../operation/list.ts';
import { operation } from '../../operation/operation.ts';
import { Job, jobColumns, type JobRow, jobStates } from './job.ts';
import { jobKinds, visibleKinds } from './job-kinds.ts';

const list = listOf({
  name: 'jobs',
  row: Job,
  id: sql`id`,
  sorts: { created_at: instantKey(sql`created_at`) },
  defaultSort: '-created_at',
  filters: {
    kind: filter(knownWord('kind of work', jobKinds), (kind) => sql`kind = ${kind}`),
    state: anyOf(jobStates, (states) => sql`state = any(${states}::text[])`),
    created_at: instantRange(sql`created_at`),
  },
});

export const listJobs = operation({
  name: 'list_jobs',
  summary: 'List background jobs with their progress, result and failures.',
  guidance: 'Only kinds about records you may read. `state=failed` lists jobs that are no longer retried.',
  http: 'GET /jobs',
  effect: 'read',
  permission: 'signed_in',
  mcp: 'action',
  input: list.input,
  output: Page(Job),
  run: (context, input) =>
    page<JobRow>(context, list, input, {
      select: jobColumns,
      from: sql`jobs`,
      where: sql`organization_id = ${context.organization} and kind = any(${visibleKinds(context.actor)}::text[])`,
    }),
});
