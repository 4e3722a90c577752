import { z } from 'zod';
import { seenWith } from '../../operation/seen-with.ts';
import { Client, loadClients } from '../clients/index.ts';
import { loadVariants, Variant } from '../products/index.ts';
import { loadSales, Sale } from '../sales/index.ts';
import { Document, DocumentLine } from './document.ts';

/** A document with what `expand` may add to it. */
export const ExpandedDocument = Document.extend({
  client: Client.nullable().optional(),
  sale: Sale.nullable().optional(),
  lines: z.array(DocumentLine.extend({ variant: Variant.nullable().optional() })),
});

export const documentExpansions = {
  client: seenWith('clients:read', loadClients),
  sale: seenWith('sales:read', loadSales),
  'lines.variant': seenWith('products:read', loadVariants),
};
