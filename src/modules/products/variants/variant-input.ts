import { z } from 'zod';
import { barcodeType } from '../../../core/barcode.ts';
import { Amount, Currency, Id, Quantity, recordInput, recordPatch, Text } from '../../../wire/index.ts';
import { clearable } from '../../../wire/patch.ts';
import { lengthUnits, negativeStocks, weightUnits } from './variant.ts';

const skuLengthMax = 100;
export const optionsMax = 3;
export const OptionName = Text(50);
export const OptionValue = Text(100);
export const Sku = Text(skuLengthMax);

export const Barcode = z
  .string()
  .trim()
  .max(14)
  .refine((text) => barcodeType(text) !== undefined, {
    error: 'Send a GTIN of 8, 12, 13 or 14 digits with a valid check digit, such as "4006381333931".',
  });

const OptionValues = z
  .record(OptionName, OptionValue)
  .refine((values) => Object.keys(values).length <= optionsMax, { error: `Send at most ${optionsMax} options.` })
  .describe('One value for each option of the product, such as {"Size": "L"}.');

const Positive = Quantity.refine((quantity) => quantity > 0n, { error: 'Write more than zero.' });

export const WeightInput = z.strictObject({ value: Quantity, unit: z.enum(weightUnits) });
export const DimensionsInput = z.strictObject({
  length: Quantity,
  width: Quantity,
  height: Quantity,
  unit: z.enum(lengthUnits),
});

const optionalFields = {
  sku: Sku,
  barcode: Barcode,
  min_price: Amount.describe('Minimum price after manual changes or discounts; including tax if the price does.'),
  standard_cost: Amount.describe('Unit cost until the first purchase. Up to 6 extra decimals.'),
  negative_stock: z.enum(negativeStocks),
  low_stock_threshold: Quantity.describe('Low-stock threshold: alerts once when stock falls to it.'),
  reorder_point: Quantity,
  reorder_quantity: Positive,
  weight: WeightInput,
  dimensions: DimensionsInput,
};

const priceTiersMax = 20;
/** One price for each quantity. */
const PriceTiers = z
  .array(z.strictObject({ min_quantity: Positive, price: Amount }))
  .max(priceTiersMax)
  .refine((tiers) => new Set(tiers.map((tier) => tier.min_quantity)).size === tiers.length, {
    error: 'Write each minimum quantity once.',
  });

const Price = Amount.describe('Unit cost in the base currency. Up to 6 extra decimals.');
const defaultedFields = {
  currency: Currency.optional().describe('The base currency, which is the default.'),
  price_includes_tax: z.boolean().optional(),
  price_tiers: PriceTiers.optional().describe('All cost prices by minimum quantity; they replace the existing ones.'),
  track_inventory: z.boolean().optional().describe('Default: true for goods; always false for others.'),
};

/** The fields of a variant beside its price and what every record has: a product of one variant takes them itself. */
export const variantFields = { ...defaultedFields, ...clearable(optionalFields) };
export const OptionalPrice = Price.optional();

export const VariantInput = z.strictObject({
  option_values: OptionValues.optional(),
  price: Price,
  ...variantFields,
  ...recordInput,
});
export type VariantInput = z.output<typeof VariantInput>;

/** The same, beside the id of the product that it is for. */
export const NewVariant = z.strictObject({ id: Id('product'), ...VariantInput.shape });

export const VariantPatch = z.strictObject({
  id: Id('variant'),
  price: OptionalPrice,
  ...variantFields,
  ...recordPatch,
});
export type VariantPatch = z.output<typeof VariantPatch>;
