import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { anyOf, filter, instantRange } from '../../operation/filter.ts';
import { instantKey, listOf, numberKey, Page, page, textKey } from '../../operation/list.ts';
import { operation } from '../../operation/operation.ts';
import { ExternalId, Id, Text } from '../../wire/index.ts';
import { categoryColumns, ExpandedProductCategory, loadCategories, type ProductCategory } from './product-category.ts';

const list = listOf({
  name: 'product_categories',
  row: ExpandedProductCategory,
  id: sql`c.id`,
  sorts: {
    name: textKey(sql`c.name_key`),
    position: numberKey(sql`c.position`),
    level: numberKey(sql`cardinality(c.ancestor_ids)`),
    created_at: instantKey(sql`c.created_at`),
    updated_at: instantKey(sql`c.updated_at`),
  },
  defaultSort: 'level,position,name',
  filters: {
    status: anyOf(['active', 'archived'], (wanted) =>
      wanted.length === 2 ? sql`true` : sql`(c.archived_at is null) = ${wanted.includes('active')}`,
    ),
    parent_id: filter(Id('product_category'), (id) => sql`c.parent_id = ${id}`),
    below_id: filter(Id('product_category'), (id) => sql`c.ancestor_ids @> ${[id]}::uuid[]`),
    is_root: filter(z.boolean(), (wanted) => sql`(c.parent_id is null) = ${wanted}`),
    external_id: filter(ExternalId, (id) => sql`c.external_id = ${id}`),
    tag: filter(Text(50), (tag) => sql`c.tags @> ${[tag]}::text[]`),
    updated_at: instantRange(sql`c.updated_at`),
  },
  expansions: { parent: loadCategories },
});

export const listProductCategories = operation({
  name: 'list_product_categories',
  summary: 'List product categories as a tree, from the root down.',
  http: 'GET /product-categories',
  effect: 'read',
  permission: 'products:read',
  mcp: 'action',
  input: list.input,
  output: Page(ExpandedProductCategory),
  run: (context, input) =>
    page<ProductCategory>(context, list, input, {
      select: categoryColumns,
      from: sql`product_categories c`,
      where: sql`c.organization_id = ${context.organization}`,
    }),
});
