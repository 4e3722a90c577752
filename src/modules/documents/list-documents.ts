import { z } from 'zod';
import type { Day } from '../../core/calendar.ts';
import { join, type Sql, sql } from '../../db/sql.ts';
import { expandRows } from '../../operation/expand.ts';
import { anyOf, clientIs, customFieldsAre, dayRange, filter, instantRange, within } from '../../operation/filter.ts';
import { amountRange } from '../../operation/amount-range.ts';
import { instantKey, listOf, type ListInput, numberKey, page, PageWithTotals, textKey } from '../../operation/list.ts';
import { TotalsOf } from '../../operation/list-totals.ts';
import { operation } from '../../operation/operation.ts';
import { ExternalId, Id, Text } from '../../wire/index.ts';
import { wordsIn } from '../../operation/has-words.ts';
import {
  duesOfSales,
  isSettled,
  type KeptLineRow,
  paymentStatuses,
  saleIs,
  type Settledness,
  settledness,
} from '../sales/index.ts';
import { type DocumentStatus, documentStatuses, type DocumentType, documentTypes } from './document.ts';
import { documentRecord } from './document-record.ts';
import type { DocumentRow } from './document-row.ts';
import { documentExpansions, ExpandedDocument } from './expanded-document.ts';
import { linesColumn, listedColumns, numberColumn } from './store.ts';

const typeIs: Readonly<Record<DocumentType, Sql>> = {
  quote: sql`type = 'quote'`,
  invoice: sql`type = 'invoice'`,
  credit_note: sql`type = 'credit_note'`,
  deposit_invoice: sql`type = 'deposit_invoice'`,
  debit_note: sql`type = 'debit_note'`,
  proforma: sql`type = 'proforma'`,
  delivery_note: sql`type = 'delivery_note'`,
  receipt: sql`type = 'receipt'`,
  statement: sql`type = 'statement'`,
};

const isOpenOffer = sql`type in ('quote', 'proforma') and status = 'open'`;

const saleOf = { organization: sql`documents.organization_id`, id: sql`documents.sale_id` };

/** An invoice that was issued and whose sale is settled so far. */
function invoiceIs(how: Settledness, today: Day): Sql {
  return sql`(type in ('invoice', 'deposit_invoice', 'debit_note') and status = 'open'
    and ${isSettled(saleOf, how, today)})`;
}

/** Payment filter on the sale of a row, as for invoices. */
function billOf(how: Sql): Sql {
  return sql`(type in ('invoice', 'deposit_invoice', 'debit_note') and ${saleIs(saleOf, how)})`;
}

const isScheduled = sql`exists (select from document_schedules as planned
  where planned.organization_id = documents.organization_id and planned.document_id = documents.id
    and planned.problem is null)`;

const isUnscheduled = sql`status = 'draft' and not ${isScheduled}`;

/** Written out, so that a partial index serves those that are few. */
const statusIs: Readonly<Record<DocumentStatus, (today: Day) => Sql>> = {
  draft: () => sql`(${isUnscheduled} and submitted_at is null and rejected_at is null)`,
  submitted: () => sql`(${isUnscheduled} and submitted_at is not null)`,
  rejected: () => sql`(${isUnscheduled} and submitted_at is null and rejected_at is not null)`,
  scheduled: () => sql`(status = 'draft' and ${isScheduled})`,
  open: (today) => sql`((${isOpenOffer} and valid_until >= ${today}) or ${invoiceIs('due', today)})`,
  expired: (today) => sql`(${isOpenOffer} and valid_until < ${today})`,
  accepted: () => sql`status = 'accepted'`,
  declined: () => sql`status = 'declined'`,
  converted: () => sql`status = 'converted'`,
  cancelled: () => sql`status = 'cancelled'`,
  overdue: (today) => invoiceIs('overdue', today),
  paid: (today) => invoiceIs('paid', today),
  credited: (today) => invoiceIs('credited', today),
  uncollectible: (today) => invoiceIs('written_off', today),
  applied: () => sql`status = 'applied'`,
  issued: () => sql`status = 'issued'`,
  delivered: () => sql`status = 'delivered'`,
  final: () => sql`status = 'final'`,
  void: () => sql`status = 'void'`,
};

const signed = sql`case when type = 'credit_note' then -total else total end`;

const documents = listOf({
  name: 'documents',
  row: ExpandedDocument,
  id: sql`id`,
  sorts: {
    created_at: instantKey(sql`created_at`),
    number: textKey(numberColumn),
    total: numberKey(sql`total`),
    updated_at: instantKey(sql`updated_at`),
  },
  defaultSort: '-created_at',
  filters: {
    q: wordsIn(sql`words`, 'Words, or the beginnings of words, in number, client, title or lines.'),
    type: anyOf(documentTypes, (values) => anyCondition(values.map((value) => typeIs[value]))),
    status: anyOf(documentStatuses, (wanted, { today }) =>
      anyCondition(wanted.map((status) => statusIs[status](today))),
    ),
    client_id: clientIs(sql`client_id`),
    member_id: filter(Id('member'), (id) => sql`member_id = ${id}`),
    sale_id: filter(Id('sale'), (id) => sql`sale_id = ${id}`),
    recurring_id: filter(Id('recurring_document'), (id) => sql`recurring_id = ${id}`),
    deducted_in_id: filter(Id('document'), (id) => sql`deducted_in_id = ${id}`),
    corrects_document_id: filter(Id('document'), (id) => sql`corrects_document_id = ${id}`),
    number: filter(Text(60), (number) => sql`${numberColumn} = ${number}`),
    external_id: filter(ExternalId, (id) => sql`external_id = ${id}`),
    tag: filter(Text(50), (tag) => sql`tags <> '{}' and tags @> ${[tag]}::text[]`),
    overdue: filter(z.boolean(), (wanted, { today }) => {
      const isOverdue = sql`(issued_at is not null and voided_at is null and ${billOf(settledness.overdue(today))})`;
      return wanted ? isOverdue : sql`not ${isOverdue}`;
    }),
    payment_status: anyOf(paymentStatuses, (values) => billOf(sql`sold.payment_status = any(${values}::text[])`)),
    issue_date: dayRange(sql`issue_date`),
    due_date: within(dayRange(sql`sold.due_date`), billOf),
    valid_until: dayRange(sql`valid_until`),
    total: amountRange(sql`total`, 'total'),
    created_at: instantRange(sql`created_at`),
    updated_at: instantRange(sql`updated_at`),
    custom_fields: customFieldsAre(sql`custom_fields`),
  },
  expansions: documentExpansions,
  sums: {
    columns: sql`organization_id, sale_id, type, issued_at, voided_at, total`,
    beside: sql`left join ${duesOfSales} as sold on sold.organization_id = found.organization_id
      and sold.id = found.sale_id and found.issued_at is not null and found.voided_at is null
      and found.type in ('invoice', 'deposit_invoice', 'debit_note')`,
    amounts: {
      total: sql`case when issued_at is null or voided_at is not null then 0 else ${signed} end`,
      draft_total: sql`case when issued_at is null and voided_at is null then ${signed} else 0 end`,
      amount_due: sql`coalesce(sold.amount_due, 0)`,
    },
  },
});

const DocumentTotals = TotalsOf({
  total: 'Credit notes are taken off; drafts and void documents add nothing. Filter by `type` for a meaningful sum.',
  draft_total: 'Total of the drafts.',
  amount_due: 'What is still to be paid for invoices.',
});

export const listDocuments = operation({
  name: 'list_documents',
  summary: 'List documents by type, number, client, sale, status, date or amount.',
  guidance: 'For unpaid invoices: `type` invoice and `status` open,overdue. Select few `fields` for short answers.',
  http: 'GET /documents',
  effect: 'read',
  permission: 'documents:read',
  mcp: 'tool',
  seldom: ['recurring_id', 'deducted_in_id', 'corrects_document_id', 'member_id', 'valid_until', 'due_date'],
  input: documents.input,
  output: PageWithTotals(ExpandedDocument, DocumentTotals),
  async run(context, input) {
    const lines = wantsLines(input) ? linesColumn : sql`'[]'::jsonb as lines`;
    const found = await page<
      DocumentRow & { readonly lines: readonly KeptLineRow[] },
      'total' | 'draft_total' | 'amount_due'
    >(
      context,
      documents,
      { ...input, expand: undefined },
      {
        select: sql`${listedColumns}, ${lines}`,
        from: sql`documents`,
        where: sql`organization_id = ${context.organization}`,
        isWide: true,
      },
    );
    const data = found.data.map(({ lines: kept, ...row }) => documentRecord(context, { row, lines: kept }));
    await expandRows(context, data, input.expand, documentExpansions);
    return { ...found, data };
  },
});

function anyCondition(conditions: readonly Sql[]): Sql {
  return sql`(${join(conditions, sql` or `)})`;
}

/** The lines are many, and few lists are made to see them. */
function wantsLines({ fields, expand }: ListInput): boolean {
  return fields === undefined || fields.includes('lines') || expand !== undefined;
}
