import { z } from 'zod';
import { Id, Notes, recordInput, recordPatch, Text } from '../../wire/index.ts';
import { clearable } from '../../wire/patch.ts';
import { DefaultValueIds } from '../dimensions/index.ts';
import { ComponentsInput } from './variants/components.ts';
import { isSame } from './variants/options.ts';
import { productStatuses, productTypes } from './product.ts';
import { taxRatesMax } from './categories/product-category.ts';
import { variantsMax } from './variants/variant.ts';
import {
  OptionalPrice,
  OptionName,
  optionsMax,
  OptionValue,
  variantFields,
  VariantInput,
} from './variants/variant-input.ts';

const nameLengthMax = 512;
const otherCategoriesMax = 20;
const picturesMax = 20;
const decimalsMax = 5;

const UnitInput = z.strictObject({
  code: Text(10).nullable().default(null),
  label: Text(40),
  decimals: z.int().min(0).max(decimalsMax).default(0).describe('Decimals of quantities.'),
});

const OptionInput = z
  .strictObject({ name: OptionName, values: z.array(OptionValue).min(1).max(variantsMax) })
  .refine(({ values }) => areDistinct(values), { error: 'Write each value once.' });

const OptionsInput = z
  .array(OptionInput)
  .max(optionsMax)
  .refine((options) => areDistinct(options.map(({ name }) => name)), { error: 'Write each option once.' })
  .refine((options) => options.reduce((count, { values }) => count * values.length, 1) <= variantsMax, {
    error: `A product has at most ${variantsMax} variants.`,
  });

const optionalFields = {
  description: Notes,
  category_id: Id('product_category'),
  sku_prefix: Text(40).describe('Prefix of the SKUs of variants generated from options, such as TS in TS-RED-L.'),
  tax_code: Text(40),
  unit: UnitInput,
  income_account_id: Id('account').describe('Default: the category’s, else the organisation’s; likewise the next two.'),
  cogs_account_id: Id('account'),
  inventory_account_id: Id('account'),
  supplier_id: Id('client'),
};

const defaultedFields = {
  category_ids: z.array(Id('product_category')).max(otherCategoriesMax).optional(),
  options: OptionsInput.optional(),
  components: ComponentsInput.optional(),
  is_sold: z.boolean().optional(),
  is_purchased: z.boolean().optional(),
  tax_rate_ids: z.array(Id('tax_rate')).max(taxRatesMax).optional().describe('Default: the category’s.'),
  purchase_tax_rate_ids: z.array(Id('tax_rate')).max(taxRatesMax).optional(),
  dimension_value_ids: DefaultValueIds,
  picture_ids: z
    .array(Id('file'))
    .max(picturesMax)
    .refine((ids) => new Set(ids).size === ids.length, { error: 'Send each file once.' })
    .optional()
    .describe('JPEG, PNG or WebP files, the main picture first; they replace the existing ones.'),
};

const [draft, active] = productStatuses;

export const NewProduct = z.strictObject({
  type: z.enum(productTypes).default('good'),
  name: Text(nameLengthMax),
  status: z.enum([draft, active]).default(active).describe('A draft cannot be sold yet.'),
  price: OptionalPrice,
  ...defaultedFields,
  ...clearable(optionalFields),
  ...variantFields,
  variants: z
    .array(VariantInput)
    .min(1)
    .max(variantsMax)
    .optional()
    .describe('Instead of price, sku and the like; if omitted with `options`, every combination is created.'),
  ...recordInput,
});
export type NewProduct = z.output<typeof NewProduct>;

export const ProductPatch = z.strictObject({
  id: Id('product'),
  name: Text(nameLengthMax).optional(),
  status: z.literal(active).optional().describe('Makes a draft product active, so that it can be sold.'),
  ...defaultedFields,
  ...clearable(optionalFields),
  ...recordPatch,
});
export type ProductPatch = z.output<typeof ProductPatch>;

function areDistinct(texts: readonly string[]): boolean {
  return texts.every((text, index) => texts.findIndex((one) => isSame(one, text)) === index);
}
