import { refusal } from '../../operation/errors.ts';

export const documentStands = refusal(
  'document_stands',
  409,
  'An invoice or credit note of it stands.',
  'Void the document `number` first; where that is not allowed, return the sale with return_sale and credit it.',
  ['sales_document_stands'],
);
export const saleInDocument = refusal(
  'sale_in_document',
  409,
  'A document is made of the sale.',
  'List documents with `sale_id` and delete drafts first; that deletes the sale too, if it was drafted for one.',
  ['documents_invoice_has_sale'],
);
