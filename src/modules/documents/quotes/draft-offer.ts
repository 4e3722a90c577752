import { fault } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import type { DocumentGiven } from '../document-input.ts';
import type { StoredDocument } from '../document-row.ts';
import { draftRow } from '../draft-row.ts';
import { priceOffer } from './price-offer.ts';
import { insertDocument } from '../store.ts';

/** Drafts a quote or a proforma from an input that names everything by its id. */
export async function draftOffer(context: Context, { lines: asked, ...input }: DocumentGiven): Promise<StoredDocument> {
  if (asked === undefined) throw fault('/lines', 'required', 'Write what the quote offers, in `lines`.');
  const id = context.newId();
  const { lines, ...priced } = await priceOffer(context, { ...input, lines: asked }, { id });
  const document = { row: draftRow(context, input, { id, type: input.type, ...priced }), lines };
  insertDocument(context, document);
  return document;
}
