import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { expandRows } from '../../operation/expand.ts';
import { anyOfMostly, clientIs, customFieldsAre, dayRange, filter, instantRange } from '../../operation/filter.ts';
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
import { ExternalId, Id, Text } from '../../wire/index.ts';
import { wordsIn } from '../../operation/has-words.ts';
import { ExpandedPayment, paymentExpansions } from './expanded-payment.ts';
import { paymentStates } from './payment.ts';
import { type AllocationRow, paymentRecord, type PaymentRow } from './payment-row.ts';
import { allocationsOf, paymentColumns } from './store.ts';

const hasCredit = sql`(amount_unapplied > 0)`;

const payments = listOf({
  name: 'payments',
  row: ExpandedPayment,
  id: sql`id`,
  sorts: {
    payment_date: dayKey(sql`payment_date`),
    number: textKey(sql`number`),
    amount: numberKey(sql`amount`),
    created_at: instantKey(sql`created_at`),
    updated_at: instantKey(sql`updated_at`),
  },
  defaultSort: '-payment_date',
  filters: {
    q: wordsIn(sql`words`, 'Beginnings of words in number, client or reference.'),
    status: anyOfMostly(paymentStates, 'completed', { column: sql`status`, isOther: sql`status <> 'completed'` }),
    method_id: filter(Id('payment_method'), (id) => sql`method_id = ${id}`),
    account_id: filter(Id('account'), (id) => sql`account_id = ${id}`),
    client_id: clientIs(sql`client_id`),
    sale_id: filter(
      Id('sale'),
      (id) => sql`id in (select payment_id from allocations
      where organization_id = payments.organization_id and sale_id = ${id} and reversed_on is null)`,
    ),
    has_credit: filter(z.boolean(), (wanted) => (wanted ? hasCredit : sql`not ${hasCredit}`)),
    number: filter(Text(60), (number) => sql`number = ${number}`),
    reference: filter(Text(255), (reference) => sql`reference = ${reference}`),
    external_id: filter(ExternalId, (id) => sql`external_id = ${id}`),
    tag: filter(Text(50), (tag) => sql`tags @> ${[tag]}::text[]`),
    amount: amountRange(sql`amount`, 'amount'),
    payment_date: dayRange(sql`payment_date`),
    created_at: instantRange(sql`created_at`),
    updated_at: instantRange(sql`updated_at`),
    custom_fields: customFieldsAre(sql`custom_fields`),
  },
  expansions: paymentExpansions,
  sums: {
    columns: sql`voided_at, amount, amount_unapplied`,
    amounts: {
      total: sql`case when voided_at is null then amount else 0 end`,
      amount_unapplied: sql`amount_unapplied`,
    },
  },
});

const PaymentTotals = TotalsOf({
  total: 'Void payments add nothing.',
  amount_unapplied: 'Neither allocated nor refunded.',
});

export const listPayments = operation({
  name: 'list_payments',
  summary: 'List payments by client, sale, method, date, amount or reference.',
  guidance: 'Use `has_credit` for payments with unapplied credit.',
  http: 'GET /payments',
  effect: 'read',
  permission: 'payments:read',
  mcp: 'action',
  input: payments.input,
  output: PageWithTotals(ExpandedPayment, PaymentTotals),
  async run(context, input) {
    const found = await page<PaymentRow, 'total' | 'amount_unapplied'>(
      context,
      payments,
      { ...input, expand: undefined },
      {
        select: paymentColumns,
        from: sql`payments`,
        where: sql`organization_id = ${context.organization}`,
      },
    );
    const allocations = await allocationsByPayment(context, input, found.data);
    const data = found.data.map((row) => paymentRecord(context, row, allocations.get(row.id) ?? []));
    await expandRows(context, data, input.expand, paymentExpansions);
    return { ...found, data };
  },
});

/** The allocations of all payments of a page in one statement, and none where nobody asked for them. */
async function allocationsByPayment(
  context: Context,
  { fields, expand }: ListInput,
  rows: readonly PaymentRow[],
): Promise<Map<string, AllocationRow[]>> {
  const isWanted = fields === undefined || fields.includes('allocations') || expand !== undefined;
  if (rows.length === 0 || !isWanted) return new Map();
  const allocations = await allocationsOf(
    context,
    rows.map(({ id }) => id),
  );
  return Map.groupBy(allocations, (one) => one.payment_id);
}
