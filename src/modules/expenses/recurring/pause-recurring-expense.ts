import { invalidStateTransition, notFound, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneBy } from '../../../operation/undo.ts';
import { changeStatus } from '../../recurring/index.ts';
import { RecurringAtVersion, RecurringExpense, recurringExpenses, recurringRecord } from './recurring-expense.ts';

export const pauseRecurringExpense = operation({
  name: 'pause_recurring_expense',
  summary: 'Pause a recurring expense until it is resumed.',
  http: 'POST /recurring-expenses/{id}/pause',
  effect: 'write',
  permission: 'expenses:manage',
  mcp: 'action',
  undo: undoneBy('resume_recurring_expense'),
  input: RecurringAtVersion,
  output: RecurringExpense,
  refuses: [notFound, versionConflict, invalidStateTransition],
  emits: [recurringExpenses.events.paused],
  run: async (context, which) =>
    recurringRecord(context, await changeStatus(recurringExpenses, context, which, 'pause')),
});
