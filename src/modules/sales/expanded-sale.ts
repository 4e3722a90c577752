import { z } from 'zod';
import { Client, loadClients } from '../clients/index.ts';
import { loadVariants, Variant } from '../products/index.ts';
import { Sale, SaleLine } from './sale.ts';

/** A sale with what `expand` may add to it. */
export const ExpandedSale = Sale.extend({
  client: Client.nullable().optional(),
  lines: z.array(SaleLine.extend({ variant: Variant.nullable().optional() })),
});

export const saleExpansions = { client: loadClients, 'lines.variant': loadVariants };
