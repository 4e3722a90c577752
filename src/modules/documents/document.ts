import { z } from 'zod';
import { refusal } from '../../operation/errors.ts';
import {
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
import { Attachment } from './attachments.ts';
import { Deposit, DepositFor } from './deposit.ts';
import { QrBill } from './qr-bill.ts';
import { Receipt } from './receipt.ts';
import { Statement } from './statement.ts';

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
  ...(['draft', 'scheduled', 'open', 'accepted', 'declined', 'expired', 'converted', 'cancelled'] as const),
  ...(['overdue', 'paid', 'credited', 'uncollectible', 'applied', 'issued', 'delivered', 'final', 'void'] as const),
] as const;
export type DocumentStatus = (typeof documentStatuses)[number];

const reasonMax = 500;
export const DeclineReason = Text(reasonMax);

/** Who issued a document and to whom, as they were called on that day. */
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
    .describe('Null on a receipt for whoever walked in.'),
  e_invoice_format: z.enum(eInvoiceFormats).nullable().describe('As what its e-invoice was to be sent.'),
  language: z.string(),
  date_format: z.string().nullable(),
  number_format: z.string().nullable(),
  quote: z.object({ number: z.string(), issue_date: Day }).nullable().describe('The quote that it is made of.'),
  corrects: z
    .object({ number: z.string(), issue_date: Day, reason: z.string().nullable() })
    .nullable()
    .describe('The invoice that a credit or debit note corrects.'),
  payment_reference: z
    .string()
    .nullable()
    .describe('What its transfer names instead of its number: the reference of a Swiss QR-bill.'),
});
export type Snapshot = z.output<typeof Snapshot>;

/** What it comes to is what a sale would, without what is said of its client, its day and how it is paid. */
const offered = z.object(pricedFields).omit({
  client_id: true,
  client_name: true,
  lines: true,
  sale_date: true,
  due_date: true,
  payment_schedule: true,
});

/** How its sale is paid. */
const settled = {
  due_date: Day.nullable().describe('When all of an invoice is due.'),
  payment_schedule: pricedFields.payment_schedule,
  payment_status: z.enum(paymentStatuses).nullable(),
  amount_paid: Money.nullable(),
  amount_refunded: Money.nullable(),
  amount_credited: Money.nullable(),
  amount_due: Money.nullable(),
  is_overdue: z.boolean(),
  days_overdue: z.int(),
};

const worth = 'By the rate of its sale or its money; null on a statement in another currency.';

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
  number: z.string().nullable().describe('Null until it is issued.'),
  client_id: Id('client').nullable().describe('Null on a receipt for whoever walked in.'),
  client_name: ForeignName.nullable(),
  title: z.string().nullable(),
  issue_date: Day.nullable(),
  issue_at: Day.nullable().describe('Of a draft: the day on which it issues itself.'),
  issue_problem: z.string().nullable().describe('Why it could not, on that day.'),
  send_when_issued: z.boolean().describe('Whether it is mailed to its client when it issues itself.'),
  valid_until: Day.nullable().describe('The last day on which a quote may be accepted.'),
  supply_date: Day.nullable().describe('The day of the sale that it is of.'),
  ...settled,
  ...offered.shape,
  exchange_rate: offered.shape.exchange_rate.nullable().describe(worth),
  base_total: offered.shape.base_total.nullable().describe(worth),
  lines: z.array(DocumentLine),
  deposits: z.array(Deposit).nullable().describe('Taken off what is due; null: those that were asked for its quote.'),
  deposit_for: DepositFor.nullable().describe('Of a deposit invoice: the quote or proforma that it is for.'),
  deducted_in_id: Id('document').nullable().describe('Of a deposit invoice: the invoice that took it off what is due.'),
  attachments: z.array(Attachment).describe('Files that go with it; once it is issued, they stay as they are.'),
  receipt: Receipt.nullable().describe('Of a receipt: the money that came in.'),
  statement: Statement.nullable().describe('Of a statement: what happened in its days, and what is owed.'),
  qr_bill: QrBill.nullable(),
  buyer_reference: ForeignName.nullable(),
  po_number: ForeignName.nullable(),
  project: ForeignName.nullable(),
  notes: ForeignText.nullable(),
  terms: HouseProse().nullable(),
  footer: HouseProse().nullable(),
  language: z.string().nullable(),
  template_id: Id('document_template').nullable().describe('Null for that of its type; once issued, the one it has.'),
  template_version: z.int().nullable().describe('Of the template, as it was when it was issued.'),
  member_id: Id('member').nullable(),
  sale_id: Id('sale')
    .nullable()
    .describe('The sale that an offer became, or that it is of: of a credit note, the return.'),
  sale_number: z.string().nullable().describe('Of the sale that it is of.'),
  corrects_document_id: Id('document').nullable().describe('The invoice that a credit or debit note corrects.'),
  correction_reason: z.string().nullable(),
  recurring_id: Id('recurring_document').nullable().describe('The schedule that made it.'),
  occurrence_date: Day.nullable(),
  snapshot: Snapshot.nullable().describe('Seller and buyer as they were when it was issued.'),
  prev_hash: z.string().nullable().describe('The hash of the document before it in its series.'),
  hash: z.string().nullable().describe('SHA-256 over what was issued and `prev_hash`.'),
  issued_at: Instant.nullable(),
  accepted_at: Instant.nullable(),
  accepted_by: ForeignText.nullable(),
  declined_at: Instant.nullable(),
  declined_by: ForeignText.nullable(),
  decline_reason: ForeignText.nullable(),
  voided_at: Instant.nullable(),
  void_reason: z.string().nullable(),
  sent_at: Instant.nullable().describe('When it first left for the client.'),
  viewed_at: Instant.nullable().describe('When somebody first looked at it by a link.'),
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
  'The sale has an invoice.',
  'Use the invoice `document_id`: issue it if it is a draft. A second one needs the first to be void.',
  ['documents_invoice_of_sale_key'],
);

export const voidNotAllowed = refusal(
  'void_not_allowed',
  409,
  'An invoice that was issued is not voided.',
  'Credit it with credit_document. To void it all the same, an owner sets ' +
    '`invoice_defaults.allow_void` with update_organization.',
);

export const saleNotInvoiced = refusal(
  'sale_not_invoiced',
  409,
  'There is no invoice to credit.',
  'A credit note corrects an issued invoice of the sale: issue that first.',
);

export const returnCredited = refusal(
  'return_credited',
  409,
  'The return has a credit note.',
  'Use the credit note `document_id`: issue it if it is a draft.',
  ['documents_credit_note_of_return_key'],
);

export const paymentReceipted = refusal(
  'payment_receipted',
  409,
  'The money has a receipt.',
  'Use the receipt `document_id`. Another one needs that one to be void.',
  ['document_payments_receipt_key'],
);

export const documentRepeats = refusal(
  'document_repeats',
  409,
  'A schedule repeats the document.',
  'List recurring documents with `document_id`, and let them repeat another first.',
  ['recurring_documents_source_fkey'],
);
