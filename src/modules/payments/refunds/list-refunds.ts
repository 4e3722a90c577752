import { sql } from '../../../db/sql.ts';
import { anyOf, clientIs, dayRange, filter, instantRange } from '../../../operation/filter.ts';
import { amountRange } from '../../../operation/amount-range.ts';
import { dayKey, instantKey, listOf, numberKey, Page, page, textKey } from '../../../operation/list.ts';
import { operation } from '../../../operation/operation.ts';
import { ExternalId, Id, Text } from '../../../wire/index.ts';
import { wordsIn } from '../../../operation/has-words.ts';
import { destinations, Refund, refundStates } from './refund.ts';
import { refundRecord, type RefundRow } from './refund-row.ts';
import { refundColumns } from './refund-store.ts';

const refunds = listOf({
  name: 'refunds',
  row: Refund,
  id: sql`id`,
  sorts: {
    refund_date: dayKey(sql`refund_date`),
    number: textKey(sql`number`),
    amount: numberKey(sql`amount`),
    created_at: instantKey(sql`created_at`),
    updated_at: instantKey(sql`updated_at`),
  },
  defaultSort: '-refund_date',
  filters: {
    q: wordsIn(sql`words`, 'Beginnings of words in number, client or reference.'),
    status: anyOf(refundStates, (states) => sql`status = any(${states}::text[])`),
    destination: anyOf(destinations, (values) => sql`destination = any(${values}::text[])`),
    payment_id: filter(Id('payment'), (id) => sql`payment_id = ${id}`),
    return_id: filter(Id('sale').describe('A return.'), (id) => sql`return_id = ${id}`),
    method_id: filter(Id('payment_method'), (id) => sql`method_id = ${id}`),
    client_id: clientIs(sql`client_id`),
    number: filter(Text(60), (number) => sql`number = ${number}`),
    external_id: filter(ExternalId, (id) => sql`external_id = ${id}`),
    tag: filter(Text(50), (tag) => sql`tags @> ${[tag]}::text[]`),
    amount: amountRange(sql`amount`, 'amount'),
    refund_date: dayRange(sql`refund_date`),
    created_at: instantRange(sql`created_at`),
    updated_at: instantRange(sql`updated_at`),
  },
});

export const listRefunds = operation({
  name: 'list_refunds',
  summary: 'List refunds by client, payment, return, method, date or amount.',
  http: 'GET /refunds',
  effect: 'read',
  permission: 'payments:read',
  mcp: 'action',
  input: refunds.input,
  output: Page(Refund),
  async run(context, input) {
    const found = await page<RefundRow>(context, refunds, input, {
      select: refundColumns,
      from: sql`refunds`,
      where: sql`organization_id = ${context.organization}`,
    });
    return { ...found, data: found.data.map((row) => refundRecord(context, row)) };
  },
});
