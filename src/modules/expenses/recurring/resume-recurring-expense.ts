import { invalidStateTransition, notFound, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneBy } from '../../../operation/undo.ts';
import { changeStatus } from '../../recurring/index.ts';
import { RecurringAtVersion, RecurringExpense, recurringExpenses, recurringRecord } from './recurring-expense.ts';

export const resumeRecurringExpense = operation({
  name: 'resume_recurring_expense',
  summary: 'Resume a paused recurring expense; missed expenses are created as `catch_up` says.',
  http: 'POST /recurring-expenses/{id}/resume',
  effect: 'write',
  permission: 'expenses:manage',
  mcp: 'action',
  amount: 'later',
  undo: undoneBy('pause_recurring_expense'),
  input: RecurringAtVersion,
  output: RecurringExpense,
  refuses: [notFound, versionConflict, invalidStateTransition],
  emits: [recurringExpenses.events.resumed],
  run: async (context, which) =>
    recurringRecord(context, await changeStatus(recurringExpenses, context, which, 'resume')),
});
