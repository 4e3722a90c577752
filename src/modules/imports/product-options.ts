import type { Values } from './import-record.ts';

/** Names of options, and by variant its value of each. */
export type Options = { readonly names: readonly string[]; readonly values: readonly (readonly string[])[] };

const places = [1, 2, 3] as const;
/** The one variant of a product without options, as shops write it. */
const standard = new Set(['default title', 'default', 'regular', 'standard']);
const anyValue = 'Any';

/** In what the variants of a product differ. Undefined where it is one, without options. */
export function optionsIn(rows: readonly Values[]): Options | undefined {
  const used = places.filter((n) => rows.some((row) => row[`option${n}_value`] !== undefined));
  const isNamed = used.length > 0;
  const valueOf = (row: Values, n: number) => (isNamed ? row[`option${n}_value`] : row['variation']);
  const [first] = rows;
  // What a simple product of WooCommerce has are properties: there is nothing to choose.
  if (rows.length === 1 && first?.['type']?.toLowerCase().startsWith('simple') === true) return undefined;
  const only = first === undefined || rows.length > 1 ? undefined : (valueOf(first, used[0] ?? 1) ?? '');
  if (only !== undefined && used.length < 2 && (only === '' || standard.has(only.toLowerCase()))) return undefined;
  const columns = isNamed ? used : [1 as const];
  return {
    names: columns.map((n) => named(rows, n) ?? (isNamed && columns.length > 1 ? `Variant ${n}` : 'Variant')),
    // A variant that is for every value of an option has none of its own.
    values: rows.map((row) => columns.map((n) => valueOf(row, n) ?? anyValue)),
  };
}

function named(rows: readonly Values[], n: number): string | undefined {
  return rows.map((row) => row[`option${n}_name`]).find((name) => name !== undefined);
}
