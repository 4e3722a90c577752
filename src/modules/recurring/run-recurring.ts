import { dueOccurrences, type DueOccurrences } from '../../core/recurrence.ts';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import type { Context } from '../../operation/operation.ts';
import { checkStatus } from './change-status.ts';
import { enqueueNext } from './job.ts';
import type { RecurringKind } from './kind.ts';
import { recurrenceOf, type RecurringRow } from './recurring.ts';
import { type AtVersion, lockRecurring } from './store.ts';

/**
 * Makes the next occurrence if one is due, and moves on in the same transaction, so that both happen or neither.
 *
 * @param make makes what is due on this day, and answers its id
 * @returns the row after it, and the id; null where nothing was made
 */
export async function runRecurring<Row extends RecurringRow>(
  kind: RecurringKind<Row>,
  context: Context,
  which: AtVersion,
  make: (row: Row, day: string) => Promise<string>,
): Promise<{ readonly row: Row; readonly made: string | null }> {
  const before = await lockRecurring(kind, context, which);
  checkStatus(kind, before, 'run');
  const due = dueOccurrences(recurrenceOf(before), before.occurrence, {
    today: context.today,
    catchUp: before.catch_up,
    max: 1,
  });
  const [occurrence] = due.make;
  if (occurrence === undefined && due.skipped === 0) return { row: before, made: null };
  kind.keepBefore(context, before);
  const row = advance(kind, context, before, due);
  enqueueNext(kind, context, row);
  const made = occurrence === undefined ? null : await make(before, occurrence.day);
  if (row.status === 'completed') context.emit(kind.events.completed(row));
  return { row, made };
}

/** Moves it on, without waiting. */
function advance<Row extends RecurringRow>(
  kind: RecurringKind<Row>,
  context: Context,
  before: Row,
  { make, skipped, next }: DueOccurrences,
): Row {
  const { db, organization, actor, now } = context;
  const stamp = actorStamp(actor);
  const row: Row = {
    ...before,
    occurrence: before.occurrence + make.length + skipped,
    next_date: next?.day ?? null,
    status: next === undefined ? 'completed' : before.status,
    run_count: before.run_count + make.length,
    last_run_date: make[0]?.day ?? before.last_run_date,
    consecutive_failures: 0,
    last_error: null,
    version: before.version + 1,
    updated_at: now,
    updated_by: stamp,
  };
  db.later(sql`
    update ${kind.table} set occurrence = ${row.occurrence}, next_date = ${row.next_date}, status = ${row.status},
      run_count = ${row.run_count}, last_run_date = ${row.last_run_date}, consecutive_failures = 0, last_error = null,
      version = ${row.version}, updated_at = ${now}, updated_by = ${JSON.stringify(stamp)}
    where organization_id = ${organization} and id = ${row.id}`);
  return row;
}
