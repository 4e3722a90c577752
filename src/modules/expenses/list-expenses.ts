import { z } from 'zod';
import { nothing, type Sql, sql } from '../../db/sql.ts';
import { expandRows } from '../../operation/expand.ts';
import {
  anyOf,
  clientIs,
  clientMeant,
  customFieldsAre,
  dayRange,
  filter,
  instantRange,
} from '../../operation/filter.ts';
import { amountRange } from '../../operation/amount-range.ts';
import {
  dayKey,
  instantKey,
  listOf,
  type ListInput,
  numberKey,
  page,
  PageWithTotals,
  textKey,
} from '../../operation/list.ts';
import { TotalsOf } from '../../operation/list-totals.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { Currency, ExternalId, Id, Text } from '../../wire/index.ts';
import { wordsIn } from '../../operation/has-words.ts';
import { ExpandedExpense, expenseExpansions } from './expanded-expense.ts';
import { expenseKinds, expensePaymentStatuses, expenseStatuses, payers } from './expense.ts';
import { expenseRecord } from './expense-record.ts';
import type { ExpenseRow, PaymentRow, StoredLine } from './expense-row.ts';
import { isOpen } from './posting/open-lines.ts';
import { expenseColumns, linesOf, numberColumn, paymentsOf } from './store.ts';

const ofCategory = (category: Sql) => sql`id in (
  select line.expense_id from expense_lines as line
  where line.organization_id = expenses.organization_id and line.category_id in (${category}))`;

const isUnbilled = (more: Sql) => sql`(status = 'posted' and id in (
  select line.expense_id from expense_lines as line
  where line.organization_id = expenses.organization_id and line.billable ${more} and ${isOpen}))`;

const expenses = listOf({
  name: 'expenses',
  row: ExpandedExpense,
  id: sql`id`,
  sorts: {
    expense_date: dayKey(sql`expense_date`),
    due_date: dayKey(sql`due_date`),
    number: textKey(numberColumn),
    total: numberKey(sql`total`),
    created_at: instantKey(sql`created_at`),
    updated_at: instantKey(sql`updated_at`),
  },
  defaultSort: '-expense_date',
  filters: {
    q: wordsIn(sql`words`, 'Beginnings of words in number, payee, invoice number, lines or notes.'),
    kind: anyOf(expenseKinds, (values) => sql`kind = any(${values}::text[])`),
    status: anyOf(expenseStatuses, (values) => sql`status = any(${values}::text[])`),
    payment_status: anyOf(expensePaymentStatuses, (values) => sql`payment_status = any(${values}::text[])`),
    overdue: filter(z.boolean(), (wanted, { today }) => {
      const isOverdue = sql`(status = 'posted' and amount_paid < total and due_date < ${today})`;
      return wanted ? isOverdue : sql`not ${isOverdue}`;
    }),
    supplier_id: clientIs(sql`supplier_id`),
    category_id: filter(Id('expense_category').describe('Including subcategories.'), (id) =>
      ofCategory(sql`select c.id from expense_categories as c where c.organization_id = expenses.organization_id
        and (c.id = ${id} or c.ancestor_ids @> ${[id]}::uuid[])`),
    ),
    client_id: filter(
      Id('client').describe('Client that the cost was incurred for.'),
      (id) => sql`id in (select line.expense_id from expense_lines as line
        where line.organization_id = expenses.organization_id and line.client_id = ${clientMeant(id)})`,
    ),
    variant_id: filter(
      Id('variant').describe('Variant received with the expense.'),
      (id) => sql`id in (select line.expense_id from expense_lines as line
        where line.organization_id = expenses.organization_id and line.variant_id = ${id})`,
    ),
    unbilled: filter(
      z.boolean().describe('Whether it has billable lines not yet billed to a client.'),
      (wanted) => sql`${isUnbilled(nothing)} = ${wanted}`,
    ),
    unbilled_for: filter(Id('client').describe('Client with billable lines not yet billed.'), (id) =>
      isUnbilled(sql`and line.client_id = ${clientMeant(id)}`),
    ),
    currency: filter(Currency, (currency) => sql`currency = ${currency}`),
    paid_by: anyOf(payers, (values) => sql`paid_by = any(${values}::text[])`),
    member_id: filter(Id('member'), (id) => sql`member_id = ${id}`),
    recurring_id: filter(Id('recurring_expense'), (id) => sql`recurring_id = ${id}`),
    number: filter(Text(60), (number) => sql`${numberColumn} = ${number}`),
    supplier_invoice_number: filter(Text(100), (number) => sql`lower(supplier_invoice_number) = lower(${number})`),
    external_id: filter(ExternalId, (id) => sql`external_id = ${id}`),
    tag: filter(Text(50), (tag) => sql`tags <> '{}' and tags @> ${[tag]}::text[]`),
    total: amountRange(sql`total`, 'total'),
    expense_date: dayRange(sql`expense_date`),
    due_date: dayRange(sql`due_date`),
    created_at: instantRange(sql`created_at`),
    updated_at: instantRange(sql`updated_at`),
    custom_fields: customFieldsAre(sql`custom_fields`),
  },
  expansions: expenseExpansions,
  sums: {
    columns: sql`status, kind, total, amount_paid`,
    amounts: {
      total: sql`case when status <> 'posted' then 0 when kind = 'credit_note' then -total else total end`,
      draft_total: sql`case when status in ('posted', 'voided') then 0
        when kind = 'credit_note' then -total else total end`,
      amount_due: sql`case when status <> 'posted' or kind = 'credit_note' then 0 else total - amount_paid end`,
    },
  },
});

const ExpenseTotals = TotalsOf({
  total: 'Posted expenses less credit notes. Void expenses add nothing.',
  draft_total: 'Expenses not posted yet.',
  amount_due: 'What is still to be paid.',
});

export const listExpenses = operation({
  name: 'list_expenses',
  summary: 'List expenses by payee, category, date, amount, status or balance due.',
  guidance: 'For accounts payable: `status` posted with `payment_status` unpaid,partially_paid, or `overdue`.',
  http: 'GET /expenses',
  effect: 'read',
  permission: 'expenses:read',
  mcp: 'action',
  input: expenses.input,
  output: PageWithTotals(ExpandedExpense, ExpenseTotals),
  async run(context, input) {
    const found = await page<ExpenseRow, 'total' | 'draft_total' | 'amount_due'>(
      context,
      expenses,
      { ...input, expand: undefined },
      {
        select: expenseColumns,
        from: sql`expenses`,
        where: sql`organization_id = ${context.organization}`,
      },
    );
    const { lines, payments } = await partsOf(context, input, found.data);
    const data = found.data.map((row) =>
      expenseRecord(context, { row, lines: lines.get(row.id) ?? [], payments: payments.get(row.id) ?? [] }),
    );
    await expandRows(context, data, input.expand, expenseExpansions);
    return { ...found, data };
  },
});

/** Lines and payments of all expenses of a page in one flight, and none where nobody asked for them. */
async function partsOf(context: Context, { fields, expand }: ListInput, rows: readonly ExpenseRow[]) {
  const ids = rows.map(({ id }) => id);
  const isWanted = (part: string) =>
    ids.length > 0 && (fields === undefined || fields.includes(part) || expand !== undefined);
  const [lines, payments] = await Promise.all([
    isWanted('lines') ? linesOf(context, ids) : ([] as StoredLine[]),
    isWanted('payments') ? paymentsOf(context, ids) : ([] as PaymentRow[]),
  ]);
  return {
    lines: Map.groupBy(lines, (line) => line.expense_id),
    payments: Map.groupBy(payments, (payment) => payment.expense_id),
  };
}
