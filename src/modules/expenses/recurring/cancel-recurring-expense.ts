import { invalidStateTransition, notFound, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { changeStatus } from '../../recurring/index.ts';
import { RecurringAtVersion, RecurringExpense, recurringExpenses, recurringRecord } from './recurring-expense.ts';

export const cancelRecurringExpense = operation({
  name: 'cancel_recurring_expense',
  summary: 'Cancel a recurring expense permanently. Expenses already created are unaffected.',
  http: 'POST /recurring-expenses/{id}/cancel',
  effect: 'write',
  permission: 'expenses:manage',
  mcp: 'action',
  noUndo: 'ended',
  input: RecurringAtVersion,
  output: RecurringExpense,
  refuses: [notFound, versionConflict, invalidStateTransition],
  emits: [recurringExpenses.events.cancelled],
  run: async (context, which) =>
    recurringRecord(context, await changeStatus(recurringExpenses, context, which, 'cancel')),
});
