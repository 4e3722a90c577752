import { z } from 'zod';
import { seenWith } from '../../operation/seen-with.ts';
import { Client, loadClients } from '../clients/index.ts';
import { loadVariants, Variant } from '../products/index.ts';
import { Sale } from './sale.ts';
import { SaleLine } from './sale-line.ts';

/** A sale with what `expand` may add to it. */
export const ExpandedSale = Sale.extend({
  client: Client.nullable().optional(),
  lines: z.array(SaleLine.extend({ variant: Variant.nullable().optional() })),
});

export const saleExpansions = {
  client: seenWith('clients:read', loadClients),
  'lines.variant': seenWith('products:read', loadVariants),
};
