import { z } from 'zod';
import { invalidStateTransition, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneByEarlierValues } from '../../../operation/undo.ts';
import { Id, Name, recordPatch } from '../../../wire/index.ts';
import { sent } from '../../../wire/patch.ts';
import { updateRecurring } from '../../recurring/index.ts';
import { needToPost } from '../create-expense.ts';
import { templateRefusals } from './create-recurring-expense.ts';
import {
  RecurringExpense,
  type RecurringExpenseRow,
  recurringExpenses,
  recurringExternalIdTaken,
  recurringRecord,
} from './recurring-expense.ts';
import { changingInput, TemplateInput, templateOf } from './recurring-input.ts';

export const updateRecurringExpense = operation({
  name: 'update_recurring_expense',
  summary: 'Update the template or end of a recurring expense, for future expenses.',
  guidance:
    'It then runs with the permissions of the user who changed it. To change the schedule, cancel it and ' +
    'create another.',
  http: 'PATCH /recurring-expenses/{id}',
  effect: 'write',
  permission: 'expenses:manage',
  mcp: 'action',
  amount: 'later',
  undo: undoneByEarlierValues('update_recurring_expense'),
  input: z.strictObject({
    id: Id('recurring_expense'),
    name: Name.optional(),
    template: TemplateInput.optional(),
    ...changingInput,
    ...recordPatch,
  }),
  output: RecurringExpense,
  refuses: [...templateRefusals, versionConflict, invalidStateTransition, recurringExternalIdTaken],
  emits: [recurringExpenses.events.updated],
  async run(context, { id, version, template: given, ...patch }) {
    const row = await updateRecurring(recurringExpenses, context, { id, version }, async (before) => {
      const template = given === undefined ? before.template : await templateOf(context, given);
      const next: RecurringExpenseRow = { ...before, ...sent(patch), template };
      if (next.mode === 'post') needToPost(context);
      return next;
    });
    return recurringRecord(context, row);
  },
});
