import { z } from 'zod';
import { actorStamp } from '../../../operation/actor.ts';
import { invalidStateTransition, notFound, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id, Version } from '../../../wire/index.ts';
import { moveOn } from './change-state.ts';
import { Expense, expenseSubmitted } from '../expense.ts';
import { expenseRecord, factsOf } from '../expense-record.ts';

export const submitExpense = operation({
  name: 'submit_expense',
  summary: 'Submit a draft expense for approval.',
  http: 'POST /expenses/{id}/submit',
  effect: 'write',
  permission: 'expenses:write',
  mcp: 'action',
  noUndo: 'confirmed',
  input: z.strictObject({ id: Id('expense'), version: Version.optional() }),
  output: Expense,
  refuses: [notFound, versionConflict, invalidStateTransition],
  emits: [expenseSubmitted],
  async run(context, { id, version }) {
    const changed = await moveOn(
      context,
      { id, version, action: 'submit_expense' },
      {
        status: 'submitted',
        submitted_at: context.now,
        submitted_by: actorStamp(context.actor),
        rejected_at: null,
        reject_reason: null,
      },
    );
    context.emit(expenseSubmitted(factsOf(context, changed.row)));
    return expenseRecord(context, changed);
  },
});
