import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { invalidStateTransition, notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { Job, jobColumns, type JobRow } from './job.ts';
import { cancelOf, insteadOf } from './job-kinds.ts';
import { lockJob } from './lock-job.ts';

export const cancelJob = operation({
  name: 'cancel_job',
  summary: 'Cancel a queued or running job. Work already done is kept.',
  guidance: 'Jobs with their own cancel action, such as imports, are refused; the refusal names the action.',
  http: 'POST /jobs/{id}/cancel',
  effect: 'write',
  permission: 'organization:write',
  mcp: 'action',
  noUndo: 'ended',
  input: z.strictObject({ id: Id('job') }),
  output: Job,
  refuses: [notFound, invalidStateTransition],
  async run(context, { id }) {
    const { db, organization, now } = context;
    const before = await lockJob(context, id);
    const { states, hint } = cancelOf(before.kind);
    if (!states.some((state) => state === before.state)) {
      throw invalidStateTransition({
        status: before.state,
        allowed: before.state === 'failed' && insteadOf(before.kind) === undefined ? ['retry_job'] : ['get_job'],
        ...(hint === undefined ? {} : { hint }),
      });
    }
    context.before(z.encode(Job, before));
    // The worker loses its lease, and learns so at its next report.
    return db.one<JobRow>(sql`
      update jobs set state = 'cancelled', payload = '{}', error = 'Somebody called it off.', locked_until = null,
        updated_at = ${now}
      where organization_id = ${organization} and id = ${id} returning ${jobColumns}`);
  },
});
