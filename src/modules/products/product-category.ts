import { z } from 'zod';
import { type Sql, sql } from '../../db/sql.ts';
import { encoderOf } from '../../operation/encode.ts';
import { notFound, refusal, versionConflict } from '../../operation/errors.ts';
import { event } from '../../operation/events.ts';
import { byId } from '../../operation/expand.ts';
import type { Context } from '../../operation/operation.ts';
import { Id, Instant, Name, recordFields, recordInput, recordPatch, Version } from '../../wire/index.ts';
import { clearable } from '../../wire/patch.ts';

export const categoryLevelsMax = 6;
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
  status: z.enum(['active', 'archived']),
  ...recordFields,
  archived_at: Instant.nullable(),
});
export type ProductCategory = z.output<typeof ProductCategory> & { readonly ancestor_ids: string[] };
export const ExpandedProductCategory = ProductCategory.extend({ parent: ProductCategory.nullable().optional() });

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
export const CategoryAtVersion = z.strictObject({ id: Id('product_category'), version: Version.optional() });

const CategoryNotice = z.object({
  id: Id('product_category'),
  name: z.string(),
  status: z.enum(['active', 'archived']),
  version: z.int(),
});
export const categoryCreated = event('product_category.created', CategoryNotice);
export const categoryUpdated = event('product_category.updated', CategoryNotice);
export const categoryArchived = event('product_category.archived', CategoryNotice);
export const categoryRestored = event('product_category.restored', CategoryNotice);
export const categoryDeleted = event('product_category.deleted', CategoryNotice);

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

/** A category as it goes out, for the audit log. */
export const wireCategory: (category: ProductCategory) => unknown = encoderOf(ProductCategory);

/** The columns of a category called `c`. */
export const categoryColumns: Sql = sql`c.*,
  case when c.archived_at is null then 'active' else 'archived' end as status,
  array(select above.name from product_categories above
    where above.organization_id = c.organization_id and above.id = any(c.ancestor_ids)
    order by array_position(c.ancestor_ids, above.id)) || c.name as path,
  ${ratesFor(sql`'sale'`)} as tax_rate_ids, ${ratesFor(sql`'purchase'`)} as purchase_tax_rate_ids`;

function ratesFor(purpose: Sql): Sql {
  return sql`array(select rate.tax_rate_id from category_tax_rates rate
    where rate.organization_id = c.organization_id and rate.category_id = c.id and rate.purpose = ${purpose}
    order by rate.position)`;
}

export async function readCategory({ db, organization }: Context, id: string): Promise<ProductCategory> {
  const row = await db.maybe<ProductCategory>(sql`
    select ${categoryColumns} from product_categories c where c.organization_id = ${organization} and c.id = ${id}`);
  if (row === undefined) throw notFound();
  return row;
}

export async function loadCategories(
  { db, organization }: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ProductCategory>> {
  const rows = await db.many<ProductCategory>(sql`
    select ${categoryColumns} from product_categories c
    where c.organization_id = ${organization} and c.id = any(${ids}::uuid[])`);
  return byId(rows);
}

/** Reads the category, locks it, and checks that it is the version that the caller saw. */
export async function lockCategory(context: Context, id: string, version?: number): Promise<ProductCategory> {
  const row = await context.db.maybe<ProductCategory>(sql`
    select ${categoryColumns} from product_categories c
    where c.organization_id = ${context.organization} and c.id = ${id} for update of c`);
  if (row === undefined) throw notFound();
  if (version !== undefined && version !== row.version) throw versionConflict({ current_version: row.version });
  return row;
}
