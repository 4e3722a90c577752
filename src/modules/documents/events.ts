import { event, type EventKind } from '../../operation/events.ts';
import { Document, type DocumentType } from './document.ts';

/** What events tell: the facts without the lines and nothing personal; whoever wants more reads the document. */
const DocumentFacts = Document.pick({
  ...{ id: true, type: true, status: true, number: true, client_id: true, issue_date: true, valid_until: true },
  ...{ currency: true, total: true, member_id: true, sale_id: true, external_id: true, version: true },
});

/** What happens to documents of every type. */
export const created = {
  invoice: event('invoice.created', DocumentFacts),
  quote: event('quote.created', DocumentFacts),
} satisfies Record<DocumentType, EventKind>;
export const updated = {
  invoice: event('invoice.updated', DocumentFacts),
  quote: event('quote.updated', DocumentFacts),
} satisfies Record<DocumentType, EventKind>;
export const deleted = {
  invoice: event('invoice.deleted', DocumentFacts),
  quote: event('quote.deleted', DocumentFacts),
} satisfies Record<DocumentType, EventKind>;
export const issued = {
  invoice: event('invoice.issued', DocumentFacts),
  quote: event('quote.issued', DocumentFacts),
} satisfies Record<DocumentType, EventKind>;
export const voided = {
  quote: event('quote.cancelled', DocumentFacts),
  invoice: event('invoice.voided', DocumentFacts),
} satisfies Record<DocumentType, EventKind>;

export const quoteAccepted = event('quote.accepted', DocumentFacts);
export const quoteDeclined = event('quote.declined', DocumentFacts);
export const quoteConverted = event('quote.converted', DocumentFacts);
