import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { invalidStateTransition } from '../../operation/errors.ts';
import type { Context } from '../../operation/operation.ts';
import { checkEnd } from './create-recurring.ts';
import type { RecurringKind } from './kind.ts';
import { nextDateOf, type RecurringRow } from './recurring.ts';
import { type AtVersion, columnsOf, lockRecurring } from './store.ts';

/**
 * Changes what it makes from now on. Whose rights it has is who changed it last: they answer for what it makes.
 *
 * @param changed the row as it is to be, checked; an end that is past completes it
 */
export async function updateRecurring<Row extends RecurringRow>(
  kind: RecurringKind<Row>,
  context: Context,
  which: AtVersion,
  changed: (before: Row) => Promise<Row>,
): Promise<Row> {
  const before = await lockRecurring(kind, context, which);
  if (before.next_date === null) throw invalidStateTransition({ status: before.status, allowed: [] });
  const next = await changed(before);
  checkEnd(next);
  kind.keepBefore(context, before);
  const row = await write(kind, context, next);
  context.emit(kind.events.updated(row));
  return row;
}

function write<Row extends RecurringRow>(kind: RecurringKind<Row>, context: Context, next: Row): Promise<Row> {
  const { db, organization, actor, now } = context;
  const nextDate = nextDateOf(next);
  return db.one<Row>(sql`
    update ${kind.table} set name = ${next.name}, (${kind.subject.columns}) = row(${kind.subject.stored(next)}),
      mode = ${next.mode}, end_date = ${next.end_date}, occurrences_max = ${next.occurrences_max},
      due_in_days = ${next.due_in_days}, catch_up = ${next.catch_up}, external_id = ${next.external_id},
      metadata = ${JSON.stringify(next.metadata)}, custom_fields = ${JSON.stringify(next.custom_fields)},
      tags = ${next.tags}, next_date = ${nextDate}, status = ${nextDate === null ? 'completed' : next.status},
      member_id = ${actor.memberId}, user_id = ${actor.userId}, permissions = ${[...actor.permissions]},
      version = version + 1, updated_at = ${now}, updated_by = ${JSON.stringify(actorStamp(actor))}
    where organization_id = ${organization} and id = ${next.id} returning ${columnsOf(kind)}`);
}
