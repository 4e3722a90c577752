import { type Day, daysBetween } from '../../../core/calendar.ts';
import { beginningOf } from '../../../core/recurrence.ts';
import type { Db } from '../../../db/database.ts';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { fault, needPermission } from '../../../operation/fault.ts';
import { enqueue } from '../../../operation/jobs.ts';
import type { Context } from '../../../operation/operation.ts';
import { isBill } from '../document.ts';
import type { DocumentRow } from '../document-row.ts';

export const scheduledIssueJob = 'issue_scheduled_document';

/** Payload of the job, which does nothing where the draft has another date by then, or none. */
export type IssueOrder = { readonly document_id: string; readonly date: Day };

type Asked = {
  /** Undefined: as it is. */
  readonly day: Day | null | undefined;
  readonly given: {
    readonly supply_date?: Day | undefined;
    readonly due_date?: Day | undefined;
    readonly send_when_issued?: boolean | undefined;
  };
};

/**
 * Has a draft issue itself on a day, with the rights of whoever asks; without a day, not any more. The sale that it
 * drafted is then of that day too, unless `supply_date` is sent with it, and due by its terms, or as many days later as
 * it is now.
 */
export function scheduleIssue(context: Context, row: DocumentRow, { day, given }: Asked): DocumentRow {
  if (day === undefined) return sendsWithIt(context, row, given.send_when_issued);
  const { db, organization, actor } = context;
  if (day === null) {
    needPermission(context, 'documents:issue');
    unschedule(context, row.id);
    return { ...row, schedule: null };
  }
  const { dueDays, byTerms } = checkSchedule(context, row, { day, given });
  const send = given.send_when_issued ?? row.schedule?.send ?? false;
  db.later(sql`
    insert into document_schedules (organization_id, document_id, issue_at, due_days, by_terms, send, user_id,
      permissions, created_by)
    values (${organization}, ${row.id}, ${day}, ${dueDays}, ${byTerms}, ${send}, ${actor.userId},
      ${[...actor.permissions]}::text[], ${JSON.stringify(actorStamp(actor))})
    on conflict (organization_id, document_id) do update set issue_at = excluded.issue_at, problem = null,
      due_days = excluded.due_days, by_terms = excluded.by_terms, send = excluded.send,
      user_id = excluded.user_id, permissions = excluded.permissions, created_by = excluded.created_by`);
  queueIssue(context, { document_id: row.id, date: day }, actor.organization?.timezone ?? 'UTC');
  return { ...row, schedule: { issue_at: day, problem: null, send } };
}

type Planned = { readonly dueDays: number | null; readonly byTerms: boolean };

/** Refuses a day that it cannot issue itself on, and who may not have it do so; answers how its due date moves. */
export function checkSchedule(
  context: Context,
  row: DocumentRow,
  { day, given }: { readonly day: Day; readonly given: Asked['given'] },
): Planned {
  needPermission(context, 'documents:issue');
  if (isBill(row.type)) needPermission(context, 'sales:confirm');
  if (day <= context.today) {
    throw fault('/issue_at', 'not_in_future', 'Write a date in the future, or issue it now with issue_document.');
  }
  const { sold } = row;
  const moves = row.made_sale && given.supply_date === undefined && sold?.payment_schedule.length === 0;
  const byTerms = moves && given.due_date === undefined && sold.payment_terms !== null;
  const dueDays = moves ? daysBetween(given.due_date === undefined ? sold.sale_date : day, sold.due_date) : null;
  if (dueDays !== null && dueDays < 0) {
    throw fault('/due_date', 'before_issue', 'Write `issue_at` or a later date.');
  }
  return { dueDays, byTerms };
}

/** Changes whether what issues itself is mailed then, and nothing else of it. */
function sendsWithIt({ db, organization }: Context, row: DocumentRow, send: boolean | undefined): DocumentRow {
  if (send === undefined || send === row.schedule?.send) return row;
  if (row.schedule === null) {
    if (!send) return row;
    throw notIssued();
  }
  db.later(sql`
    update document_schedules set send = ${send} where organization_id = ${organization} and document_id = ${row.id}`);
  return { ...row, schedule: { ...row.schedule, send } };
}

/** Nothing can be mailed of what stays a draft. */
export function notIssued(): Error {
  return fault('/send_when_issued', 'not_issued', 'Write the date in `issue_at` too, or issue it now.');
}

/** Queues it for the beginning of the day where the organisation is. */
export function queueIssue(queueing: Parameters<typeof enqueue>[0], order: IssueOrder, timezone: string): void {
  enqueue(queueing, { kind: scheduledIssueJob, payload: order, runAt: beginningOf(order.date, timezone) });
}

export function unschedule({ db, organization }: Pick<Context, 'db' | 'organization'>, id: string): void {
  db.later(sql`delete from document_schedules where organization_id = ${organization} and document_id = ${id}`);
}

/** With whose rights a draft issues itself. */
export type ScheduledIssue = {
  readonly issue_at: Day;
  /** Days from issue to the due date of the sale; null leaves the due date as it is. */
  readonly due_days: number | null;
  /** The due date follows the payment terms of the sale instead, counted from the date of issue. */
  readonly by_terms: boolean;
  readonly user_id: string;
  readonly permissions: readonly string[];
  readonly created_by: { readonly type: string; readonly name: string };
};

/** Undefined where it does not any more. */
export function scheduledIssue(db: Db, organization: string, id: string): Promise<ScheduledIssue | undefined> {
  return db.maybe<ScheduledIssue>(sql`
    select issue_at, due_days, by_terms, user_id, permissions, created_by from document_schedules
    where organization_id = ${organization} and document_id = ${id} and problem is null`);
}
