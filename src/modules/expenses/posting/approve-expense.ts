import { z } from 'zod';
import { actorStamp } from '../../../operation/actor.ts';
import { invalidStateTransition, notFound, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id, Version } from '../../../wire/index.ts';
import { moveOn } from './change-state.ts';
import { Expense, expenseApproved } from '../expense.ts';
import { expenseRecord, factsOf } from '../expense-record.ts';

export const approveExpense = operation({
  name: 'approve_expense',
  summary: 'Approve a submitted expense, so that it can be posted.',
  http: 'POST /expenses/{id}/approve',
  effect: 'write',
  permission: 'expenses:approve',
  mcp: 'action',
  noUndo: 'confirmed',
  input: z.strictObject({ id: Id('expense'), version: Version.optional() }),
  output: Expense,
  refuses: [notFound, versionConflict, invalidStateTransition],
  emits: [expenseApproved],
  async run(context, { id, version }) {
    const changed = await moveOn(
      context,
      { id, version, action: 'approve_expense' },
      { status: 'approved', approved_at: context.now, approved_by: actorStamp(context.actor) },
    );
    context.emit(expenseApproved(factsOf(context, changed.row)));
    return expenseRecord(context, changed);
  },
});
