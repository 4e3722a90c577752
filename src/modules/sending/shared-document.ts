import { z } from 'zod';
import { money } from '../../core/money.ts';
import type { Context } from '../../operation/operation.ts';
import {
  Document,
  DocumentLine,
  type DocumentRecord,
  documentRecord,
  readDocument,
  Snapshot,
} from '../documents/index.ts';

const { seller: Seller, buyer: Buyer } = Snapshot.shape;

const SharedTax = DocumentLine.shape.taxes.element.omit({ rate_id: true });

const SharedLine = DocumentLine.pick({
  ...{ position: true, sku: true, name: true, description: true, unit: true, quantity: true, unit_price: true },
  ...{ discount: true, gross: true, line_discount: true, subtotal: true, net: true, tax: true, total: true },
}).extend({ taxes: z.array(SharedTax) });

const { discounts: Discounts, charges: Charges, totals: Totals } = Document.shape;

/** What is on a document for its client: no id, no cost, and nothing of how it came about. */
export const SharedDocument = Document.pick({
  ...{ type: true, status: true, number: true, title: true, issue_date: true, valid_until: true, currency: true },
  ...{ supply_date: true, due_date: true, amount_paid: true, amount_due: true, is_overdue: true },
  ...{ prices_include_tax: true, total: true, buyer_reference: true, po_number: true, project: true },
  ...{ notes: true, terms: true, footer: true },
  ...{ accepted_at: true, accepted_by: true, declined_at: true, declined_by: true },
}).extend({
  language: z.string(),
  time_zone: z.string().describe('In which the days of it are told.'),
  seller: Seller,
  buyer: Buyer.pick({ name: true, legal_name: true, tax_ids: true, billing_address: true, shipping_address: true }),
  lines: z.array(SharedLine),
  discounts: z.array(Discounts.element.omit({ lines: true })),
  charges: z.array(Charges.element.omit({ tax_rate_ids: true }).extend({ taxes: z.array(SharedTax) })),
  totals: Totals.extend({ taxes: z.array(SharedTax) }),
  viewed: z.boolean().describe('Whether somebody has looked at it by this link before.'),
});
export type SharedDocument = z.output<typeof SharedDocument>;

/** The schema leaves out whatever it does not name. */
export async function readShared(context: Context, id: string, viewed: boolean): Promise<SharedDocument> {
  const record = documentRecord(context, await readDocument(context, id));
  const { snapshot } = record;
  if (snapshot === null) throw new Error('a document was shared before it was issued');
  const zone = context.actor.organization?.timezone ?? 'UTC';
  return { ...record, ...snapshot, ...owedOf(record), time_zone: zone, viewed };
}

/** That somebody gave up what is owed is for colleagues to know: the client owes it all the same. */
function owedOf(record: DocumentRecord): Partial<Pick<SharedDocument, 'status' | 'amount_due' | 'is_overdue'>> {
  if (record.status !== 'uncollectible') return {};
  const { total, amount_paid: paid, amount_refunded: refunded, amount_credited: credited } = record;
  const settled = (paid?.minor ?? 0n) - (refunded?.minor ?? 0n) + (credited?.minor ?? 0n);
  return { status: 'overdue', amount_due: money(total.minor - settled, total.currency), is_overdue: true };
}
