import { z } from 'zod';
import { type Sql, sql } from '../../../db/sql.ts';
import { refusal } from '../../../operation/errors.ts';
import {
  archiveRecord,
  defineRecord,
  deleteRecord,
  getRecord,
  listRecords,
  nameKeyOf,
  namesFromRoot,
  plain,
  restoreRecord,
  treeFilters,
  treeOf,
  treeSorts,
} from '../../../operation/record/index.ts';
import { Id, Instant, Name, recordFields, recordInput, recordPatch } from '../../../wire/index.ts';
import { DimensionValueIds } from '../../dimensions/index.ts';
import { clearable } from '../../../wire/patch.ts';

const categoryLevelsMax = 6;
const positionMax = 1_000_000;
export const taxRatesMax = 10;

export const ProductCategory = z.object({
  id: Id('product_category'),
  organization_id: Id('organization'),
  name: z.string(),
  parent_id: Id('product_category').nullable(),
  path: z.array(z.string()).describe('Names from the root down to this category.'),
  position: z.int(),
  tax_rate_ids: z.array(Id('tax_rate')).describe('Applies to products of this category without their own.'),
  purchase_tax_rate_ids: z.array(Id('tax_rate')),
  income_account_id: Id('account').nullable(),
  cogs_account_id: Id('account').nullable(),
  inventory_account_id: Id('account').nullable(),
  dimension_value_ids: z.array(Id('dimension_value')),
  status: z.enum(['active', 'archived']),
  ...recordFields,
  archived_at: Instant.nullable(),
});
export type ProductCategory = z.output<typeof ProductCategory> & { ancestor_ids: string[] };
const ExpandedProductCategory = ProductCategory.extend({ parent: ProductCategory.nullable().optional() });

const optionalFields = {
  parent_id: Id('product_category').describe(`At most ${categoryLevelsMax} levels.`),
  income_account_id: Id('account').describe(
    'Applies to products of this category without their own; likewise the next two.',
  ),
  cogs_account_id: Id('account'),
  inventory_account_id: Id('account'),
};

const defaultedFields = {
  position: z.int().min(0).max(positionMax).optional().describe('Sort position among its siblings.'),
  tax_rate_ids: z.array(Id('tax_rate')).max(taxRatesMax).optional(),
  purchase_tax_rate_ids: z.array(Id('tax_rate')).max(taxRatesMax).optional(),
  dimension_value_ids: DimensionValueIds.optional().describe('Values of dimensions of lines that name none.'),
};

export const NewProductCategory = z.strictObject({
  name: Name,
  ...defaultedFields,
  ...clearable(optionalFields),
  ...recordInput,
});
export const ProductCategoryPatch = z.strictObject({
  id: Id('product_category'),
  name: Name.optional(),
  ...defaultedFields,
  ...clearable(optionalFields),
  ...recordPatch,
});

const CategoryNotice = z.object({
  id: Id('product_category'),
  name: z.string(),
  status: z.enum(['active', 'archived']),
  version: z.int(),
});
export const categoryNameTaken = refusal(
  'category_name_taken',
  409,
  'A product category at this level already has that name.',
  'Choose another `name`, or use the category that has it.',
  ['product_categories_name_key'],
);
export const categoryExternalIdTaken = refusal(
  'category_external_id_taken',
  409,
  'Another category has that external_id.',
  'List categories with that `external_id` to find it.',
  ['product_categories_external_id_key'],
);
export const categoryTooDeep = refusal(
  'category_too_deep',
  422,
  'Categories have at most six levels.',
  'Choose a `parent_id` nearer to the root.',
  ['product_categories_depth'],
);
export const categoryCycle = refusal(
  'category_cycle',
  422,
  'A category cannot be its own ancestor.',
  'Choose a `parent_id` that is neither this category nor one of its subcategories.',
  ['product_categories_acyclic'],
);

export const productCategories = defineRecord<typeof ProductCategory, ProductCategory>({
  name: 'product_category',
  plural: 'product_categories',
  table: 'product_categories',
  path: '/product-categories',
  permissions: { read: 'products:read', manage: 'products:manage' },
  schema: ProductCategory,
  columns: {
    name: plain,
    name_key: nameKeyOf('name'),
    parent_id: plain,
    ancestor_ids: plain,
    position: plain,
    income_account_id: plain,
    cogs_account_id: plain,
    inventory_account_id: plain,
    dimension_value_ids: plain,
  },
  gathered: {
    path: namesFromRoot('product_categories'),
    tax_rate_ids: ratesFor(sql`'sale'`),
    purchase_tax_rate_ids: ratesFor(sql`'purchase'`),
  },
  tells: CategoryNotice,
});

export const categoryTree = treeOf(productCategories, {
  noun: 'category',
  levelsMax: categoryLevelsMax,
  tooDeep: categoryTooDeep,
  cycle: categoryCycle,
});

function ratesFor(purpose: Sql): Sql {
  return sql`array(select rate.tax_rate_id from category_tax_rates rate
    where rate.organization_id = product_categories.organization_id and rate.category_id = product_categories.id
      and rate.purpose = ${purpose}
    order by rate.position)`;
}

export const getProductCategory = getRecord(productCategories, { summary: 'Get one product category.' });

export const listProductCategories = listRecords(productCategories, {
  summary: 'List product categories as a tree, from the root down.',
  row: ExpandedProductCategory,
  sorts: treeSorts(productCategories),
  defaultSort: 'level,position,name',
  filters: {
    status: 'usual',
    ...treeFilters(productCategories),
    external_id: 'usual',
    tag: 'usual',
    updated_at: 'usual',
  },
  expansions: { parent: productCategories.load },
});

export const archiveProductCategory = archiveRecord(productCategories, {
  summary: 'Archive a product category. Its products keep it.',
});

export const restoreProductCategory = restoreRecord(productCategories, {
  summary: 'Restore an archived product category.',
  refuses: [categoryNameTaken],
});

export const deleteProductCategory = deleteRecord(productCategories, {
  summary: 'Delete a product category with no products or subcategories.',
});
