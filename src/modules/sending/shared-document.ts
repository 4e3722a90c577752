import { z } from 'zod';
import type { Context } from '../../operation/operation.ts';
import { Document, DocumentLine, documentRecord, readDocument, Snapshot } from '../documents/index.ts';

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
  ...{ prices_include_tax: true, total: true, buyer_reference: true, notes: true, terms: true, footer: true },
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
  return { ...record, ...snapshot, time_zone: context.actor.organization?.timezone ?? 'UTC', viewed };
}
