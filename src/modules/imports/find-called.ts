import { z } from 'zod';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { clientsCalled } from '../clients/index.ts';
import { variantsCalled } from '../products/index.ts';

const textsMax = 10_000;
const input = z.strictObject({ texts: z.array(z.string()).max(textsMax) });

const CalledClients = z.object({
  text: z.string(),
  clients: z.array(z.object({ id: Id('client'), has_own_taxes: z.boolean() })),
});
const CalledVariants = z.object({ text: z.string(), variants: z.array(Id('variant')) });
export type CalledClients = z.input<typeof CalledClients>;
export type CalledVariants = z.input<typeof CalledVariants>;

/**
 * What a file calls its clients, found for all its rows at once. Not in the catalogue: for people there are lists,
 * which page through what is similar and so may not hold what is the same.
 */
export const findCalledClients = operation({
  name: 'find_called_clients',
  summary: 'Find the clients that texts of a file name.',
  http: 'GET /imports/called-clients',
  effect: 'read',
  permission: 'clients:read',
  mcp: 'hidden',
  input,
  output: z.object({ found: z.array(CalledClients) }),
  async run(context, { texts }) {
    return { found: await clientsCalled(context, texts) };
  },
});

/** The same of products, by the SKU of a variant or the external id of a product. */
export const findCalledVariants = operation({
  name: 'find_called_variants',
  summary: 'Find the variants that texts of a file name.',
  http: 'GET /imports/called-variants',
  effect: 'read',
  permission: 'products:read',
  mcp: 'hidden',
  input,
  output: z.object({ found: z.array(CalledVariants) }),
  async run(context, { texts }) {
    return { found: await variantsCalled(context, texts) };
  },
});
