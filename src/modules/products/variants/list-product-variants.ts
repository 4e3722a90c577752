import { sql } from '../../../db/sql.ts';
import { notFound } from '../../../operation/errors.ts';
import { filter } from '../../../operation/filter.ts';
import { listOf, Page } from '../../../operation/list.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { ExpandedVariant } from '../product.ts';
import { variantList, variantPage } from './variant-list.ts';

const ofProduct = listOf({
  ...variantList,
  name: 'product_variants',
  defaultSort: 'position',
  filters: {
    ...variantList.filters,
    id: { ...filter(Id('product'), (id) => sql`v.product_id = ${id}`), required: true },
  },
});

export const listProductVariants = operation({
  name: 'list_product_variants',
  summary: 'List the variants of one product.',
  http: 'GET /products/{id}/variants',
  effect: 'read',
  permission: 'products:read',
  mcp: 'action',
  input: ofProduct.input,
  output: Page(ExpandedVariant),
  refuses: [notFound],
  async run(context, input) {
    const [product, found] = await Promise.all([
      context.db.maybe(sql`
        select true from products where organization_id = ${context.organization} and id = ${input['id']}`),
      variantPage(context, ofProduct, { input }),
    ]);
    if (product === undefined) throw notFound();
    return found;
  },
});
