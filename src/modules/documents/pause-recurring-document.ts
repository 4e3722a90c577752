import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { invalidStateTransition, notFound, versionConflict } from '../../operation/errors.ts';
import { type Context, operation } from '../../operation/operation.ts';
import {
  keepRecurringBefore,
  lockRecurring,
  RecurringAtVersion,
  recurringColumns,
  RecurringDocument,
  recurringPaused,
  recurringRecord,
  type RecurringRow,
} from './recurring-document.ts';

export const pauseRecurringDocument = operation({
  name: 'pause_recurring_document',
  summary: 'Stops a recurring document until it is resumed.',
  http: 'POST /recurring-documents/{id}/pause',
  effect: 'write',
  permission: 'documents:manage',
  mcp: 'action',
  input: RecurringAtVersion,
  output: RecurringDocument,
  refuses: [notFound, versionConflict, invalidStateTransition],
  emits: [recurringPaused],
  async run(context, { id, version }) {
    const before = await lockRecurring(context, id, version);
    checkStatus(before, 'pause_recurring_document');
    const row = await setStatus(context, before, 'paused');
    context.emit(recurringPaused(row));
    return recurringRecord(context, row);
  },
});

const allowedFrom: Readonly<Record<RecurringRow['status'], readonly string[]>> = {
  active: ['run_recurring_document', 'pause_recurring_document', 'cancel_recurring_document'],
  paused: ['resume_recurring_document', 'cancel_recurring_document'],
  completed: [],
  cancelled: [],
};

/** Refuses what is not done with a schedule in this state, and says what is. */
export function checkStatus({ status }: RecurringRow, deed: string): void {
  const allowed = allowedFrom[status];
  if (!allowed.includes(deed)) throw invalidStateTransition({ status, allowed });
}

/** What was wrong before it was paused or resumed is forgotten. */
export function setStatus(
  context: Context,
  before: RecurringRow,
  status: RecurringRow['status'],
): Promise<RecurringRow> {
  const { db, organization, actor, now } = context;
  keepRecurringBefore(context, before);
  return db.one<RecurringRow>(sql`
    update recurring_documents set status = ${status}, consecutive_failures = 0, last_error = null,
      next_date = ${status === 'cancelled' ? null : before.next_date}, version = version + 1, updated_at = ${now},
      updated_by = ${JSON.stringify(actorStamp(actor))}
    where organization_id = ${organization} and id = ${before.id} returning ${recurringColumns}`);
}
