import { z } from 'zod';
import { join, type Sql, sql } from '../../db/sql.ts';
import { expandRows } from '../../operation/expand.ts';
import { anyOf, clientIs, customFieldsAre, dayRange, filter, instantRange } from '../../operation/filter.ts';
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
import { ExpandedSale, saleExpansions } from './expanded-sale.ts';
import { paymentStatuses, saleKinds, saleStatuses } from './sale.ts';
import { saleRecord } from './sale-record.ts';
import type { LineRow, SaleRow } from './sale-row.ts';
import { linesOf, numberColumn, saleColumns } from './store.ts';
import { wordsIn } from '../../operation/has-words.ts';

/** Written out, so that a partial index serves those that are few. */
const statusIs = {
  draft: sql`status = 'draft'`,
  confirmed: sql`status = 'confirmed'`,
  completed: sql`status = 'completed'`,
  voided: sql`status = 'voided'`,
};
const paymentStatusIs = {
  unpaid: sql`payment_status = 'unpaid'`,
  partially_paid: sql`payment_status = 'partially_paid'`,
  paid: sql`payment_status = 'paid'`,
  overpaid: sql`payment_status = 'overpaid'`,
  partially_refunded: sql`payment_status = 'partially_refunded'`,
  refunded: sql`payment_status = 'refunded'`,
};
const kindIs = { sale: sql`kind = 'sale'`, return: sql`kind = 'return'` };

/** As the index has it. */
const clientNameColumn = sql`(case when client_name is null then '' else client_name end)`;

const sales = listOf({
  name: 'sales',
  row: ExpandedSale,
  id: sql`id`,
  sorts: {
    sale_date: dayKey(sql`sale_date`),
    due_date: dayKey(sql`due_date`),
    number: textKey(numberColumn),
    client_name: textKey(clientNameColumn),
    total: numberKey(sql`total`),
    amount_due: numberKey(sql`amount_due`),
    created_at: instantKey(sql`created_at`),
    updated_at: instantKey(sql`updated_at`),
  },
  defaultSort: '-sale_date',
  filters: {
    q: wordsIn(sql`words`, 'Words, or the beginnings of words, in number, client or lines.'),
    status: anyOf(saleStatuses, (values) => anyCondition(values.map((value) => statusIs[value]))),
    payment_status: anyOf(paymentStatuses, (values) => anyCondition(values.map((value) => paymentStatusIs[value]))),
    kind: filter(z.enum(saleKinds).describe('Default: both.'), (kind) => kindIs[kind]),
    original_sale_id: filter(Id('sale').describe('Returns of this sale.'), (id) => sql`original_sale_id = ${id}`),
    overdue: filter(z.boolean(), (wanted, { today }) => {
      const isOverdue = sql`(status = 'confirmed' and next_due_date < ${today})`;
      return wanted ? isOverdue : sql`not ${isOverdue}`;
    }),
    client_id: clientIs(sql`client_id`),
    member_id: filter(Id('member'), (id) => sql`member_id = ${id}`),
    location_id: filter(Id('location'), (id) => sql`location_id = ${id}`),
    channel: filter(Text(50), (channel) => sql`channel = ${channel}`),
    number: filter(Text(60), (number) => sql`${numberColumn} = ${number}`),
    external_id: filter(ExternalId, (id) => sql`external_id = ${id}`),
    tag: filter(Text(50), (tag) => sql`tags <> '{}' and tags @> ${[tag]}::text[]`),
    sale_date: dayRange(sql`sale_date`),
    due_date: dayRange(sql`due_date`),
    next_due_date: dayRange(sql`next_due_date`),
    total: amountRange(sql`total`, 'total'),
    amount_due: amountRange(sql`amount_due`, 'amount_due'),
    created_at: instantRange(sql`created_at`),
    updated_at: instantRange(sql`updated_at`),
    custom_fields: customFieldsAre(sql`custom_fields`),
  },
  expansions: saleExpansions,
  sums: {
    columns: sql`status, kind, total, amount_due`,
    amounts: {
      total: sql`case when status in ('draft', 'voided') then 0 when kind = 'return' then -total else total end`,
      draft_total: sql`case when status = 'draft' then total else 0 end`,
      amount_due: sql`case when status = 'draft' then 0 else amount_due end`,
    },
  },
});

const SaleTotals = TotalsOf({
  total: 'Returns are taken off; drafts and void sales add nothing.',
  draft_total: 'Total of the drafts.',
  amount_due: 'What is still to be paid.',
});

export const listSales = operation({
  name: 'list_sales',
  summary: 'List sales by number, client, product, date, amount or amount due.',
  guidance: 'For unpaid sales: `status` confirmed, or `overdue`. Select few `fields` for short answers.',
  http: 'GET /sales',
  effect: 'read',
  permission: 'sales:read',
  mcp: 'tool',
  seldom: ['original_sale_id', 'kind', 'next_due_date', 'location_id', 'channel', 'member_id', 'amount_due'],
  input: sales.input,
  output: PageWithTotals(ExpandedSale, SaleTotals),
  async run(context, input) {
    const found = await page<SaleRow, 'total' | 'draft_total' | 'amount_due'>(
      context,
      sales,
      { ...input, expand: undefined },
      {
        select: saleColumns,
        from: sql`sales`,
        where: sql`organization_id = ${context.organization}`,
      },
    );
    const lines = await linesBySale(context, input, found.data);
    const data = found.data.map((row) => saleRecord(context, row, lines.get(row.id) ?? []));
    await expandRows(context, data, input.expand, saleExpansions);
    return { ...found, data };
  },
});

function anyCondition(conditions: readonly Sql[]): Sql {
  return sql`(${join(conditions, sql` or `)})`;
}

/** The lines of all sales of a page in one statement, and none where nobody asked for them. */
async function linesBySale(
  context: Context,
  { fields, expand }: ListInput,
  rows: readonly SaleRow[],
): Promise<Map<string, LineRow[]>> {
  const isWanted = fields === undefined || fields.includes('lines') || expand !== undefined;
  if (rows.length === 0 || !isWanted) return new Map();
  const lines = await linesOf(
    context,
    rows.map(({ id }) => id),
  );
  return Map.groupBy(lines, (line) => line.sale_id);
}
