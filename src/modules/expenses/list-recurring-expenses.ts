import { sql } from '../../db/sql.ts';
import { anyOf, dayRange, filter, instantRange } from '../../operation/filter.ts';
import { dayKey, instantKey, listOf, Page, page } from '../../operation/list.ts';
import { operation } from '../../operation/operation.ts';
import { ExternalId, Text } from '../../wire/index.ts';
import {
  frequencies,
  recurringColumns,
  RecurringExpense,
  recurringModes,
  recurringRecord,
  type RecurringRow,
  recurringStatuses,
} from './recurring-expense.ts';

const list = listOf({
  name: 'recurring_expenses',
  row: RecurringExpense,
  id: sql`id`,
  sorts: {
    created_at: instantKey(sql`created_at`),
    updated_at: instantKey(sql`updated_at`),
    start_date: dayKey(sql`start_date`),
  },
  defaultSort: '-created_at',
  filters: {
    status: anyOf(recurringStatuses, (values) => sql`status = any(${values}::text[])`),
    mode: anyOf(recurringModes, (values) => sql`mode = any(${values}::text[])`),
    frequency: anyOf(frequencies, (values) => sql`frequency = any(${values}::text[])`),
    next_date: dayRange(sql`next_date`),
    external_id: filter(ExternalId, (id) => sql`external_id = ${id}`),
    tag: filter(Text(50), (tag) => sql`tags @> ${[tag]}::text[]`),
    updated_at: instantRange(sql`updated_at`),
  },
  expansions: {},
});

export const listRecurringExpenses = operation({
  name: 'list_recurring_expenses',
  summary: 'Lists recurring expenses, the newest first.',
  http: 'GET /recurring-expenses',
  effect: 'read',
  permission: 'expenses:read',
  mcp: 'action',
  input: list.input,
  output: Page(RecurringExpense),
  async run(context, input) {
    const found = await page<RecurringRow>(context, list, input, {
      select: recurringColumns,
      from: sql`recurring_expenses`,
      where: sql`organization_id = ${context.organization}`,
    });
    return { ...found, data: found.data.map((row) => recurringRecord(context, row)) };
  },
});
