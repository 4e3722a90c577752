import { event } from '../../operation/events.ts';
import { Document } from './document.ts';

/** What events tell: the facts without the lines and nothing personal; whoever wants more reads the document. */
const DocumentFacts = Document.pick({
  ...{ id: true, type: true, status: true, number: true, client_id: true, issue_date: true, valid_until: true },
  ...{ currency: true, total: true, member_id: true, sale_id: true, external_id: true, version: true },
});

/** What happens to documents of every type. */
export const created = {
  invoice: event('invoice.created', DocumentFacts),
  quote: event('quote.created', DocumentFacts),
  credit_note: event('credit_note.created', DocumentFacts),
  proforma: event('proforma.created', DocumentFacts),
  delivery_note: event('delivery_note.created', DocumentFacts),
};
export const updated = {
  invoice: event('invoice.updated', DocumentFacts),
  quote: event('quote.updated', DocumentFacts),
  credit_note: event('credit_note.updated', DocumentFacts),
  proforma: event('proforma.updated', DocumentFacts),
  delivery_note: event('delivery_note.updated', DocumentFacts),
};
export const deleted = {
  invoice: event('invoice.deleted', DocumentFacts),
  quote: event('quote.deleted', DocumentFacts),
  credit_note: event('credit_note.deleted', DocumentFacts),
  proforma: event('proforma.deleted', DocumentFacts),
  delivery_note: event('delivery_note.deleted', DocumentFacts),
};
export const issued = {
  invoice: event('invoice.issued', DocumentFacts),
  quote: event('quote.issued', DocumentFacts),
  credit_note: event('credit_note.issued', DocumentFacts),
  proforma: event('proforma.issued', DocumentFacts),
  delivery_note: event('delivery_note.issued', DocumentFacts),
};
export const voided = {
  quote: event('quote.cancelled', DocumentFacts),
  invoice: event('invoice.voided', DocumentFacts),
  credit_note: event('credit_note.voided', DocumentFacts),
  proforma: event('proforma.cancelled', DocumentFacts),
  delivery_note: event('delivery_note.cancelled', DocumentFacts),
};

export const quoteAccepted = event('quote.accepted', DocumentFacts);
export const quoteDeclined = event('quote.declined', DocumentFacts);
export const quoteConverted = event('quote.converted', DocumentFacts);
export const proformaConverted = event('proforma.converted', DocumentFacts);
export const goodsDelivered = event('delivery_note.delivered', DocumentFacts);
