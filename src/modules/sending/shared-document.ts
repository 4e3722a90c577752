import { z } from 'zod';
import { formatDecimal } from '../../core/decimal.ts';
import { money } from '../../core/money.ts';
import { settledParts } from '../../core/schedule.ts';
import type { Context } from '../../operation/operation.ts';
import type { DocumentFacts } from '../../render/facts.ts';
import { Color } from '../../render/template.ts';
import { themeOf } from '../../render/theme.ts';
import { Day, Money } from '../../wire/index.ts';
import {
  Document,
  DocumentLine,
  type DocumentRecord,
  documentRecord,
  keptLook,
  plainLook,
  printedDocument,
  readDocument,
  Receipt,
  Snapshot,
  Statement,
} from '../documents/index.ts';
import { SharedPayment, sharedPayment } from './shared-payment.ts';

const { seller: Seller, buyer: Buyer } = Snapshot.shape;

const SharedTax = DocumentLine.shape.taxes.element.omit({ rate_id: true });

const { unit_price, gross, line_discount, subtotal, net, tax, total } = DocumentLine.shape;

const SharedLine = DocumentLine.pick({
  position: true,
  sku: true,
  name: true,
  description: true,
  unit: true,
  quantity: true,
  discount: true,
}).extend({
  unit_price: unit_price.nullable(),
  gross: gross.nullable(),
  line_discount: line_discount.nullable(),
  subtotal: subtotal.nullable(),
  net: net.nullable(),
  tax: tax.nullable(),
  total: total.nullable(),
  taxes: z.array(SharedTax),
});

const {
  attachments: Attachments,
  discounts: Discounts,
  charges: Charges,
  totals: Totals,
  total: Total,
} = Document.shape;

const Appearance = z.object({
  accent: Color.describe('Accent colour of the document.'),
  logo: z.boolean().describe('`/logo` returns a logo.'),
});

const { payments: Payments, settles: Settles } = Receipt.shape;

const SharedReceipt = Receipt.extend({
  payments: z.array(Payments.element.omit({ payment_id: true })),
  settles: z.array(Settles.element.omit({ sale_id: true, document_id: true })),
});

const SharedDeposit = Document.shape.deposits.unwrap().element.omit({ document_id: true });

const TaxInBase = z.object({
  currency: z.string(),
  exchange_rate: z.string().describe('Value of one unit of the document currency.'),
  rate_date: Day.nullable(),
  tax: Money,
});

/** Memos of the books are for colleagues. */
const SharedRow = Statement.shape.rows.unwrap().element.omit({ source: true, document_id: true, description: true });
const SharedStatement = Statement.omit({ other_currencies: true }).extend({ rows: z.array(SharedRow).nullable() });

/** Public view of a document: no id, no cost, and nothing internal. */
export const SharedDocument = Document.pick({
  type: true,
  status: true,
  number: true,
  title: true,
  issue_date: true,
  valid_until: true,
  currency: true,
  supply_date: true,
  due_date: true,
  payment_schedule: true,
  early_discounts: true,
  amount_paid: true,
  amount_due: true,
  is_overdue: true,
  prices_include_tax: true,
  buyer_reference: true,
  po_number: true,
  project: true,
  notes: true,
  terms: true,
  footer: true,
  accepted_at: true,
  accepted_by: true,
  declined_at: true,
  declined_by: true,
}).extend({
  language: z.string(),
  time_zone: z.string().describe('Time zone of its dates.'),
  seller: Seller,
  buyer: Buyer.unwrap()
    .pick({ name: true, legal_name: true, tax_ids: true, billing_address: true, shipping_address: true })
    .nullable()
    .describe('Null on a receipt for a walk-in client.'),
  lines: z.array(SharedLine),
  statement: SharedStatement.nullable().describe('Statements only: transactions and the balance owed.'),
  attachments: z
    .array(Attachments.element.omit({ file_id: true, sha256: true }))
    .describe('Attached files: `/attachments/1` is the first.'),
  quote: Snapshot.shape.quote,
  corrects: Snapshot.shape.corrects,
  deposits: z.array(SharedDeposit).nullable().describe('Deposits deducted from the amount due.'),
  tax_in_base_currency: TaxInBase.nullable().describe('Tax in the seller’s currency; null if the document is in it.'),
  receipt: SharedReceipt.nullable().describe('Receipts only: the payment received.'),
  discounts: z.array(Discounts.element.omit({ lines: true })),
  charges: z.array(Charges.element.omit({ tax_rate_ids: true }).extend({ taxes: z.array(SharedTax) })),
  totals: Totals.extend({ taxes: z.array(SharedTax) }).nullable(),
  total: Total.nullable().describe('Null on a delivery note, which has no prices.'),
  payment: SharedPayment.nullable(),
  appearance: Appearance,
  viewed: z.boolean().describe('The document was viewed by this link before.'),
});
export type SharedDocument = z.output<typeof SharedDocument>;

/** The schema leaves out whatever it does not name. */
export async function readShared(context: Context, id: string, viewed: boolean): Promise<SharedDocument> {
  const [document, kept] = await Promise.all([readDocument(context, id), keptLook(context, id)]);
  const record = documentRecord(context, document);
  const { snapshot } = record;
  if (snapshot === null) throw new Error('a document was shared before it was issued');
  const { template, logo } = kept ?? plainLook;
  const owed = owedOf(context, record);
  const facts = await printedDocument(context, document);
  return {
    ...record,
    ...snapshot,
    status: owed.status,
    amount_due: owed.amount_due,
    is_overdue: owed.is_overdue,
    payment_schedule: owed.payment_schedule,
    tax_in_base_currency: taxInBase(facts),
    ...(tellsPrices(record) ? {} : withoutPrices(record)),
    payment: sharedPayment(facts, { template, owed }),
    appearance: { accent: themeOf(template, null).theme.accent, logo: logo !== null },
    time_zone: context.actor.organization?.timezone ?? 'UTC',
    viewed,
  };
}

function taxInBase({ taxCurrency }: DocumentFacts): z.output<typeof TaxInBase> | null {
  if (taxCurrency === null) return null;
  const { currency, rate, day, tax: levied } = taxCurrency;
  const worth = formatDecimal(rate.units, rate.scale, 0);
  return { currency, exchange_rate: worth, rate_date: day, tax: money(levied, currency) };
}

function tellsPrices({ type }: DocumentRecord): boolean {
  return type !== 'delivery_note';
}

const noPrices = {
  unit_price: null,
  gross: null,
  line_discount: null,
  subtotal: null,
  net: null,
  tax: null,
  total: null,
  discount: null,
  taxes: [],
};

function withoutPrices({ lines }: DocumentRecord) {
  const bare = lines.map((line) => ({ ...line, ...noPrices }));
  const nothing = {
    amount_paid: null,
    amount_due: null,
    payment_schedule: [],
    early_discounts: [],
    tax_in_base_currency: null,
  };
  return { lines: bare, discounts: [], charges: [], totals: null, total: null, ...nothing };
}

type Owed = Pick<DocumentRecord, 'status' | 'amount_due' | 'is_overdue' | 'payment_schedule'>;

/** That somebody gave up what is owed is for colleagues to know: the client owes it all the same. */
function owedOf({ today }: Context, record: DocumentRecord): Owed {
  if (record.status !== 'uncollectible') return record;
  const { total: whole, amount_paid: paid, amount_refunded: refunded, amount_credited: credited } = record;
  const settled = (paid?.minor ?? 0n) - (refunded?.minor ?? 0n) + (credited?.minor ?? 0n);
  const parts = record.payment_schedule.map(({ due_date: dueDate, amount }) => ({ dueDate, amount: amount.minor }));
  const paidOf = settledParts(parts, settled);
  return {
    status: 'overdue',
    amount_due: money(whole.minor - settled, whole.currency),
    is_overdue: true,
    payment_schedule: record.payment_schedule.map((part, index) => {
      const paidPart = paidOf[index] ?? 0n;
      const due = part.amount.minor - paidPart;
      return {
        ...part,
        amount_paid: money(paidPart, whole.currency),
        amount_due: money(due, whole.currency),
        is_overdue: due > 0n && part.due_date < today,
      };
    }),
  };
}
