import { invalidStateTransition, notFound, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { checkStatus, setStatus } from './pause-recurring-expense.ts';
import {
  lockRecurring,
  RecurringAtVersion,
  recurringCancelled,
  RecurringExpense,
  recurringRecord,
} from './recurring-expense.ts';

export const cancelRecurringExpense = operation({
  name: 'cancel_recurring_expense',
  summary: 'Ends a recurring expense for good. What it made stays.',
  http: 'POST /recurring-expenses/{id}/cancel',
  effect: 'write',
  permission: 'expenses:manage',
  mcp: 'action',
  input: RecurringAtVersion,
  output: RecurringExpense,
  refuses: [notFound, versionConflict, invalidStateTransition],
  emits: [recurringCancelled],
  async run(context, { id, version }) {
    const before = await lockRecurring(context, id, version);
    checkStatus(before, 'cancel_recurring_expense');
    const row = await setStatus(context, before, 'cancelled');
    context.emit(recurringCancelled(row));
    return recurringRecord(context, row);
  },
});
