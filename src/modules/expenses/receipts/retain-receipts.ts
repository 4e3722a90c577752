import { retainedUntil, retentionIn } from '../../../core/retention.ts';
import type { Context } from '../../../operation/operation.ts';
import { retainFiles } from '../../files/index.ts';
import { settingsOf } from '../../organization/index.ts';
import type { ExpenseRow } from '../expense-row.ts';

/** Keeps receipts of what is posted for as long as the law of the organisation's country wants them kept. */
export async function retainReceipts(
  context: Context,
  { expense_date: day }: Pick<ExpenseRow, 'expense_date'>,
  fileIds: readonly string[],
): Promise<void> {
  if (fileIds.length === 0) return;
  const { country, fiscalYearStart } = await settingsOf(context);
  retainFiles(context, fileIds, retainedUntil(day, retentionIn(country), fiscalYearStart));
}
