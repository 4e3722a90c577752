import { z } from 'zod';
import { notFound } from '../../operation/errors.ts';
import { fieldsInput } from '../../operation/list.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { ProductCategory, readCategory } from './product-category.ts';

export const getProductCategory = operation({
  name: 'get_product_category',
  summary: 'Get one product category.',
  http: 'GET /product-categories/{id}',
  effect: 'read',
  permission: 'products:read',
  mcp: 'action',
  input: z.strictObject({ id: Id('product_category'), fields: fieldsInput(ProductCategory).optional() }),
  output: ProductCategory,
  refuses: [notFound],
  run: (context, { id }) => readCategory(context, id),
});
