import { z } from 'zod';
import { notFound } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Text } from '../../../wire/index.ts';
import { Variant, variantIdByCode, variantNamed } from '../../products/index.ts';
import { Availability, readAvailability } from './get-variant-availability.ts';

const codeMax = 100;

export const lookupVariant = operation({
  name: 'lookup_variant',
  summary: 'Look up a variant by its barcode or SKU, with its price and available stock.',
  guidance:
    'For a scanner: one call for one code. A barcode is preferred to a SKU of the same digits, whatever its leading ' +
    'zeros. To search by words, use search or list_products.',
  http: 'GET /variants/lookup',
  effect: 'read',
  permission: 'products:read',
  mcp: 'action',
  input: z.strictObject({ code: Text(codeMax).describe('A barcode, or a SKU, ignoring case.') }),
  output: z.object({
    variant: Variant,
    stock: Availability.omit({ id: true }).nullable().describe('Null without the permission stock:read.'),
  }),
  refuses: [notFound],
  async run(context, { code }) {
    const id = variantIdByCode(context, code);
    const seesStock = context.actor.permissions.has('stock:read');
    const [variant, stock] = await Promise.all([
      variantNamed(context, id),
      seesStock ? readAvailability(context, id) : undefined,
    ]);
    if (variant === undefined) throw notFound({ hint: 'No product has this barcode or SKU. Find it by its name.' });
    return { variant, stock: stock ?? null };
  },
});
