import { refusal } from '../../../operation/errors.ts';

export const documentStands = refusal(
  'document_stands',
  409,
  'The sale has an issued invoice or credit note.',
  'Void the document `number` first; if voiding is not allowed, return the sale with return_sale and credit it.',
  ['sales_document_stands'],
);
export const saleInDocument = refusal(
  'sale_in_document',
  409,
  'A document was created from the sale.',
  'List documents with `sale_id` and delete drafts first; that also deletes a sale drafted for one.',
  ['documents_invoice_has_sale'],
);
