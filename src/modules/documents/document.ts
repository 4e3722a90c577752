import { z } from 'zod';
import { refusal } from '../../operation/errors.ts';
import {
  Address,
  BankAccount,
  Day,
  eInvoiceFormats,
  ElectronicAddress,
  Id,
  Instant,
  Money,
  recordFields,
  Text,
} from '../../wire/index.ts';
import { paymentStatuses, pricedFields, SaleLine } from '../sales/index.ts';

export const documentTypes = ['quote', 'invoice', 'credit_note', 'proforma', 'delivery_note'] as const;
export type DocumentType = (typeof documentTypes)[number];

/** Those that are priced by themselves, before there is a sale; the others are of one. */
export function isOffer(type: DocumentType): boolean {
  return type === 'quote' || type === 'proforma';
}

export const documentStatuses = [
  ...(['draft', 'open', 'accepted', 'declined', 'expired', 'converted', 'cancelled'] as const),
  ...(['overdue', 'paid', 'credited', 'uncollectible', 'applied', 'issued', 'delivered', 'void'] as const),
] as const;
export type DocumentStatus = (typeof documentStatuses)[number];

const reasonMax = 500;
export const DeclineReason = Text(reasonMax);

const PartyTaxId = z.object({ type: z.string(), value: z.string() });

/** Who issued a document and to whom, as they were called on that day. */
export const Snapshot = z.object({
  seller: z.object({
    name: z.string(),
    legal_name: z.string().nullable(),
    registration_number: z.string().nullable(),
    tax_ids: z.array(PartyTaxId.extend({ country: z.string() })),
    address: Address.nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    website: z.string().nullable(),
    bank_account: BankAccount.nullable(),
    electronic_address: ElectronicAddress.nullable(),
    contact_name: z.string().nullable(),
  }),
  buyer: z.object({
    number: z.string(),
    type: z.string(),
    name: z.string(),
    legal_name: z.string().nullable(),
    tax_ids: z.array(PartyTaxId),
    tax_status: z.string(),
    billing_address: Address.nullable(),
    shipping_address: Address.nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    electronic_address: ElectronicAddress.nullable(),
    buyer_reference: z.string().nullable(),
  }),
  e_invoice_format: z.enum(eInvoiceFormats).nullable().describe('As what its e-invoice was to be sent.'),
  language: z.string(),
  date_format: z.string().nullable(),
  number_format: z.string().nullable(),
  quote: z.object({ number: z.string(), issue_date: Day }).nullable().describe('The quote that it is made of.'),
  corrects: z
    .object({ number: z.string(), issue_date: Day, reason: z.string().nullable() })
    .nullable()
    .describe('The invoice that a credit note corrects.'),
});
export type Snapshot = z.output<typeof Snapshot>;

/** What it comes to is what a sale would, without what is said of its client, its day and how it is paid. */
const offered = z.object(pricedFields).omit({
  ...{ client_id: true, client_name: true, lines: true },
  ...{ sale_date: true, due_date: true, payment_schedule: true },
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

export const DocumentLine = SaleLine.omit({
  ...{ id: true, quantity_returned: true, original_line_id: true, restocked: true, return_reason: true },
  ...{ unit_cost: true, cost_total: true },
});

export const Document = z.object({
  id: Id('document'),
  organization_id: Id('organization'),
  type: z.enum(documentTypes),
  status: z.enum(documentStatuses),
  number: z.string().nullable().describe('Null until it is issued.'),
  client_id: Id('client'),
  client_name: z.string(),
  title: z.string().nullable(),
  issue_date: Day.nullable(),
  valid_until: Day.nullable().describe('The last day on which a quote may be accepted.'),
  supply_date: Day.nullable().describe('The day of the sale that it is of.'),
  ...settled,
  ...offered.shape,
  lines: z.array(DocumentLine),
  buyer_reference: z.string().nullable(),
  po_number: z.string().nullable(),
  project: z.string().nullable(),
  notes: z.string().nullable(),
  terms: z.string().nullable(),
  footer: z.string().nullable(),
  language: z.string().nullable(),
  member_id: Id('member').nullable(),
  sale_id: Id('sale')
    .nullable()
    .describe('The sale that an offer became, or that it is of: of a credit note, the return.'),
  sale_number: z.string().nullable().describe('Of the sale that it is of.'),
  corrects_document_id: Id('document').nullable().describe('The invoice that a credit note corrects.'),
  correction_reason: z.string().nullable(),
  snapshot: Snapshot.nullable().describe('Seller and buyer as they were when it was issued.'),
  prev_hash: z.string().nullable().describe('The hash of the document before it in its series.'),
  hash: z.string().nullable().describe('SHA-256 over what was issued and `prev_hash`.'),
  issued_at: Instant.nullable(),
  accepted_at: Instant.nullable(),
  accepted_by: z.string().nullable(),
  declined_at: Instant.nullable(),
  declined_by: z.string().nullable(),
  decline_reason: z.string().nullable(),
  voided_at: Instant.nullable(),
  void_reason: z.string().nullable(),
  sent_at: Instant.nullable().describe('When it first left for the client.'),
  viewed_at: Instant.nullable().describe('When somebody first looked at it by a link.'),
  ...recordFields,
});
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
  'Credit it: give its goods back with return_sale. To void it all the same, an owner sets ' +
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
