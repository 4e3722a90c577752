import { z } from 'zod';
import type { FieldError } from '../../../operation/errors.ts';
import { validationFailed } from '../../../operation/errors.ts';
import { fault, missing } from '../../../operation/fault.ts';
import { Id } from '../../../wire/index.ts';
import { isSame, type Option, optionsWith, valuesOf } from './options.ts';
import type { ProductPair, VariantPair } from '../merging/product-merge.ts';
import { variantsMax } from './variant.ts';
import { fullName, type VariantRow } from './variant-row.ts';

export const VariantPairs = z
  .array(z.strictObject({ from: Id('variant'), into: Id('variant') }))
  .max(variantsMax)
  .refine((pairs) => areOnce(pairs.map(({ from }) => from)) && areOnce(pairs.map(({ into }) => into)), {
    error: 'Write each variant once.',
  })
  .describe('Which variant merges into which, where their option values do not match.');
type PairsGiven = z.output<typeof VariantPairs>;

/** A variant as it will be among those of the product that is left. */
export type MovedVariant = { readonly id: string; readonly values: readonly string[]; readonly position: number };

export type Pairing = {
  readonly pairs: readonly VariantPair[];
  readonly moved: readonly MovedVariant[];
  readonly options: readonly Option[];
};

/**
 * Pairs the variants of two products: as given, else by the same option values, or as the only variants of both that
 * have no options. What is left becomes a further variant where both products have the same options, and is refused
 * elsewhere: what was sold as red cannot be guessed to be large.
 */
export function pairedVariants({ from, into }: ProductPair, given: PairsGiven = []): Pairing {
  const pairs = given.map((pair, index): VariantPair => ({
    from: named(from.variants, pair.from, `/variants/${index}/from`),
    into: named(into.variants, pair.into, `/variants/${index}/into`),
  }));
  const further: VariantRow[] = [];
  const unfit: VariantRow[] = [];
  for (const variant of from.variants) {
    if (pairs.some((pair) => pair.from.id === variant.id)) continue;
    const twin = into.variants.find((one) => keyOf(one) === keyOf(variant));
    if (twin !== undefined && pairs.every((pair) => pair.into.id !== twin.id))
      pairs.push({ from: variant, into: twin });
    else if (twin === undefined && haveSameOptions(from.options, into.options)) further.push(variant);
    else unfit.push(variant);
  }
  if (unfit.length > 0) throw unpaired(unfit, into.variants);
  if (into.variants.length + further.length > variantsMax) {
    throw fault('/into_id', 'too_many_variants', `Together they would have more than ${variantsMax} variants.`);
  }
  const options = optionsWith(into.options, further.map(optionValuesOf));
  const last = Math.max(...into.variants.map(({ position }) => position));
  const moved = further.map((variant, index) => ({
    id: variant.id,
    values: valuesOf(options, optionValuesOf(variant), '/variants'),
    position: last + 1 + index,
  }));
  return { pairs, moved, options };
}

function named(variants: readonly VariantRow[], id: string, pointer: string): VariantRow {
  const found = variants.find((variant) => variant.id === id);
  if (found === undefined) throw missing(pointer, 'variant');
  return found;
}

function optionValuesOf({ options, option_values: values }: VariantRow): Record<string, string> {
  return Object.fromEntries(options.map(({ name }, index) => [name, values[index] ?? '']));
}

/** The same for the same values of the same options, in whatever order and case. */
function keyOf(variant: VariantRow): string {
  const values = Object.entries(optionValuesOf(variant));
  return JSON.stringify(values.map((pair) => JSON.stringify(pair).toLowerCase()).toSorted());
}

function haveSameOptions(one: readonly Option[], other: readonly Option[]): boolean {
  const isIn = ({ name }: Option) => other.some((option) => isSame(option.name, name));
  return one.length > 0 && one.length === other.length && one.every(isIn);
}

function unpaired(unfit: readonly VariantRow[], left: readonly VariantRow[]): Error {
  const shown = ({ id, product_name: name, option_values: values }: VariantRow) =>
    `${fullName(name, values)}, ${z.encode(Id('variant'), id)}`;
  const choices = left.slice(0, choicesMax).map(shown).join('; ');
  const errors = unfit.map((variant): FieldError => {
    const message = `Say which variant ${shown(variant)} merges into: {"from": …, "into": …} with one of ${choices}.`;
    return { pointer: '/variants', code: 'unpaired', message };
  });
  return validationFailed({ errors });
}

const choicesMax = 10;

function areOnce(ids: readonly string[]): boolean {
  return new Set(ids).size === ids.length;
}
