import { addDays } from '../../../core/calendar.ts';
import { minorDigits } from '../../../core/currency.ts';
import { invalidStateTransition, versionConflict } from '../../../operation/errors.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { runRecurring } from '../../recurring/index.ts';
import { ambiguousName } from '../../sales/index.ts';
import { overBudget } from '../categories/budget-alerts.ts';
import { makeExpense, needToPost } from '../create-expense.ts';
import { templateRefusals } from './create-recurring-expense.ts';
import { expenseCreated, expensePaid, expensePosted } from '../expense.ts';
import type { ExpenseInput } from '../expense-input.ts';
import {
  currencyOf,
  goodsOf,
  markupOf,
  RecurringAtVersion,
  RecurringExpense,
  type RecurringExpenseRow,
  recurringExpenses,
  recurringRecord,
} from './recurring-expense.ts';

export const runRecurringExpense = operation({
  name: 'run_recurring_expense',
  summary: 'Run a recurring expense that is due, creating its next expense.',
  guidance: 'It also runs automatically on its date. If none is due, nothing is created and `expense_id` is null.',
  http: 'POST /recurring-expenses/{id}/run',
  effect: 'write',
  permission: 'expenses:manage',
  mcp: 'action',
  keyRequired: true,
  posts: true,
  noUndo: 'due',
  input: RecurringAtVersion,
  output: RecurringExpense.extend({ expense_id: Id('expense').nullable() }),
  refuses: [...templateRefusals.filter((kind) => kind !== ambiguousName), versionConflict, invalidStateTransition],
  emits: [expenseCreated, expensePosted, expensePaid, recurringExpenses.events.completed, overBudget],
  async run(context, which) {
    const { row, made } = await runRecurring(recurringExpenses, context, which, async (recurring, day) => {
      const post = recurring.mode === 'post';
      if (post) needToPost(context);
      const id = context.newId();
      const occurrence = { recurringId: recurring.id, date: day };
      await makeExpense(context, inputOn(context, recurring, day), { made: { id, occurrence }, post });
      return id;
    });
    return { ...recurringRecord(context, row), expense_id: made };
  },
});

/** The template as the input of an expense on this day. */
function inputOn(context: Context, row: RecurringExpenseRow, day: string): ExpenseInput {
  const { template, due_in_days: days } = row;
  const currency = currencyOf(context, row);
  const scale = minorDigits(currency) ?? 0;
  return {
    ...template,
    currency,
    expense_date: day,
    due_date: days === null ? undefined : addDays(day, days),
    lines: template.lines.map(({ tax_rate_ids: rates, ...line }) => ({
      ...line,
      amount: { units: BigInt(line.amount), scale },
      markup_percent: markupOf(line),
      ...goodsOf(line),
      kept_values: line.dimension_value_ids,
      ...(rates === null ? {} : { tax_rate_ids: rates }),
    })),
  };
}
