import { z } from 'zod';
import { refusal } from '../../operation/errors.ts';
import {
  ActorStamp,
  Address,
  BankAccount,
  Day,
  eInvoiceFormats,
  ElectronicAddress,
  ForeignName,
  ForeignText,
  HouseProse,
  Id,
  Instant,
  Money,
  recordFields,
  Text,
  TaxId,
} from '../../wire/index.ts';
import { paymentStatuses, pricedFields, SaleLine, Warning } from '../sales/index.ts';
import { Attachment } from './attachments/attachments.ts';
import { Deposit, DepositFor } from './deposits/deposit.ts';
import { QrBill } from './printing/qr-bill.ts';
import { Receipt } from './receipts-and-statements/receipt.ts';
import { Statement } from './receipts-and-statements/statement.ts';

export const documentTypes = [
  'quote',
  'invoice',
  'deposit_invoice',
  'credit_note',
  'debit_note',
  'proforma',
  'delivery_note',
  'receipt',
  'statement',
] as const;
export type DocumentType = (typeof documentTypes)[number];

/** Those that are priced by themselves, before there is a sale; the others are of one. */
export function isOffer(type: DocumentType): boolean {
  return type === 'quote' || type === 'proforma';
}

/** Those that a client pays: each is of a sale, which is confirmed with it. */
export function isBill(type: DocumentType): boolean {
  return type === 'invoice' || type === 'deposit_invoice' || type === 'debit_note';
}

/** Those that name an account. */
export function asksForMoney(type: DocumentType): boolean {
  return isBill(type) || type === 'statement';
}

export const documentStatuses = [
  ...(['draft', 'scheduled', 'submitted', 'rejected'] as const),
  ...(['open', 'accepted', 'declined', 'expired', 'converted', 'cancelled'] as const),
  ...(['overdue', 'paid', 'credited', 'uncollectible', 'applied', 'issued', 'delivered', 'final', 'void'] as const),
] as const;
export type DocumentStatus = (typeof documentStatuses)[number];

const reasonMax = 500;
export const DeclineReason = Text(reasonMax);

/** Names of seller and buyer as of the date of issue. */
export const Snapshot = z.object({
  seller: z.object({
    name: z.string(),
    legal_name: z.string().nullable(),
    registration_number: z.string().nullable(),
    tax_ids: z.array(TaxId),
    address: Address.nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    website: z.string().nullable(),
    bank_account: BankAccount.nullable(),
    electronic_address: ElectronicAddress.nullable(),
    contact_name: z.string().nullable(),
  }),
  buyer: z
    .object({
      number: z.string(),
      type: z.string(),
      name: ForeignName,
      legal_name: ForeignName.nullable(),
      tax_ids: z.array(TaxId),
      tax_status: z.string(),
      billing_address: Address.nullable(),
      shipping_address: Address.nullable(),
      email: z.string().nullable(),
      phone: z.string().nullable(),
      electronic_address: ElectronicAddress.nullable(),
      buyer_reference: ForeignName.nullable(),
    })
    .nullable()
    .describe('Null on a receipt for a walk-in client.'),
  e_invoice_format: z.enum(eInvoiceFormats).nullable().describe('E-invoice format required for this client.'),
  language: z.string(),
  date_format: z.string().nullable(),
  number_format: z.string().nullable(),
  quote: z.object({ number: z.string(), issue_date: Day }).nullable().describe('The quote it was created from.'),
  corrects: z
    .object({ number: z.string(), issue_date: Day, reason: z.string().nullable() })
    .nullable()
    .describe('The invoice corrected by a credit or debit note, or replaced by this one.'),
  payment_reference: z
    .string()
    .nullable()
    .describe('Reference to quote in a bank transfer instead of the number: the reference of a Swiss QR-bill.'),
});
export type Snapshot = z.output<typeof Snapshot>;

/** Prices as of a sale, without its client, its date and its payment. */
const offered = z.object(pricedFields).omit({
  client_id: true,
  client_name: true,
  lines: true,
  sale_date: true,
  due_date: true,
  payment_schedule: true,
  early_discounts: true,
});

/** Payment terms and status of the sale. */
const settled = {
  due_date: Day.nullable().describe('Date by which an invoice is due in full.'),
  payment_schedule: pricedFields.payment_schedule,
  early_discounts: pricedFields.early_discounts,
  payment_status: z.enum(paymentStatuses).nullable(),
  amount_paid: Money.nullable(),
  amount_refunded: Money.nullable(),
  amount_credited: Money.nullable(),
  amount_discounted: Money.nullable().describe('Early-payment discounts taken or granted.'),
  amount_due: Money.nullable(),
  is_overdue: z.boolean(),
  days_overdue: z.int(),
};

const worth = 'At the rate of its sale or payment; null on a statement in another currency.';

export const DocumentLine = SaleLine.omit({
  id: true,
  quantity_returned: true,
  original_line_id: true,
  restocked: true,
  return_reason: true,
  unit_cost: true,
  cost_total: true,
});

export const Document = z.object({
  id: Id('document'),
  organization_id: Id('organization'),
  type: z.enum(documentTypes),
  status: z.enum(documentStatuses),
  number: z.string().nullable().describe('Null until issued.'),
  client_id: Id('client').nullable().describe('Null on a receipt for a walk-in client.'),
  client_name: ForeignName.nullable(),
  title: z.string().nullable(),
  issue_date: Day.nullable(),
  issue_at: Day.nullable().describe('Drafts only: date on which it is issued automatically.'),
  issue_problem: z.string().nullable().describe('Why it could not be issued on that date.'),
  send_when_issued: z.boolean().describe('Email it to the client when it is issued automatically.'),
  valid_until: Day.nullable().describe('Last day on which a quote can be accepted.'),
  supply_date: Day.nullable().describe('Date of supply: the date of its sale.'),
  ...settled,
  ...offered.shape,
  exchange_rate: offered.shape.exchange_rate.nullable().describe(worth),
  base_total: offered.shape.base_total.nullable().describe(worth),
  lines: z.array(DocumentLine),
  deposits: z
    .array(Deposit)
    .nullable()
    .describe('Deposits deducted from the amount due; null: those invoiced for its quote.'),
  deposit_for: DepositFor.nullable().describe('Deposit invoices only: the quote or proforma it is for.'),
  deducted_in_id: Id('document').nullable().describe('Deposit invoices only: the invoice that deducted it.'),
  attachments: z.array(Attachment).describe('Attached files; fixed once the document is issued.'),
  receipt: Receipt.nullable().describe('Receipts only: the payment received.'),
  statement: Statement.nullable().describe('Statements only: transactions in the period, and the balance owed.'),
  qr_bill: QrBill.nullable(),
  buyer_reference: ForeignName.nullable(),
  po_number: ForeignName.nullable(),
  project: ForeignName.nullable(),
  notes: ForeignText.nullable(),
  terms: HouseProse().nullable(),
  footer: HouseProse().nullable(),
  language: z.string().nullable(),
  template_id: Id('document_template')
    .nullable()
    .describe('Null: the default for its type. Once issued, the template used.'),
  template_version: z.int().nullable().describe('Version of the template at issue.'),
  member_id: Id('member').nullable(),
  sale_id: Id('sale')
    .nullable()
    .describe('The sale it documents, or that an offer was converted to; for a credit note, the return.'),
  sale_number: z.string().nullable().describe('Number of that sale.'),
  corrects_document_id: Id('document')
    .nullable()
    .describe('The invoice corrected by a credit or debit note, or replaced by this one.'),
  correction_reason: z.string().nullable(),
  recurring_id: Id('recurring_document').nullable().describe('The recurring document that created it.'),
  occurrence_date: Day.nullable(),
  snapshot: Snapshot.nullable().describe('Seller and buyer details at issue.'),
  prev_hash: z.string().nullable().describe('Hash of the previous document in its series.'),
  hash: z.string().nullable().describe('SHA-256 of the issued content and `prev_hash`.'),
  issued_at: Instant.nullable(),
  accepted_at: Instant.nullable(),
  accepted_by: ForeignText.nullable(),
  declined_at: Instant.nullable(),
  declined_by: ForeignText.nullable(),
  decline_reason: ForeignText.nullable(),
  voided_at: Instant.nullable(),
  void_reason: z.string().nullable(),
  sent_at: Instant.nullable().describe('When it was first sent to the client.'),
  viewed_at: Instant.nullable().describe('When it was first viewed by a share link.'),
  submitted_at: Instant.nullable().describe('When it was submitted for approval; withdrawn or rejected, null again.'),
  submitted_by: ActorStamp.nullable(),
  submit_note: z.string().nullable(),
  rejected_at: Instant.nullable().describe('When it was last rejected.'),
  rejected_by: ActorStamp.nullable(),
  reject_reason: z.string().nullable(),
  ...recordFields,
});
/** A document that was just written, and what of it is worth a second look. */
export const DocumentWithWarnings = Document.extend({ warnings: z.array(Warning) });
export type DocumentRecord = z.output<typeof Document>;

export const documentExternalIdTaken = refusal(
  'document_external_id_taken',
  409,
  'Another document has that external_id.',
  'List documents with that `external_id` to find it.',
  ['documents_external_id_key'],
);

export const saleInvoiced = refusal(
  'sale_invoiced',
  409,
  'The sale already has an invoice.',
  'Use the invoice `document_id`, and issue it if it is a draft. To create another, void the first.',
  ['documents_invoice_of_sale_key'],
);

export const voidNotAllowed = refusal(
  'void_not_allowed',
  409,
  'An issued invoice cannot be voided.',
  'Credit it with credit_document. To allow voiding, an owner sets ' +
    '`invoice_defaults.allow_void` with update_organization.',
);

export const saleNotInvoiced = refusal(
  'sale_not_invoiced',
  409,
  'There is no issued invoice to credit.',
  'A credit note corrects an issued invoice. Issue the sale’s invoice first with issue_document.',
);

export const returnCredited = refusal(
  'return_credited',
  409,
  'The return already has a credit note.',
  'Use the credit note `document_id`, and issue it if it is a draft.',
  ['documents_credit_note_of_return_key'],
);

export const paymentReceipted = refusal(
  'payment_receipted',
  409,
  'The payment already has a receipt.',
  'Use the receipt `document_id`. To create another, void that one first.',
  ['document_payments_receipt_key'],
);

export const documentRepeats = refusal(
  'document_repeats',
  409,
  'A recurring document repeats this document.',
  'List recurring documents with `document_id`, and set another document on each with update_recurring_document first.',
  ['recurring_documents_source_fkey'],
);
