import { z } from 'zod';
import type { PaymentTerms } from '../../core/payment-terms.ts';
import { fault } from '../../operation/fault.ts';
import { Amount, Day, Id, Locale, Notes, Percent, recordInput, recordPatch, Text } from '../../wire/index.ts';
import { rangeInput, statementTypes } from '../reports/index.ts';
import { overrideInput, priceInput, saleInput } from '../sales/index.ts';
import { type Attachment, attachmentIdsInput } from './attachments.ts';
import { type DocumentType, documentTypes } from './document.ts';

const titleMax = 255;
const referenceMax = 255;
const reasonMax = 500;

/** What decides the amounts of a quote: as of a sale, but for its day, the rate of that day, and how it is paid. */
export const offerInput = z.object(priceInput).omit({
  sale_date: true,
  exchange_rate: true,
  due_date: true,
  payment_schedule: true,
  instalments: true,
}).shape;

const { exchange_rate, due_date, payment_schedule, instalments, location_id } = saleInput;

/** What else decides the sale of an invoice. */
export const billInput = {
  supply_date: Day.optional().describe('Of an invoice: the day of its sale. Default: today.'),
  due_date,
  payment_schedule,
  instalments,
  exchange_rate,
  location_id,
};

/** What is printed beside the lines. */
export const printedInput = {
  title: Text(titleMax).nullable().optional(),
  buyer_reference: Text(referenceMax)
    .nullable()
    .optional()
    .describe('What the client calls it: order, project, cost centre.'),
  po_number: Text(referenceMax).nullable().optional().describe('The number of the client’s order.'),
  project: Text(referenceMax).nullable().optional(),
  notes: Notes.nullable().optional(),
  terms: Notes.nullable().optional(),
  footer: Notes.nullable().optional(),
  template_id: Id('document_template').nullable().optional().describe('Default: that of its type and language.'),
  language: Locale.nullable().optional().describe('Default: the language of the client, else of the organisation.'),
};

export const issueAtInput = Day.optional().describe(
  'Issues itself on that day, as of a sale of that day unless `supply_date` is sent too.',
);

export const sendInput = z
  .boolean()
  .optional()
  .describe('Mails it to its client as soon as it is issued, as send_document does.');

export const validUntilInput = Day.nullable().optional().describe('Of a quote. Default: 30 days after it is issued.');

export const withoutEInvoiceInput = z
  .boolean()
  .optional()
  .describe('Of a credit note: issue it as pages alone, where the e-invoice that its client takes cannot be written.');

export const correctionReason = Text(reasonMax).nullable().optional().describe('Of a credit or debit note.');

const memberInput = Id('member').nullable().optional().describe('Who is in charge of it. Default: you.');

const { lines, ...offerRest } = offerInput;

/** What files it. */
export const aboutInput = { member_id: memberInput, ...recordInput };

/** What a statement is about, as its report asks it. */
const statementInput = {
  period: rangeInput.period.describe('Of a statement, instead of `from` and `to`. Default: this month.'),
  from: rangeInput.from.describe('Of a statement: first day.'),
  to: rangeInput.to.describe('Of a statement: last day.'),
  statement_type: z.enum(statementTypes).optional().describe('Default: activity.'),
};

const depositsMax = 50;

export const depositIdsInput = z
  .array(Id('document'))
  .max(depositsMax)
  .describe('Of an invoice: deposits to take off. Default: those of its quote.');

export const documentInput = {
  type: z.enum(documentTypes),
  sale_id: Id('sale').optional().describe('What it is of, instead of `lines`: a sale, or for a credit note a return.'),
  payment_id: Id('payment').optional().describe('Of a receipt: the money that came in, instead of `sale_id`.'),
  ...statementInput,
  corrects_document_id: Id('document').optional().describe('Of a debit note: the invoice that its `lines` raise.'),
  correction_reason: correctionReason,
  deposit_for_id: Id('document').optional().describe('Of a deposit invoice: its quote or proforma.'),
  deposit_percent: Percent.optional().describe('So much of that, instead of `lines`.'),
  deposit_amount: Amount.optional().describe('The same, taxes included.'),
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
  issue: z.boolean().default(false).describe('Issues it at once, as issue_document does.'),
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

/** What may be said of it at any time, because it is not printed. */
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
    throw fault(`/${name}`, 'not_for_type', `Leave it out: a document of type ${type} has none.`);
  }
}

const ofSale = new Set([...offerNames, ...billNames]);

/** Refuses to price anew what a sale has decided. */
export function checkFromSale(given: object): void {
  const wrong = Object.entries(given).find(([name, value]) => value !== undefined && ofSale.has(name));
  if (wrong === undefined) return;
  throw fault(
    `/${wrong[0]}`,
    'from_sale',
    'Leave it out: the sale in `sale_id` says so. A draft is changed by update_sale.',
  );
}
