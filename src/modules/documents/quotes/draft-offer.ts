import { fault } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import type { DocumentGiven } from '../document-input.ts';
import type { StoredDocument } from '../document-row.ts';
import { draftRow } from '../draft-row.ts';
import { type Offer, planOffer, priceOffer } from './price-offer.ts';
import { insertDocument } from '../store.ts';

/** Drafts a quote or a proforma from an input that names everything by its id. */
export async function draftOffer(context: Context, input: DocumentGiven): Promise<StoredDocument> {
  const id = context.newId();
  const document = offerOf(context, input, { id, ...(await priceOffer(context, withLines(input), { id })) });
  insertDocument(context, document);
  return document;
}

/** The same as it would be drafted, and nothing is written. */
export async function plannedOffer(context: Context, input: DocumentGiven): Promise<StoredDocument> {
  const id = context.newId();
  const { priced } = await planOffer(context, withLines(input), { id });
  return offerOf(context, input, { id, ...priced });
}

function withLines(input: DocumentGiven): Offer {
  const { lines } = input;
  if (lines === undefined) throw fault('/lines', 'required', 'Write what the quote offers, in `lines`.');
  return { ...input, lines };
}

type Priced = Awaited<ReturnType<typeof priceOffer>> & { readonly id: string };

function offerOf(context: Context, input: DocumentGiven, { lines, ...priced }: Priced): StoredDocument {
  return { row: draftRow(context, input, { type: input.type, ...priced }), lines };
}
