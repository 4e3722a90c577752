import { sql } from '../../../db/sql.ts';
import { invalidStateTransition } from '../../../operation/errors.ts';
import type { Context } from '../../../operation/operation.ts';
import { type LineValues, writeLineValues } from '../../ledger/index.ts';
import { isCreditNote } from '../expense-record.ts';
import type { ExpenseRow } from '../expense-row.ts';
import { lockExpense } from '../store.ts';
import { baseCostOf } from './expense-worth.ts';

/** A line as the books have it: debits are positive. */
export type BookedExpenseLine = {
  readonly id: string;
  readonly ids: readonly string[];
  readonly account: string;
  readonly amount: bigint;
};

/** A posted expense or credit note, locked, with its lines as they are in the books. */
export async function lockBookedExpense(
  context: Context,
  id: string,
  version: number | undefined,
): Promise<{ readonly row: ExpenseRow; readonly lines: readonly BookedExpenseLine[] }> {
  const { row, lines } = await lockExpense(context, id, version);
  if (row.posted_at === null || row.voided_at !== null) {
    throw invalidStateTransition({ status: row.status, allowed: row.posted_at === null ? ['update_expense'] : [] });
  }
  const sign = isCreditNote(row) ? -1n : 1n;
  return {
    row,
    lines: lines.map((line) => ({
      id: line.id,
      ids: line.dimension_value_ids,
      account: line.account_id ?? '',
      amount: sign * baseCostOf(context, row, line),
    })),
  };
}

/** What lines of an expense are for from now on; the entry that moves them is posted by the caller. */
export function writeExpenseValues(context: Context, id: string, values: readonly LineValues[]): void {
  writeLineValues(context, values, { lines: sql`expense_lines`, owner: sql`expense_id`, records: sql`expenses`, id });
}
