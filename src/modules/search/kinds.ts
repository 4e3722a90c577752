import type { Searchable } from '../../operation/searchable.ts';
import { searchedClients } from '../clients/index.ts';
import { searchedDocuments, searchedOtherDocuments } from '../documents/index.ts';
import { searchedExpenses } from '../expenses/index.ts';
import { searchedFiles } from '../files/index.ts';
import { searchedPayments } from '../payments/index.ts';
import { searchedProducts, searchedVariants } from '../products/index.ts';
import { searchedSales } from '../sales/index.ts';

export const searchedTypes = [
  ...(['client', 'variant', 'product', 'sale', 'document'] as const),
  ...(['expense', 'payment', 'other_document', 'file'] as const),
] as const;

export type SearchedType = (typeof searchedTypes)[number];

/** Searched types, in the order of equally good matches. */
export const kinds: Readonly<Record<SearchedType, Searchable>> = {
  client: searchedClients,
  variant: searchedVariants,
  product: searchedProducts,
  sale: searchedSales,
  document: searchedDocuments,
  expense: searchedExpenses,
  payment: searchedPayments,
  other_document: searchedOtherDocuments,
  file: searchedFiles,
};
