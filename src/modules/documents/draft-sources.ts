import type { Sql } from '../../db/sql.ts';
import { missing } from '../../operation/fault.ts';
import type { Context } from '../../operation/operation.ts';
import { fileToLink, fileToShow } from '../files/index.ts';
import { lockSale, makeDraft, planDraft, readSale, type SaleInput, type StoredSale } from '../sales/index.ts';
import type { DocumentRow, StoredDocument } from './document-row.ts';
import { lockDocument, lockDocuments, readDocument, readDocuments } from './store.ts';

/** Sources of a new document. Preview and creation share them, and so refuse the same. */
export type DraftSources = {
  readonly document: (context: Context, id: string) => Promise<StoredDocument>;
  readonly documents: (context: Context, condition: Sql) => Promise<DocumentRow[]>;
  /** A sale there is. */
  readonly sale: (context: Context, id: string) => Promise<StoredSale>;
  /** A sale of lines, drafted with its document. */
  readonly saleOf: (context: Context, input: SaleInput, how: { readonly isDeposit: boolean }) => Promise<StoredSale>;
  readonly file: typeof fileToLink;
};

/** For a document that is created: it all stands still until the document is written, and its sale is written too. */
export const locked: DraftSources = {
  document: (context, id) => lockDocument(context, { id }),
  documents: lockDocuments,
  sale: (context, id) => lockSale(context, id, undefined, noSale),
  saleOf: makeDraft,
  file: fileToLink,
};

/** For one that is only shown: nothing is locked or written, so that it runs where nothing can be. */
export const onlyRead: DraftSources = {
  document: readDocument,
  documents: readDocuments,
  sale: (context, id) => readSale(context, id, noSale),
  saleOf: planDraft,
  file: fileToShow,
};

function noSale(): Error {
  return missing('/sale_id', 'sale');
}
