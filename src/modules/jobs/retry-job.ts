import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { invalidStateTransition, notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { Job, jobColumns, type JobRow } from './job.ts';
import { insteadOf } from './job-kinds.ts';
import { lockJob } from './lock-job.ts';

export const retryJob = operation({
  name: 'retry_job',
  summary: 'Retry a failed job.',
  guidance: 'Starts again at attempt one. Jobs whose own record has failed, such as imports, are refused with a hint.',
  http: 'POST /jobs/{id}/retry',
  effect: 'write',
  permission: 'organization:write',
  mcp: 'action',
  cancelledBy: 'cancel_job',
  noUndo: 'due',
  input: z.strictObject({ id: Id('job') }),
  output: Job,
  refuses: [notFound, invalidStateTransition],
  async run(context, { id }) {
    const { db, organization, now } = context;
    const before = await lockJob(context, id);
    const { state, kind } = before;
    const instead = insteadOf(kind);
    if (state !== 'failed') {
      const hint = 'Only failed jobs can be retried; get_job returns the state of this one.';
      throw invalidStateTransition({ status: state, allowed: ['get_job'], hint });
    }
    if (instead !== undefined) throw invalidStateTransition({ status: state, allowed: [], hint: instead });
    context.before(z.encode(Job, before));
    const row = await db.one<JobRow>(sql`
      update jobs set state = 'queued', attempts = 0, progress = 0, run_at = ${now}, locked_until = null,
        updated_at = ${now}
      where organization_id = ${organization} and id = ${id} returning ${jobColumns}`);
    context.queued(kind);
    return row;
  },
});
