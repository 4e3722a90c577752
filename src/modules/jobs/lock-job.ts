import type { Context } from '../../operation/operation.ts';
import { notFound } from '../../operation/errors.ts';
import { sql } from '../../db/sql.ts';
import { jobColumns, type JobRow } from './job.ts';
import { visibleKinds } from './job-kinds.ts';

/** Locks a job that the caller may see, against a concurrent decision. */
export async function lockJob({ db, organization, actor }: Context, id: string): Promise<JobRow> {
  const job = await db.maybe<JobRow>(sql`
    select ${jobColumns} from jobs
    where organization_id = ${organization} and id = ${id} and kind = any(${visibleKinds(actor)}::text[])
    for update`);
  if (job === undefined) throw notFound();
  return job;
}
