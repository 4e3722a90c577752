import { sql } from '../../../db/sql.ts';
import { anyOf, clientMeant, dayRange, filter, instantRange } from '../../../operation/filter.ts';
import { dayKey, instantKey, listOf, Page, page } from '../../../operation/list.ts';
import { operation } from '../../../operation/operation.ts';
import { Id, Text } from '../../../wire/index.ts';
import {
  executions,
  planColumns,
  planFrom,
  planRecord,
  planTables,
  ScheduledPayment,
  statuses,
} from './scheduled-payment.ts';

const list = listOf({
  name: 'scheduled_payments',
  row: ScheduledPayment,
  id: sql`plan.id`,
  sorts: {
    pay_on: dayKey(sql`plan.pay_on`),
    created_at: instantKey(sql`plan.created_at`),
    updated_at: instantKey(sql`plan.updated_at`),
  },
  defaultSort: 'pay_on',
  filters: {
    status: anyOf(statuses, (wanted) => sql`plan.status = any(${wanted}::text[])`),
    execution: anyOf(executions, (wanted) => sql`plan.execution = any(${wanted}::text[])`),
    bank_account_id: filter(Id('bank_account'), (id) => sql`plan.bank_account_id = ${id}`),
    supplier_id: filter(Id('client'), (id) => sql`bill.supplier_id = ${clientMeant(id)}`),
    expense_id: filter(Id('expense'), (id) => sql`plan.expense_id = ${id}`),
    payment_file_id: filter(Id('payment_file'), (id) => sql`plan.payment_file_id = ${id}`),
    end_to_end_id: filter(Text(35), (id) => sql`plan.end_to_end_id = ${id}`),
    pay_on: dayRange(sql`plan.pay_on`),
    created_at: instantRange(sql`plan.created_at`),
    updated_at: instantRange(sql`plan.updated_at`),
  },
});

export const listScheduledPayments = operation({
  name: 'list_scheduled_payments',
  summary: 'List scheduled payments of bills, by day, status, bank account or supplier.',
  guidance: 'Bills that wait to be scheduled: list_bills_to_pay. Money by day and account: get_payment_forecast.',
  http: 'GET /scheduled-payments',
  effect: 'read',
  permission: 'bank:read',
  mcp: 'action',
  input: list.input,
  output: Page(ScheduledPayment),
  async run(context, input) {
    const found = await page<object>(context, list, input, {
      select: planColumns,
      from: planTables,
      where: sql`plan.organization_id = ${context.organization}`,
    });
    return { ...found, data: found.data.map((row) => planRecord(context, planFrom(row))) };
  },
});
