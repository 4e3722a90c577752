import { partsOf } from '../../core/fold.ts';
import { z } from 'zod';
import { and, type Sql, sql } from '../../db/sql.ts';
import { anyOf, clientIs, customFieldsAre, filter, includeArchived, instantRange } from '../../operation/filter.ts';
import { containing, instantKey, listOf, Page, page, textKey } from '../../operation/list.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { ExternalId, Id, Text } from '../../wire/index.ts';
import { ExpandedProduct, productStatuses, productTypes } from './product.ts';
import { productCategories } from './categories/product-category.ts';
import { productColumns, productFrom, type ProductRow } from './product-row.ts';
import { SearchedWords } from './searched-words.ts';

const list = listOf({
  name: 'products',
  row: ExpandedProduct,
  id: sql`product.id`,
  sorts: {
    name: textKey(sql`product.name_key`),
    created_at: instantKey(sql`product.created_at`),
    updated_at: instantKey(sql`product.updated_at`),
  },
  defaultSort: '-created_at',
  filters: {
    q: filter(SearchedWords, hasWords),
    status: anyOf(productStatuses, (statuses) => sql`product.status = any(${statuses})`),
    include_archived: includeArchived(sql`product.status = 'archived'`),
    type: anyOf(productTypes, (types) => sql`product.type = any(${types})`),
    category_id: filter(Id('product_category').describe('In this category or its subcategories.'), inCategory),
    is_sold: filter(z.boolean(), (wanted) => sql`product.is_sold = ${wanted}`),
    is_purchased: filter(z.boolean(), (wanted) => sql`product.is_purchased = ${wanted}`),
    tax_rate_id: filter(
      Id('tax_rate'),
      (id) => sql`exists (select from product_tax_rates rate
        where rate.organization_id = product.organization_id and rate.product_id = product.id
          and rate.tax_rate_id = ${id})`,
    ),
    supplier_id: clientIs(sql`product.supplier_id`),
    external_id: filter(
      ExternalId,
      (id) => sql`product.id = (select coalesce(named.merged_into_id, named.id) from products named
        where named.organization_id = current_organization() and named.external_id = ${id})`,
    ),
    merged_into_id: filter(Id('product'), (id) => sql`product.merged_into_id = ${id}`),
    tag: filter(Text(50), (tag) => sql`product.tags @> ${[tag]}::text[]`),
    created_at: instantRange(sql`product.created_at`),
    updated_at: instantRange(sql`product.updated_at`),
    custom_fields: customFieldsAre(sql`product.custom_fields`),
  },
  expansions: { category: productCategories.load },
});

export const listProducts = operation({
  name: 'list_products',
  summary: 'List products by name, SKU, barcode or any other property.',
  guidance: 'Archived products only with `status` or `include_archived`.',
  http: 'GET /products',
  effect: 'read',
  permission: 'products:read',
  mcp: 'tool',
  seldom: ['tax_rate_id', 'supplier_id', 'include_archived', 'is_purchased', 'merged_into_id'],
  input: list.input,
  output: Page(ExpandedProduct),
  async run(context, input) {
    const isAsked = input['status'] !== undefined || input['include_archived'] !== undefined;
    // A merged product is found as the one that it became.
    const isMerged = input['merged_into_id'] !== undefined;
    const found = await page<ProductRow>(context, list, input, {
      select: productColumns,
      from: sql`products product`,
      where: and([
        ofOrganization(context),
        sql`(product.merged_into_id is not null) = ${isMerged}`,
        ...(isAsked || isMerged ? [] : [sql`product.status <> 'archived'`]),
      ]),
    });
    return { ...found, data: found.data.map((row) => productFrom(context, row)) };
  },
});

function ofOrganization({ organization }: Context): Sql {
  return sql`product.organization_id = ${organization}`;
}

/** Its own words, or those of one that was merged into it. */
function hasWords(text: string): Sql {
  const words = partsOf(text);
  const said = (of: Sql) => and(words.map((word) => sql`${of}.search_text like ${containing(word)}`));
  return sql`(${said(sql`product`)} or product.id in (select merged.merged_into_id from products merged
    where merged.organization_id = current_organization() and merged.merged_into_id is not null
      and ${said(sql`merged`)}))`;
}

/** Which categories those are, and what else is in them, is found once, not for each product. */
function inCategory(id: string): Sql {
  const within = sql`any(array(select c.id from product_categories c where c.organization_id = current_organization()
    and (c.id = ${id} or c.ancestor_ids @> ${[id]}::uuid[])))`;
  return sql`(product.category_id = ${within} or product.id = any(array(
    select other.product_id from product_other_categories other
    where other.organization_id = current_organization() and other.category_id = ${within})))`;
}
