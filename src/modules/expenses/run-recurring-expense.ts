import { addDays } from '../../core/calendar.ts';
import { minorDigits } from '../../core/currency.ts';
import { dueOccurrences, type DueOccurrences } from '../../core/recurrence.ts';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { invalidStateTransition, versionConflict } from '../../operation/errors.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { ambiguousName } from '../sales/index.ts';
import { overBudget } from './budget-alerts.ts';
import { makeExpense, needToPost } from './create-expense.ts';
import { templateRefusals } from './create-recurring-expense.ts';
import { expenseCreated, expensePaid, expensePosted } from './expense.ts';
import type { ExpenseInput } from './expense-input.ts';
import { checkStatus } from './pause-recurring-expense.ts';
import {
  currencyOf,
  goodsOf,
  keepRecurringBefore,
  lockRecurring,
  markupOf,
  recurrenceOf,
  RecurringAtVersion,
  recurringCompleted,
  RecurringExpense,
  recurringRecord,
  type RecurringRow,
} from './recurring-expense.ts';
import { enqueueNext } from './recurring-job.ts';

export const runRecurringExpense = operation({
  name: 'run_recurring_expense',
  summary: 'Makes the next expense of a schedule that is due. It happens by itself on the day.',
  guidance: 'Where none is due nothing happens, and `expense_id` is null.',
  http: 'POST /recurring-expenses/{id}/run',
  effect: 'write',
  permission: 'expenses:manage',
  mcp: 'action',
  keyRequired: true,
  posts: true,
  input: RecurringAtVersion,
  output: RecurringExpense.extend({ expense_id: Id('expense').nullable() }),
  refuses: [...templateRefusals.filter((kind) => kind !== ambiguousName), versionConflict, invalidStateTransition],
  emits: [expenseCreated, expensePosted, expensePaid, recurringCompleted, overBudget],
  async run(context, { id, version }) {
    const before = await lockRecurring(context, id, version);
    checkStatus(before, 'run_recurring_expense');
    const due = dueOccurrences(recurrenceOf(before), before.occurrence, {
      ...{ today: context.today, catchUp: before.catch_up, max: 1 },
    });
    const [occurrence] = due.make;
    if (occurrence === undefined && due.skipped === 0) return { ...recurringRecord(context, before), expense_id: null };
    keepRecurringBefore(context, before);
    const row = advance(context, before, due);
    enqueueNext(context, row);
    const expenseId = occurrence === undefined ? null : context.newId();
    if (occurrence !== undefined && expenseId !== null) {
      const post = before.mode === 'post';
      if (post) needToPost(context);
      const made = { id: expenseId, occurrence: { recurringId: id, date: occurrence.day } };
      await makeExpense(context, inputOn(context, before, occurrence.day), { made, post });
    }
    if (row.status === 'completed') context.emit(recurringCompleted(row));
    return { ...recurringRecord(context, row), expense_id: expenseId };
  },
});

/** The template as the input of an expense on this day. */
function inputOn(context: Context, row: RecurringRow, day: string): ExpenseInput {
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
      ...(rates === null ? {} : { tax_rate_ids: rates }),
    })),
  };
}

/** Moves the schedule on, without waiting: the same transaction makes the expense, so that both happen or neither. */
function advance(context: Context, before: RecurringRow, { make, skipped, next }: DueOccurrences): RecurringRow {
  const { db, organization, actor, now } = context;
  const stamp = actorStamp(actor);
  const row: RecurringRow = {
    ...before,
    occurrence: before.occurrence + make.length + skipped,
    next_date: next?.day ?? null,
    status: next === undefined ? 'completed' : before.status,
    run_count: before.run_count + make.length,
    last_run_date: make[0]?.day ?? before.last_run_date,
    consecutive_failures: 0,
    last_error: null,
    version: before.version + 1,
    updated_at: now,
    updated_by: stamp,
  };
  db.later(sql`
    update recurring_expenses set occurrence = ${row.occurrence}, next_date = ${row.next_date}, status = ${row.status},
      run_count = ${row.run_count}, last_run_date = ${row.last_run_date}, consecutive_failures = 0, last_error = null,
      version = ${row.version}, updated_at = ${now}, updated_by = ${JSON.stringify(stamp)}
    where organization_id = ${organization} and id = ${row.id}`);
  return row;
}
