import { beginningOf } from '../../core/recurrence.ts';
import { type Db } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { enqueue } from '../../operation/jobs.ts';
import type { Context } from '../../operation/operation.ts';

export const recurringDocumentJob = 'run_recurring_document';

/** How often a schedule fails in a row before it is paused. */
const failuresMax = 3;

/** Queues the making of the next occurrence, for the beginning of its day where the organisation is. */
export function enqueueNext(context: Context, { id, next_date: day }: { id: string; next_date: string | null }): void {
  if (day === null) return;
  const runAt = beginningOf(day, context.actor.organization?.timezone ?? 'UTC');
  enqueue(context, { kind: recurringDocumentJob, payload: { recurring_id: id, date: day }, runAt });
}

/** A schedule as the one who runs it needs it. */
export type RunnableDocument = {
  readonly user_id: string;
  readonly permissions: readonly string[];
  readonly created_by: { readonly type: string; readonly name: string };
};

/** Undefined where it does not run any more. */
export function runnableDocument(db: Db, organization: string, id: string): Promise<RunnableDocument | undefined> {
  return db.maybe<RunnableDocument>(sql`
    select user_id, permissions, created_by from recurring_documents
    where organization_id = ${organization} and id = ${id} and status = 'active'`);
}

const errorMax = 1_000;

/** Notes that the next occurrence could not be made, and pauses what fails again and again. True where it goes on. */
export async function noteDocumentFailure(
  db: Db,
  { organization, id, now }: { readonly organization: string; readonly id: string; readonly now: string },
  problem: string,
): Promise<boolean> {
  const row = await db.maybe<{ status: string }>(sql`
    update recurring_documents set consecutive_failures = consecutive_failures + 1,
      last_error = ${problem.slice(0, errorMax)}, version = version + 1, updated_at = ${now},
      status = case when consecutive_failures + 1 >= ${failuresMax} then 'paused' else status end
    where organization_id = ${organization} and id = ${id} and status = 'active' returning status`);
  return row?.status === 'active';
}
