import { invalidStateTransition, notFound, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { checkStatus, setStatus } from './pause-recurring-expense.ts';
import {
  lockRecurring,
  RecurringAtVersion,
  recurringResumed,
  RecurringExpense,
  recurringRecord,
} from './recurring-expense.ts';
import { enqueueNext } from './recurring-job.ts';

export const resumeRecurringExpense = operation({
  name: 'resume_recurring_expense',
  summary: 'Lets a paused recurring expense go on; what was missed is caught up as `catch_up` says.',
  http: 'POST /recurring-expenses/{id}/resume',
  effect: 'write',
  permission: 'expenses:manage',
  mcp: 'action',
  input: RecurringAtVersion,
  output: RecurringExpense,
  refuses: [notFound, versionConflict, invalidStateTransition],
  emits: [recurringResumed],
  async run(context, { id, version }) {
    const before = await lockRecurring(context, id, version);
    checkStatus(before, 'resume_recurring_expense');
    const row = await setStatus(context, before, 'active');
    enqueueNext(context, row);
    context.emit(recurringResumed(row));
    return recurringRecord(context, row);
  },
});
