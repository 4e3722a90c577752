import { z } from 'zod';
import { notFound } from '../../../operation/errors.ts';
import { expandRows } from '../../../operation/expand.ts';
import { expandPaths, fieldsInput } from '../../../operation/list.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { ExpandedVariant } from '../product.ts';
import { loadProducts } from '../product-row.ts';
import { readVariant } from './variants.ts';

const expansions = { product: loadProducts };

export const getVariant = operation({
  name: 'get_variant',
  summary: 'Get one variant of a product.',
  http: 'GET /variants/{id}',
  effect: 'read',
  permission: 'products:read',
  mcp: 'action',
  input: z.strictObject({
    id: Id('variant'),
    fields: fieldsInput(ExpandedVariant).optional(),
    expand: expandPaths(expansions).optional(),
  }),
  output: ExpandedVariant,
  refuses: [notFound],
  async run(context, { id, expand }) {
    const variant = await readVariant(context, id);
    await expandRows(context, [variant], expand, expansions);
    return variant;
  },
});
