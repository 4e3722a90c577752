import { z } from 'zod';
import { invalidStateTransition, notFound, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id, Text, Version } from '../../../wire/index.ts';
import { moveOn } from './change-state.ts';
import { Expense, expenseRejected } from '../expense.ts';
import { expenseRecord, factsOf } from '../expense-record.ts';

export const rejectExpense = operation({
  name: 'reject_expense',
  summary: 'Reject a submitted expense with a reason.',
  guidance: 'Changing it makes it a draft again, which can be resubmitted.',
  http: 'POST /expenses/{id}/reject',
  effect: 'write',
  permission: 'expenses:approve',
  mcp: 'action',
  noUndo: 'confirmed',
  input: z.strictObject({ id: Id('expense'), reason: Text(500), version: Version.optional() }),
  output: Expense,
  refuses: [notFound, versionConflict, invalidStateTransition],
  emits: [expenseRejected],
  async run(context, { id, reason, version }) {
    const changed = await moveOn(
      context,
      { id, version, action: 'reject_expense' },
      {
        status: 'rejected',
        rejected_at: context.now,
        reject_reason: reason,
        approved_at: null,
        approved_by: null,
      },
    );
    context.emit(expenseRejected(factsOf(context, changed.row)));
    return expenseRecord(context, changed);
  },
});
