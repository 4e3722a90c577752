import type { z } from 'zod';
import { daysBetween } from '../../core/calendar.ts';
import { money } from '../../core/money.ts';
import { encoderOf } from '../../operation/encode.ts';
import type { Context } from '../../operation/operation.ts';
import {
  lineRowFrom,
  saleRecord,
  type SaleRecord,
  saleRowFrom,
  settledRecord,
  type StoredSale,
  untaxedWarnings,
} from '../sales/index.ts';
import { depositRecord } from './deposits/deposit.ts';
import { Document, type DocumentRecord, type DocumentWithWarnings, isBill, isOffer } from './document.ts';
import type { DocumentRow, StoredDocument } from './document-row.ts';
import { qrBillOf } from './printing/qr-bill-of.ts';
import { wholeSnapshot } from './printing/snapshot.ts';
import { receiptRecord } from './receipts-and-statements/receipt.ts';
import { statementRecord } from './receipts-and-statements/statement.ts';
import { statusOf } from './status.ts';
import { unpriced } from './receipts-and-statements/unpriced.ts';

/** The document as it is answered. */
export function documentRecord(context: Context, document: StoredDocument): DocumentRecord {
  const { priced, content, paid_back: _, schedule, look, ...row } = document.row;
  return {
    ...(priced === null ? unpriced(context, document.row) : worthOf(context, document)),
    ...row,
    issue_at: schedule?.issue_at ?? null,
    issue_problem: schedule?.problem ?? null,
    send_when_issued: schedule?.send ?? false,
    ...(look ?? { template_version: null }),
    snapshot: row.snapshot && wholeSnapshot(row.snapshot),
    deposits: content?.deposits?.map((deposit) => depositRecord(deposit, row.currency)) ?? null,
    deposit_for: content?.deposit_for ?? null,
    receipt: content?.receipt === undefined ? null : receiptRecord(content.receipt, row.currency),
    statement: content?.statement === undefined ? null : statementRecord(content.statement, row.currency),
    qr_bill: row.snapshot && qrBillOf(document.row, wholeSnapshot(row.snapshot)),
    ...settlementFacts(context, document.row),
    ...factsOf(context, document.row),
  };
}

/** The same with what is worth a second look: of what is priced here, and not by what it is of. */
export async function warnedRecord(
  context: Context,
  document: StoredDocument,
): Promise<z.output<typeof DocumentWithWarnings>> {
  const { type } = document.row;
  const warnings = isOffer(type) || isBill(type) ? await untaxedWarnings(context, document.lines) : [];
  return { ...documentRecord(context, document), warnings };
}

function worthOf(context: Context, document: StoredDocument): SaleRecord {
  const { row, lines } = pricedSaleOf(document);
  return saleRecord(context, row, lines);
}

/** The totals as of the sale that the document was planned as. */
export function pricedSaleOf({ row, lines }: StoredDocument): StoredSale {
  if (row.priced === null) throw new Error(`document ${row.id} prices nothing`);
  return { row: saleRowFrom(row.priced), lines: lines.map(lineRowFrom) };
}

/** Fields derived from the row and the date. */
export function factsOf(
  context: Context,
  row: DocumentRow,
): Pick<DocumentRecord, 'organization_id' | 'status' | 'total'> {
  return {
    organization_id: context.organization,
    status: statusOf(context, row),
    total: money(row.total, row.currency),
  };
}

type Settlement = Pick<
  DocumentRecord,
  | ('supply_date' | 'due_date' | 'payment_schedule' | 'early_discounts' | 'payment_status' | 'is_overdue')
  | ('days_overdue' | 'amount_paid' | 'amount_refunded' | 'amount_credited' | 'amount_discounted' | 'amount_due')
  | 'sale_number'
>;

const unsold: Settlement = {
  supply_date: null,
  due_date: null,
  payment_schedule: [],
  early_discounts: [],
  payment_status: null,
  is_overdue: false,
  days_overdue: 0,
  amount_paid: null,
  amount_refunded: null,
  amount_credited: null,
  amount_discounted: null,
  amount_due: null,
  sale_number: null,
};

/** Payment status of the sale of an invoice. */
function settlementFacts(context: Context, row: DocumentRow): Settlement {
  const { type, sold, currency, issued_at, voided_at } = row;
  if (type === 'receipt') return receivedFacts(row);
  if (sold === null) return unsold;
  if (!isBill(type)) return { ...unsold, supply_date: sold.sale_date, sale_number: sold.number };
  const { payment_schedule, early_discounts, payment_status, ...facts } = settledRecord(context, sold);
  const isOver = voided_at !== null;
  const isOverdue = !isOver && issued_at !== null && facts.is_overdue;
  return {
    supply_date: sold.sale_date,
    due_date: sold.due_date,
    sale_number: sold.number,
    payment_schedule,
    early_discounts,
    payment_status,
    is_overdue: isOverdue,
    days_overdue: isOverdue ? daysBetween(facts.next_due_date, context.today) : 0,
    amount_paid: facts.amount_paid,
    amount_refunded: facts.amount_refunded,
    amount_credited: facts.amount_credited,
    amount_discounted: facts.amount_discounted,
    amount_due: isOver ? money(0n, currency) : facts.amount_due,
  };
}

/** Amounts of a receipt: received, and refunded since. */
function receivedFacts({ sold, total, currency, paid_back: back }: DocumentRow): Settlement {
  return {
    ...unsold,
    supply_date: sold?.sale_date ?? null,
    sale_number: sold?.number ?? null,
    amount_paid: money(total, currency),
    amount_refunded: money(BigInt(back ?? 0), currency),
  };
}

const wireDocument = encoderOf(Document);

/** Keeps the document as it was for the audit log, in wire form. */
export function keepBefore(context: Context, document: StoredDocument): void {
  context.before(wireDocument(documentRecord(context, document)));
}
