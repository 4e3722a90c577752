import { z } from 'zod';
import { refusal } from '../../../operation/errors.ts';
import { Id, Instant, Quantity, recordFields, UnitPrice, Version } from '../../../wire/index.ts';

export const negativeStocks = ['deny', 'warn', 'allow'] as const;
export const weightUnits = ['g', 'kg', 'oz', 'lb'] as const;
export const lengthUnits = ['mm', 'cm', 'm', 'in', 'ft'] as const;
const barcodeTypes = ['gtin_8', 'gtin_12', 'gtin_13', 'gtin_14'] as const;
export const variantsMax = 100;

const Weight = z.object({ value: z.string(), unit: z.enum(weightUnits) });
const Dimensions = z.object({
  length: z.string(),
  width: z.string(),
  height: z.string(),
  unit: z.enum(lengthUnits),
});

export const Variant = z.object({
  id: Id('variant'),
  organization_id: Id('organization'),
  product_id: Id('product'),
  name: z.string().nullable().describe('Its option values; null for the only variant of a product.'),
  full_name: z.string().describe('With the name of the product.'),
  position: z.int(),
  option_values: z.record(z.string(), z.string()),
  sku: z.string().nullable(),
  barcode: z.string().nullable(),
  barcode_type: z.enum(barcodeTypes).nullable(),
  price: UnitPrice,
  currency: z.string(),
  price_includes_tax: z.boolean(),
  min_price: UnitPrice.nullable().describe(
    'Minimum price after manual changes or discounts; including tax if the price does.',
  ),
  price_tiers: z.array(z.object({ min_quantity: Quantity, price: UnitPrice })),
  standard_cost: UnitPrice.nullable().describe('This and the next two need the permission costs:read.'),
  average_cost: UnitPrice.nullable(),
  last_cost: UnitPrice.nullable(),
  track_inventory: z.boolean(),
  negative_stock: z.enum(negativeStocks).nullable().describe('Null: the setting of the organisation.'),
  low_stock_threshold: Quantity.nullable(),
  reorder_point: Quantity.nullable(),
  reorder_quantity: Quantity.nullable(),
  weight: Weight.nullable(),
  dimensions: Dimensions.nullable(),
  status: z.enum(['active', 'archived']),
  picture_id: Id('file').nullable().describe('The main picture of its product; see get_product_picture.'),
  merged_into_id: Id('variant').nullable().describe('The variant it was merged into.'),
  ...recordFields,
  archived_at: Instant.nullable(),
});
export type Variant = z.output<typeof Variant>;

export const VariantAtVersion = z.strictObject({ id: Id('variant'), version: Version.optional() });

export const skuTaken = refusal(
  'sku_taken',
  409,
  'Another variant has that SKU.',
  'Choose another `sku`; GET /api/variants?sku= finds the variant that has it. Case is ignored.',
  ['variants_sku_key'],
);
export const barcodeTaken = refusal(
  'barcode_taken',
  409,
  'Another variant has that barcode.',
  'Choose another `barcode`; GET /api/variants?barcode= finds the variant that has it.',
  ['variants_barcode_key'],
);
export const variantExternalIdTaken = refusal(
  'variant_external_id_taken',
  409,
  'Another variant has that external_id.',
  'List variants with that `external_id` to find it.',
  ['variants_external_id_key'],
);
export const combinationTaken = refusal(
  'combination_taken',
  409,
  'Another variant of the product has those option values.',
  'Choose other `option_values`, or restore the variant that has them.',
  ['variants_combination_key'],
);
export const lastVariant = refusal(
  'last_variant',
  409,
  'A product needs at least one active variant.',
  'Archive the product instead.',
);
