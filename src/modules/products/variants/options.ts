import { at } from '../../../core/list.ts';
import { fault } from '../../../operation/fault.ts';

/** Options of a product, in which its variants differ: `{ name: 'Size', values: ['S', 'M'] }`. */
export type Option = { readonly name: string; readonly values: readonly string[] };

type Given = Readonly<Record<string, string>>;

/** Every combination of the values, the last option changing fastest; without options the one empty combination. */
export function combinations(options: readonly Option[]): string[][] {
  return options.reduce<string[][]>(
    (before, { values }) => before.flatMap((combination) => values.map((value) => [...combination, value])),
    [[]],
  );
}

/** The options with the values that the variants bring; those of variants with no options yet, too. */
export function optionsWith(options: readonly Option[], given: readonly Given[]): Option[] {
  const isOpen = options.length === 0;
  const grown = options.map(({ name, values }) => ({ name, values: [...values] }));
  for (const values of given) {
    for (const [name, value] of Object.entries(values)) {
      let option = grown.find((one) => isSame(one.name, name));
      if (option === undefined && isOpen) grown.push((option = { name, values: [] }));
      if (option !== undefined && !option.values.some((one) => isSame(one, value))) option.values.push(value);
    }
  }
  return grown;
}

/** The values of one variant in the order of the options, spelt as the options spell them. */
export function valuesOf(options: readonly Option[], given: Given, pointer: string): string[] {
  const names = options.map(({ name }) => name);
  const stranger = Object.keys(given).find((name) => !names.some((one) => isSame(one, name)));
  if (stranger !== undefined) throw fault(pointer, 'unknown_option', `Options of the product: ${names.join(', ')}.`);
  return options.map(({ name, values }) => {
    const key = Object.keys(given).find((one) => isSame(one, name));
    const value = key === undefined ? undefined : values.find((one) => isSame(one, given[key] ?? ''));
    if (value === undefined) throw fault(pointer, 'missing_option', `Write a value for ${name}: ${values.join(', ')}.`);
    return value;
  });
}

type Existing = { readonly id: string; readonly values: readonly string[]; readonly isActive: boolean };

/** Effect of new options on existing variants, and the new combinations. */
export type OptionChange = {
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** Variants whose value is gone: they are archived, for they may have been sold. */
  readonly retired: readonly string[];
  readonly added: readonly string[][];
};

/**
 * An option keeps its variants by its name, and a single option that was renamed by its place. Variants take the first
 * value of an option that is new. Only combinations with a value that is new are added: those that were left out
 * before stay left out.
 */
export function changeOptions(
  current: readonly Option[],
  next: readonly Option[],
  variants: readonly Existing[],
): OptionChange {
  const origins = originsOf(current, next);
  const values = new Map(variants.map((variant) => [variant.id, moved(variant.values, next, origins)]));
  const taken = new Set([...values.values()].map(keyOf));
  if (taken.size < variants.length) {
    throw fault(
      '/options',
      'variants_collide',
      'Two variants would have the same option values. Keep the options that distinguish them.',
    );
  }
  const retired = variants.filter(({ id, isActive }) => isActive && isGone(values.get(id) ?? [], next));
  const added = combinations(next).filter(
    (combination) => !taken.has(keyOf(combination)) && combination.some((value, place) => isNew(value, place)),
  );
  return { values, retired: retired.map(({ id }) => id), added };

  function isNew(value: string, place: number): boolean {
    const origin = origins[place];
    if (origin === undefined) return value !== at(next, place).values[0];
    return !at(current, origin).values.some((one) => isSame(one, value));
  }
}

/** For each option, the place of the one it comes from. */
function originsOf(current: readonly Option[], next: readonly Option[]): (number | undefined)[] {
  const places = next.map(({ name }) => {
    const place = current.findIndex((one) => isSame(one.name, name));
    return place === -1 ? undefined : place;
  });
  const left = current.map((_, place) => place).filter((place) => !places.includes(place));
  const open = places.filter((place) => place === undefined).length;
  if (left.length !== open) return places;
  return places.map((place) => place ?? left.shift());
}

function moved(values: readonly string[], next: readonly Option[], origins: readonly (number | undefined)[]): string[] {
  return next.map((option, place) => {
    const origin = origins[place];
    if (origin === undefined) return option.values[0] ?? '';
    const value = values[origin] ?? '';
    return option.values.find((one) => isSame(one, value)) ?? value;
  });
}

function isGone(values: readonly string[], options: readonly Option[]): boolean {
  return values.some((value, place) => !at(options, place).values.includes(value));
}

function keyOf(values: readonly string[]): string {
  return JSON.stringify(values.map((value) => value.toLowerCase()));
}

export function isSame(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
}
