import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { Job, jobColumns, type JobRow } from './job.ts';
import { visibleKinds } from './job-kinds.ts';

export const getJob = operation({
  name: 'get_job',
  summary: 'Get a background job with its progress and result.',
  http: 'GET /jobs/{id}',
  effect: 'read',
  permission: 'signed_in',
  mcp: 'action',
  input: z.strictObject({ id: Id('job') }),
  output: Job,
  refuses: [notFound],
  async run({ db, organization, actor }, { id }) {
    const row = await db.maybe<JobRow>(sql`
      select ${jobColumns} from jobs
      where organization_id = ${organization} and id = ${id} and kind = any(${visibleKinds(actor)}::text[])`);
    if (row === undefined) throw notFound();
    return row;
  },
});
