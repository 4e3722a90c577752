import { z } from 'zod';
import { notFound } from '../../operation/errors.ts';
import { expandRows } from '../../operation/expand.ts';
import { expandPaths, fieldsInput } from '../../operation/list.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { ExpandedProduct } from './product.ts';
import { productCategories } from './categories/product-category.ts';
import { readProduct } from './product-row.ts';

const expansions = { category: productCategories.load };

export const getProduct = operation({
  name: 'get_product',
  summary: 'Get one product with its variants.',
  http: 'GET /products/{id}',
  effect: 'read',
  permission: 'products:read',
  mcp: 'action',
  input: z.strictObject({
    id: Id('product'),
    fields: fieldsInput(ExpandedProduct).optional(),
    expand: expandPaths(expansions).optional(),
  }),
  output: ExpandedProduct,
  refuses: [notFound],
  async run(context, { id, expand }) {
    const product = await readProduct(context, id);
    await expandRows(context, [product], expand, expansions);
    return product;
  },
});
