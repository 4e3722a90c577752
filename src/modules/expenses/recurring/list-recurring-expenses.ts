import { sql } from '../../../db/sql.ts';
import { anyOf } from '../../../operation/filter.ts';
import { listOf, Page, page } from '../../../operation/list.ts';
import { operation } from '../../../operation/operation.ts';
import { columnsOf, recurringFilters, recurringSorts } from '../../recurring/index.ts';
import {
  RecurringExpense,
  type RecurringExpenseRow,
  recurringExpenses,
  recurringModes,
  recurringRecord,
} from './recurring-expense.ts';

const list = listOf({
  name: 'recurring_expenses',
  row: RecurringExpense,
  id: sql`id`,
  sorts: recurringSorts,
  defaultSort: '-created_at',
  filters: {
    ...recurringFilters,
    mode: anyOf(recurringModes, (values) => sql`mode = any(${values}::text[])`),
  },
  expansions: {},
});

export const listRecurringExpenses = operation({
  name: 'list_recurring_expenses',
  summary: 'List recurring expenses, newest first.',
  http: 'GET /recurring-expenses',
  effect: 'read',
  permission: 'expenses:read',
  mcp: 'action',
  input: list.input,
  output: Page(RecurringExpense),
  async run(context, input) {
    const found = await page<RecurringExpenseRow>(context, list, input, {
      select: columnsOf(recurringExpenses),
      from: recurringExpenses.table,
      where: sql`organization_id = ${context.organization}`,
    });
    return { ...found, data: found.data.map((row) => recurringRecord(context, row)) };
  },
});
