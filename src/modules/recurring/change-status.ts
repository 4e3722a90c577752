import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { invalidStateTransition } from '../../operation/errors.ts';
import type { Context } from '../../operation/operation.ts';
import { enqueueNext } from './job.ts';
import { operationFor, type RecurringKind, type RecurringTable } from './kind.ts';
import type { RecurringRow } from './recurring.ts';
import { type AtVersion, columnsOf, lockRecurring } from './store.ts';

type Verb = Parameters<typeof operationFor>[0];
type Status = RecurringRow['status'];

const allowedFrom: Readonly<Record<Status, readonly Verb[]>> = {
  active: ['run', 'pause', 'cancel'],
  paused: ['resume', 'cancel'],
  completed: [],
  cancelled: [],
};

/** Refuses what is not done with it in this state, and says what is. */
export function checkStatus(kind: RecurringTable, { status }: RecurringRow, verb: Verb): void {
  const allowed = allowedFrom[status];
  if (allowed.includes(verb)) return;
  throw invalidStateTransition({ status, allowed: allowed.map((one) => operationFor(one, kind)) });
}

const after = {
  pause: { status: 'paused', event: 'paused' },
  resume: { status: 'active', event: 'resumed' },
  cancel: { status: 'cancelled', event: 'cancelled' },
} as const;

/** Pauses it, lets it go on, or ends it for good. What was wrong before is forgotten. */
export async function changeStatus<Row extends RecurringRow>(
  kind: RecurringKind<Row>,
  context: Context,
  which: AtVersion,
  verb: keyof typeof after,
): Promise<Row> {
  const { db, organization, actor, now } = context;
  const before = await lockRecurring(kind, context, which);
  checkStatus(kind, before, verb);
  kind.keepBefore(context, before);
  const { status, event } = after[verb];
  const row = await db.one<Row>(sql`
    update ${kind.table} set status = ${status}, consecutive_failures = 0, last_error = null,
      next_date = ${status === 'cancelled' ? null : before.next_date}, version = version + 1, updated_at = ${now},
      updated_by = ${JSON.stringify(actorStamp(actor))}
    where organization_id = ${organization} and id = ${before.id} returning ${columnsOf(kind)}`);
  if (verb === 'resume') enqueueNext(kind, context, row);
  context.emit(kind.events[event](row));
  return row;
}
