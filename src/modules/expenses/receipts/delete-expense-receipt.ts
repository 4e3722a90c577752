import { z } from 'zod';
import { forbidden, insufficientScope, notFound, versionConflict } from '../../../operation/errors.ts';
import { missing, needPermission } from '../../../operation/fault.ts';
import { operation } from '../../../operation/operation.ts';
import { Id, Version } from '../../../wire/index.ts';
import { unlinkFiles } from '../../files/index.ts';
import { writeReceipts } from './change-receipts.ts';
import { expenseUpdated } from '../expense.ts';
import { factsOf, keepBefore } from '../expense-record.ts';
import { lockExpense } from '../store.ts';

export const deleteExpenseReceipt = operation({
  name: 'delete_expense_receipt',
  summary: 'Delete a receipt from an expense. The file itself is kept.',
  guidance:
    'On a posted expense this needs permission to post expenses; the file is then kept for the statutory ' +
    'retention period.',
  http: 'DELETE /expenses/{id}/receipts/{file_id}',
  effect: 'destructive',
  permission: 'expenses:write',
  mcp: 'action',
  noUndo: 'deleted',
  input: z.strictObject({ id: Id('expense'), file_id: Id('file'), version: Version.optional() }),
  output: z.object({ id: Id('expense'), file_id: Id('file'), removed: z.literal(true) }),
  refuses: [notFound, versionConflict, forbidden, insufficientScope],
  emits: [expenseUpdated],
  async run(context, { id, file_id: fileId, version }) {
    const before = await lockExpense(context, id, version);
    const { row } = before;
    if (!row.receipt_file_ids.includes(fileId)) throw missing('/file_id', 'receipt of this expense');
    if (row.posted_at !== null) needPermission(context, 'expenses:manage');
    keepBefore(context, before);
    unlinkFiles(context, id, fileId);
    const left = row.receipt_file_ids.filter((one) => one !== fileId);
    context.emit(expenseUpdated(factsOf(context, writeReceipts(context, row, left))));
    return { id, file_id: fileId, removed: true as const };
  },
});
