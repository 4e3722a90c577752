import { sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import { touched } from '../posting/change-state.ts';
import type { ExpenseRow } from '../expense-row.ts';

/** Writes which receipts a locked expense has, without waiting. */
export function writeReceipts(context: Context, before: ExpenseRow, fileIds: string[]): ExpenseRow {
  const row = { ...before, receipt_file_ids: fileIds, version: before.version + 1, ...touched(context) };
  context.db.later(sql`
    update expenses set receipt_file_ids = ${fileIds}::uuid[], version = ${row.version},
      updated_at = ${row.updated_at}, updated_by = ${JSON.stringify(row.updated_by)}
    where organization_id = ${context.organization} and id = ${row.id}`);
  return row;
}
