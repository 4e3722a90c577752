import { type FieldError, validationFailed } from '../../../operation/errors.ts';
import { fault } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import { combinations, type Option, optionsWith, valuesOf } from './options.ts';
import type { NewProduct } from '../product-input.ts';
import { variantsMax } from './variant.ts';
import { variantFields, type VariantInput } from './variant-input.ts';
import { newVariant, type VariantRecord } from './variant-record.ts';

type Of = { readonly productId: string; readonly priceIncludesTax: boolean };

/** The options and variants that a new product begins with: those that were sent, every combination, or the one. */
export function firstVariants(
  context: Context,
  input: NewProduct,
  of: Of,
): { readonly options: Option[]; readonly variants: VariantRecord[] } {
  const { variants: sent, options: given = [], type } = input;
  if (sent !== undefined) refuseBoth(input);
  const options = optionsWith(
    given,
    (sent ?? []).map(({ option_values: values }) => values ?? {}),
  );
  const inputs = sent ?? combined(input, options);
  if (inputs.length > variantsMax)
    throw fault('/options', 'too_many', `A product has at most ${variantsMax} variants.`);
  const made = inputs.map((variant, index) => {
    const pointer = sent === undefined ? '' : `/variants/${index}`;
    const values = valuesOf(options, variant.option_values ?? {}, `${pointer}/option_values`);
    return newVariant(context, variant, { ...of, type, position: index, values, pointer });
  });
  refuseTwins(made);
  return { options, variants: made };
}

const names = ['price', ...Object.keys(variantFields)] as const;

function refuseBoth(input: NewProduct): void {
  const errors = Object.keys(input)
    .filter((key) => names.includes(key) && input[key as keyof NewProduct] !== undefined)
    .map((key): FieldError => {
      return { pointer: `/${key}`, code: 'belongs_to_variant', message: 'Send this in each of `variants` instead.' };
    });
  if (errors.length > 0) throw validationFailed({ errors });
}

/** The product's own fields as those of its only variant, or of each combination. */
function combined(input: NewProduct, options: readonly Option[]): VariantInput[] {
  const { price, sku, barcode, sku_prefix: prefix } = input;
  if (price === undefined) throw fault('/price', 'required', 'Send a price, or `variants` with a price each.');
  const own = Object.fromEntries(Object.keys(variantFields).map((name) => [name, input[name as keyof NewProduct]]));
  // Exactly the fields that a variant has, each taken from the field of the same name and schema.
  const fields = { ...own, price } as VariantInput;
  if (options.length === 0) return [fields];
  const taken = sku ? '/sku' : barcode ? '/barcode' : undefined;
  if (taken !== undefined)
    throw fault(taken, 'belongs_to_variant', 'Each variant has its own. Send it in `variants` instead.');
  return combinations(options).map((values) => ({
    ...fields,
    sku: skuOf(prefix, values),
    option_values: Object.fromEntries(options.map(({ name }, index) => [name, values[index] ?? ''])),
  }));
}

const skuLengthMax = 100;

/** `TS` and Red, L → `TS-RED-L`; none without a prefix. */
export function skuOf(prefix: string | null | undefined, values: readonly string[]): string | null {
  if (prefix === null || prefix === undefined) return null;
  const parts = values.map((value) => value.toUpperCase().replaceAll(/[^\p{L}\p{N}]+/gu, ''));
  return [prefix, ...parts].join('-').slice(0, skuLengthMax);
}

/** Two variants of one request with the same values or SKU are told by name; the database only says that they clash. */
function refuseTwins(variants: readonly VariantRecord[]): void {
  const seen = { option_values: new Set<string>(), sku: new Set<string>(), barcode: new Set<string>() };
  for (const [index, variant] of variants.entries()) {
    const values = variant.option_values.join('\n');
    for (const [field, key] of [
      ['option_values', values],
      ['sku', variant.sku_key],
      ['barcode', variant.barcode_key],
    ] as const) {
      if (key === null) continue;
      if (seen[field].has(key))
        throw fault(`/variants/${index}/${field}`, 'repeated', 'Another variant has the same value.');
      seen[field].add(key);
    }
  }
}
