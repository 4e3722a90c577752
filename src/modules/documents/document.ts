import { z } from 'zod';
import { event } from '../../operation/events.ts';
import { refusal } from '../../operation/errors.ts';
import { Address, Day, Id, Instant, recordFields, Text } from '../../wire/index.ts';
import { pricedFields, SaleLine } from '../sales/index.ts';

export const documentTypes = ['quote'] as const;
export const documentStatuses = [
  ...(['draft', 'open', 'accepted', 'declined', 'expired', 'converted', 'cancelled'] as const),
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
  }),
  language: z.string(),
});
export type Snapshot = z.output<typeof Snapshot>;

/** What it comes to is what a sale would, without what only a sale has: its day, and when it is paid and delivered. */
const offered = z.object(pricedFields).omit({
  ...{ client_id: true, client_name: true, lines: true },
  ...{ sale_date: true, due_date: true, payment_schedule: true },
});

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
  ...offered.shape,
  lines: z.array(DocumentLine),
  buyer_reference: z.string().nullable(),
  notes: z.string().nullable(),
  terms: z.string().nullable(),
  footer: z.string().nullable(),
  language: z.string().nullable(),
  member_id: Id('member').nullable(),
  sale_id: Id('sale').nullable().describe('The sale that a quote became.'),
  snapshot: Snapshot.nullable().describe('Seller and buyer as they were when it was issued.'),
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

/** What events tell: the facts without the lines and nothing personal; whoever wants more reads the document. */
const QuoteFacts = Document.pick({
  ...{ id: true, type: true, status: true, number: true, client_id: true, issue_date: true, valid_until: true },
  ...{ currency: true, total: true, member_id: true, sale_id: true, external_id: true, version: true },
});

export const quoteCreated = event('quote.created', QuoteFacts);
export const quoteUpdated = event('quote.updated', QuoteFacts);
export const quoteDeleted = event('quote.deleted', QuoteFacts);
export const quoteIssued = event('quote.issued', QuoteFacts);
export const quoteAccepted = event('quote.accepted', QuoteFacts);
export const quoteDeclined = event('quote.declined', QuoteFacts);
export const quoteConverted = event('quote.converted', QuoteFacts);
export const quoteCancelled = event('quote.cancelled', QuoteFacts);

export const documentExternalIdTaken = refusal(
  'document_external_id_taken',
  409,
  'Another document has that external_id.',
  'List documents with that `external_id` to find it.',
  ['documents_external_id_key'],
);
