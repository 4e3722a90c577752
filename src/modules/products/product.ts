import { z } from 'zod';
import { refusal } from '../../operation/errors.ts';
import { event } from '../../operation/events.ts';
import { Id, Instant, Quantity, recordFields, Version } from '../../wire/index.ts';
import { ProductCategory } from './categories/product-category.ts';
import { Variant } from './variants/variant.ts';

export const productTypes = ['good', 'service', 'bundle'] as const;
export const productStatuses = ['draft', 'active', 'archived'] as const;

const Unit = z.object({
  code: z.string().nullable().describe('Unit code of UN/ECE Recommendation 20, such as KGM.'),
  label: z.string(),
  decimals: z.int(),
});
const Option = z.object({ name: z.string(), values: z.array(z.string()) });

export const Product = z.object({
  id: Id('product'),
  organization_id: Id('organization'),
  type: z.enum(productTypes),
  name: z.string(),
  description: z.string().nullable(),
  status: z.enum(productStatuses),
  category_id: Id('product_category').nullable().describe('Main category, used in reports.'),
  category_ids: z.array(Id('product_category')).describe('Additional categories.'),
  options: z.array(Option),
  sku_prefix: z.string().nullable(),
  is_sold: z.boolean(),
  is_purchased: z.boolean(),
  tax_rate_ids: z.array(Id('tax_rate')),
  purchase_tax_rate_ids: z.array(Id('tax_rate')),
  tax_code: z.string().nullable(),
  unit: Unit.nullable(),
  income_account_id: Id('account').nullable(),
  cogs_account_id: Id('account').nullable(),
  inventory_account_id: Id('account').nullable(),
  supplier_id: Id('client').nullable(),
  dimension_value_ids: z.array(Id('dimension_value')),
  components: z
    .array(z.object({ variant_id: Id('variant'), quantity: Quantity }))
    .describe('Components deducted from stock for one bundle; empty unless a bundle.'),
  variants: z.array(Variant),
  picture_ids: z.array(Id('file')).describe('Pictures, the main one first; see get_product_picture.'),
  merged_into_id: Id('product').nullable().describe('The product it was merged into.'),
  ...recordFields,
  archived_at: Instant.nullable(),
});
export type Product = z.output<typeof Product>;

export const ExpandedProduct = Product.extend({ category: ProductCategory.nullable().optional() });
export const ExpandedVariant = Variant.extend({ product: Product.nullable().optional() });
export const ProductAtVersion = z.strictObject({ id: Id('product'), version: Version.optional() });

/** Event payload: enough to fetch the rest, and no costs, because events are sent on. */
const ProductNotice = z.object({
  id: Id('product'),
  name: z.string(),
  status: z.enum(productStatuses),
  variant_ids: z.array(Id('variant')).describe('The variants affected.'),
  version: z.int(),
});

export const productCreated = event('product.created', ProductNotice);
export const productUpdated = event('product.updated', ProductNotice);
export const productArchived = event('product.archived', ProductNotice);
export const productRestored = event('product.restored', ProductNotice);
const MergeNotice = ProductNotice.extend({ into_id: Id('product') });
export const productMerged = event('product.merged', MergeNotice);
export const productUnmerged = event('product.unmerged', MergeNotice);
export const productDeleted = event('product.deleted', ProductNotice);

export const productExternalIdTaken = refusal(
  'product_external_id_taken',
  409,
  'Another product has that external_id.',
  'List products with that `external_id` to find it.',
  ['products_external_id_key'],
);
