import { z } from 'zod';
import type { PaymentTerms } from '../../core/payment-terms.ts';
import { fault, needPermission } from '../../operation/fault.ts';
import type { Context } from '../../operation/operation.ts';
import { Amount, Day, Id, Locale, Notes, Percent, recordInput, recordPatch, Text } from '../../wire/index.ts';
import { rangeInput, statementTypes } from '../reports/index.ts';
import { overrideInput, priceInput, saleInput } from '../sales/index.ts';
import { type Attachment, attachmentIdsInput } from './attachments/attachments.ts';
import { type DocumentType, documentTypes } from './document.ts';

const titleMax = 255;
const referenceMax = 255;
const reasonMax = 500;

/** Fields that determine the amounts of a quote: those of a sale, but for its date, exchange rate and payment. */
export const offerInput = z.object(priceInput).omit({
  sale_date: true,
  exchange_rate: true,
  due_date: true,
  payment_schedule: true,
  instalments: true,
  early_discounts: true,
}).shape;

const { exchange_rate, due_date, payment_schedule, instalments, early_discounts, location_id } = saleInput;

/** Further fields of the sale of an invoice. */
export const billInput = {
  supply_date: Day.optional().describe('Invoices only: date of supply, which is the date of the sale. Default: today.'),
  due_date,
  payment_schedule,
  instalments,
  early_discounts,
  exchange_rate,
  location_id,
};

/** Printed texts beside the lines. */
export const printedInput = {
  title: Text(titleMax).nullable().optional(),
  buyer_reference: Text(referenceMax)
    .nullable()
    .optional()
    .describe('The client’s reference: an order, project or cost centre.'),
  po_number: Text(referenceMax).nullable().optional().describe('The client’s purchase order number.'),
  project: Text(referenceMax).nullable().optional(),
  notes: Notes.nullable().optional(),
  terms: Notes.nullable().optional(),
  footer: Notes.nullable().optional(),
  template_id: Id('document_template')
    .nullable()
    .optional()
    .describe('Default: the default template for its type and language.'),
  language: Locale.nullable().optional().describe('Default: the client’s language, else the organisation’s.'),
};

export const issueAtInput = Day.optional().describe(
  'Issue date in the future, on which it is issued automatically; also the sale date unless `supply_date` is sent.',
);

export const sendInput = z
  .boolean()
  .optional()
  .describe('Email it to the client as soon as it is issued, as send_document does.');

export const validUntilInput = Day.nullable()
  .optional()
  .describe('Quotes only: last day to accept it. Default: 30 days after issue.');

export const withoutEInvoiceInput = z
  .boolean()
  .optional()
  .describe('Credit notes only: issue it as PDF alone if the e-invoice its client requires cannot be created.');

export const correctionReason = Text(reasonMax)
  .nullable()
  .optional()
  .describe('Credit and debit notes only: reason for the correction.');

const memberInput = Id('member').nullable().optional().describe('Member responsible for it. Default: you.');

const { lines, ...offerRest } = offerInput;

export const aboutInput = { member_id: memberInput, ...recordInput };

/** Parameters of the report behind a statement. */
const statementInput = {
  period: rangeInput.period.describe('Statements only, instead of `from` and `to`. Default: this month.'),
  from: rangeInput.from.describe('Statements only: first day.'),
  to: rangeInput.to.describe('Statements only: last day.'),
  statement_type: z.enum(statementTypes).optional().describe('Default: activity.'),
};

const depositsMax = 50;

export const depositIdsInput = z
  .array(Id('document'))
  .max(depositsMax)
  .describe('Invoices only: deposits to deduct. Default: those of its quote.');

export const documentInput = {
  type: z.enum(documentTypes),
  sale_id: Id('sale').optional().describe('The sale to document, instead of `lines`; for a credit note, the return.'),
  payment_id: Id('payment').optional().describe('Receipts only: the payment received, instead of `sale_id`.'),
  ...statementInput,
  corrects_document_id: Id('document').optional().describe('Debit notes only: the invoice increased by `lines`.'),
  correction_reason: correctionReason,
  deposit_for_id: Id('document').optional().describe('Deposit invoices only: the quote or proforma.'),
  deposit_percent: Percent.optional().describe('Percentage of that quote or proforma to ask for, instead of `lines`.'),
  deposit_amount: Amount.optional().describe('Amount of it to ask for, taxes included, instead of `lines`.'),
  deposit_ids: depositIdsInput.optional(),
  ...offerRest,
  lines: lines.optional(),
  ...billInput,
  ...printedInput,
  valid_until: validUntilInput,
  attachment_ids: attachmentIdsInput,
  issue_at: issueAtInput,
  send_when_issued: sendInput,
  ...aboutInput,
  issue: z.boolean().default(false).describe('Issue it immediately, as issue_document does.'),
  override: overrideInput,
};
export type DocumentGiven = Omit<
  z.output<z.ZodObject<typeof documentInput>>,
  'issue' | 'override' | 'lines' | 'send_when_issued' | 'attachment_ids'
> & {
  readonly attachments?: readonly Attachment[] | undefined;
  readonly lines?: z.output<typeof lines> | undefined;
  /** By which it is due instead of by the terms of the client. */
  readonly due_terms?: PaymentTerms | undefined;
};

/** May change at any time, because it is not printed. */
export const aboutPatch = { member_id: Id('member').nullable().optional(), ...recordPatch };

const offerNames = Object.keys(offerInput);
const billNames = Object.keys(billInput);

/** Fields that not every type has. */
const ofTypes: Readonly<Record<DocumentType, readonly string[]>> = {
  quote: [...offerNames, 'valid_until', 'issue_at'],
  proforma: [...offerNames, 'valid_until', 'issue_at'],
  invoice: [...offerNames, ...billNames, 'sale_id', 'issue_at', 'deposit_ids'],
  deposit_invoice: [
    'client_id',
    'client',
    'currency',
    'prices_include_tax',
    'lines',
    'supply_date',
    'due_date',
    'exchange_rate',
    'issue_at',
    'deposit_for_id',
    'deposit_percent',
    'deposit_amount',
  ],
  debit_note: [...offerNames, ...billNames, 'corrects_document_id', 'correction_reason', 'issue_at'],
  credit_note: ['sale_id', 'correction_reason', 'issue_at', 'without_e_invoice'],
  delivery_note: ['sale_id', 'issue_at'],
  receipt: ['sale_id', 'payment_id'],
  statement: ['client_id', 'client', 'currency', ...Object.keys(statementInput)],
};
const ofSomeTypes = new Set(Object.values(ofTypes).flat());

/** Refuses what a document of the type does not have, rather than to forget it. */
export function checkFields(type: DocumentType, given: object): void {
  const has = new Set(ofTypes[type]);
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || has.has(name) || !ofSomeTypes.has(name)) continue;
    throw fault(`/${name}`, 'not_for_type', `Leave this field out: a document of type ${type} does not have it.`);
  }
}

type Asked = Pick<DocumentGiven, 'type' | 'issue_at'> & { readonly issue: boolean };

/** Refuses who may not create such a document, and what one of its type does not have. */
export function checkAsked(context: Context, { issue, ...given }: Asked): void {
  const { type, issue_at: day } = given;
  if (issue || type === 'receipt' || type === 'statement') needPermission(context, 'documents:issue');
  if (type === 'credit_note') needPermission(context, 'documents:void');
  checkFields(type, given);
  if (issue && day !== undefined) throw fault('/issue_at', 'not_both', 'Write either `issue` or `issue_at`, not both.');
}

const ofSale = new Set([...offerNames, ...billNames]);

/** Refuses to price anew what a sale has decided. */
export function checkFromSale(given: object): void {
  const wrong = Object.entries(given).find(([name, value]) => value !== undefined && ofSale.has(name));
  if (wrong === undefined) return;
  throw fault(
    `/${wrong[0]}`,
    'from_sale',
    'Leave this field out: it is taken from the sale in `sale_id`. Change a draft sale with update_sale.',
  );
}
