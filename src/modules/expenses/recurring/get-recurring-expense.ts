import { z } from 'zod';
import { notFound } from '../../../operation/errors.ts';
import { fieldsInput } from '../../../operation/list.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { readRecurring } from '../../recurring/index.ts';
import { RecurringExpense, recurringExpenses, recurringRecord } from './recurring-expense.ts';

export const getRecurringExpense = operation({
  name: 'get_recurring_expense',
  summary: 'Get one recurring expense with its template, next date and last error.',
  http: 'GET /recurring-expenses/{id}',
  effect: 'read',
  permission: 'expenses:read',
  mcp: 'action',
  input: z.strictObject({ id: Id('recurring_expense'), fields: fieldsInput(RecurringExpense).optional() }),
  output: RecurringExpense,
  refuses: [notFound],
  run: async (context, { id }) => recurringRecord(context, await readRecurring(recurringExpenses, context, id)),
});
