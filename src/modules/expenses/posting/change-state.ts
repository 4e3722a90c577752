import type { OperationName } from '../../../operation/errors.ts';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import type { Context } from '../../../operation/operation.ts';
import { checkState, keepBefore } from '../expense-record.ts';
import type { ExpenseRow, StoredExpense } from '../expense-row.ts';
import { lockExpense } from '../store.ts';

export function touched({ actor, now }: Context): Pick<ExpenseRow, 'updated_at' | 'updated_by'> {
  return { updated_at: now, updated_by: actorStamp(actor) };
}

type States = Pick<
  ExpenseRow,
  | 'status'
  | 'submitted_at'
  | 'submitted_by'
  | 'approved_at'
  | 'approved_by'
  | 'rejected_at'
  | 'reject_reason'
  | 'voided_at'
  | 'voided_on'
  | 'void_reason'
  | 'amount_paid'
  | 'base_paid'
>;

export type Asked = { readonly id: string; readonly version: number | undefined; readonly action: OperationName };

/** Locks an expense on its way to be posted, where that is possible, and moves it on. */
export async function moveOn(
  context: Context,
  { id, version, action }: Asked,
  changed: Partial<States>,
): Promise<StoredExpense> {
  const before = await lockExpense(context, id, version);
  checkState(before.row, action);
  keepBefore(context, before);
  return { ...before, row: writeStates(context, before.row, changed) };
}

/** Writes what has become of a locked expense, without waiting. */
export function writeStates(context: Context, before: ExpenseRow, changed: Partial<States>): ExpenseRow {
  const row = { ...before, ...changed, version: before.version + 1, ...touched(context) };
  context.db.later(sql`
    update expenses set status = ${row.status}, submitted_at = ${row.submitted_at},
      submitted_by = ${json(row.submitted_by)}, approved_at = ${row.approved_at},
      approved_by = ${json(row.approved_by)}, rejected_at = ${row.rejected_at}, reject_reason = ${row.reject_reason},
      voided_at = ${row.voided_at},
      voided_on = ${row.voided_on}, void_reason = ${row.void_reason}, amount_paid = ${row.amount_paid},
      base_paid = ${row.base_paid},
      version = ${row.version}, updated_at = ${row.updated_at}, updated_by = ${json(row.updated_by)}
    where organization_id = ${context.organization} and id = ${row.id}`);
  return row;
}

function json(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}
