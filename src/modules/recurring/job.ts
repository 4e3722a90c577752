import { beginningOf } from '../../core/recurrence.ts';
import type { Db } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { enqueue } from '../../operation/jobs.ts';
import type { Context } from '../../operation/operation.ts';
import { operationFor, type RecurringTable } from './kind.ts';

/** Consecutive failures before it is paused. */
const failuresMax = 3;

const errorMax = 1_000;

type Next = { readonly id: string; readonly next_date: string | null };

/** Queues the making of the next occurrence, for the beginning of its day where the organisation is. */
export function enqueueNext(kind: RecurringTable, context: Context, { id, next_date: day }: Next): void {
  if (day === null) return;
  const runAt = beginningOf(day, context.actor.organization?.timezone ?? 'UTC');
  enqueue(context, { kind: operationFor('run', kind), payload: { recurring_id: id, date: day }, runAt });
}

/** The user whose permissions apply, and who set it up. */
export type Runnable = {
  readonly user_id: string;
  readonly permissions: readonly string[];
  readonly created_by: { readonly type: string; readonly name: string };
};

type Which = { readonly organization: string; readonly id: string };

/** Undefined where it does not run any more. */
export function runnableRecurring(
  { table }: RecurringTable,
  db: Db,
  { organization, id }: Which,
): Promise<Runnable | undefined> {
  return db.maybe<Runnable>(sql`
    select user_id, permissions, created_by from ${table}
    where organization_id = ${organization} and id = ${id} and status = 'active'`);
}

/** Notes that the next occurrence could not be made, and pauses what fails again and again. True where it goes on. */
export async function noteFailure(
  { table }: RecurringTable,
  db: Db,
  { organization, id, now, problem }: Which & { readonly now: string; readonly problem: string },
): Promise<boolean> {
  const row = await db.maybe<{ status: string }>(sql`
    update ${table} set consecutive_failures = consecutive_failures + 1,
      last_error = ${problem.slice(0, errorMax)}, version = version + 1, updated_at = ${now},
      status = case when consecutive_failures + 1 >= ${failuresMax} then 'paused' else status end
    where organization_id = ${organization} and id = ${id} and status = 'active' returning status`);
  return row?.status === 'active';
}
