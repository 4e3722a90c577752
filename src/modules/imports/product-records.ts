import { disagreement } from './disagreement.ts';
import { productHead, variantNames } from './fields-of-products.ts';
import { flatMapInSlices, groupInSlices, mapInSlices } from './in-slices.ts';
import { headOf, type ImportRecord, type RecordFault, type Values } from './import-record.ts';

/** A row as it stands in the file, and by field as far as the file says. */
export type ReadRow = {
  readonly line: number;
  readonly cells: readonly string[];
  readonly values: Values;
  readonly fault?: RecordFault | undefined;
};

/**
 * The products of a file: rows of one group are variants of one product. Shops write them in three ways: each row has
 * the handle of its product (Shopify), the rows of variants name that of the product as their parent (WooCommerce), or
 * each has the name of the product and of the variation (Square).
 */
export async function productRecords(rows: readonly ReadRow[], unless: Unless): Promise<ImportRecord[]> {
  const parents = await parentsIn(rows);
  const groups = await groupInSlices(rows, (row) => keyOf(row, parents));
  return mapInSlices([...groups.values()], (group) => productOf(group, unless));
}

/** Texts of fields where the file says nothing. `emptied`: where the cell of a column that it has is empty. */
type Unless = { readonly defaults: Values; readonly emptied: Values };

/** Rows that others name, by each of their names. */
async function parentsIn(rows: readonly ReadRow[]): Promise<ReadonlyMap<string, ReadRow>> {
  const named = new Set(rows.flatMap(({ values }) => values['group'] ?? []));
  if (named.size === 0) return new Map();
  const own = rows.filter(({ values }) => values['group'] === undefined);
  const pairs = await flatMapInSlices(own, (row) => namesOf(row).map((name) => [name, row] as const));
  return new Map(pairs.filter(([name]) => named.has(name)));
}

/** How variants name the row of their product: by its SKU, or as `id:44`. */
function namesOf({ values: { sku, external_id: id } }: ReadRow): string[] {
  return [...(sku === undefined ? [] : [sku]), ...(id === undefined ? [] : [`id:${id}`])];
}

function keyOf(row: ReadRow, parents: ReadonlyMap<string, ReadRow>): string {
  const { group, name, variation, option1_value: value } = row.values;
  const parent = (group === undefined ? namesOf(row) : [group]).flatMap((text) => parents.get(text) ?? [])[0];
  // No cell holds a NUL, so that none can be taken for such a key.
  if (parent !== undefined) return `\0line ${parent.line}`;
  if (group !== undefined) return group;
  const isVariation = variation !== undefined || value !== undefined;
  return isVariation && name !== undefined ? `\0name ${name}` : `\0line ${row.line}`;
}

function productOf(group: readonly ReadRow[], { defaults, emptied }: Unless): ImportRecord {
  const hasOthers = group.length > 1;
  const parent = hasOthers ? group.find((row) => isParent(row, group)) : undefined;
  const others = group.filter((row) => row !== parent);
  const found = others.filter(({ values }) => variantNames.some((name) => values[name] !== undefined));
  // Rows of pictures have nothing else, but a product is not lost for having nothing but a name.
  const variants = found.length > 0 ? found : others.slice(0, 1);
  const head = picked(parent?.values ?? headOf({ rows: others.map(({ values }) => values) }), productHead);
  const ids = new Set(variants.flatMap(({ values }) => values['external_id'] ?? []));
  const [groupName] = variants.flatMap(({ values }) => values['group'] ?? []);
  const id = parent?.values['external_id'] ?? (ids.size === 1 ? [...ids][0] : groupName);
  const rows = variants.map(({ values }) => values);
  const options = picked(parent?.values ?? headOf({ rows }), optionNames);
  const [unread] = variants.flatMap(({ fault }, row) => (fault === undefined ? [] : [{ ...fault, row }]));
  // Rows without a variant come last, so that those of variants have the places of their values.
  const all = [...variants, ...group.filter((row) => !variants.includes(row))];
  const differing = parent === undefined ? disagreement({ rows, fields: productHead, what: 'product' }) : parent.fault;
  return {
    lines: all.map(({ line }) => line),
    cells: all.map(({ cells }) => cells),
    rows: rows.map((values) => ({
      ...emptied,
      ...defaults,
      ...options,
      ...picked(values, variantNames),
      ...head,
      ...(id === undefined ? {} : { external_id: id }),
      ...(ids.size > 1 && values['external_id'] !== undefined ? { variant_id: values['external_id'] } : {}),
    })),
    fault: groupedFault(head) ?? unread ?? differing,
  };
}

/** A type of WooCommerce, which has no price. */
function groupedFault({ type }: Values): RecordFault | undefined {
  if (type?.toLowerCase() !== 'grouped') return undefined;
  const message = 'A group of products is none itself: make it a bundle, with its components, once they are here.';
  return { field: 'type', code: 'grouped', message };
}

/** The row that the others name, which does not name itself. */
function isParent(row: ReadRow, group: readonly ReadRow[]): boolean {
  if (row.values['group'] !== undefined) return false;
  const names = namesOf(row);
  return group.some((other) => names.includes(other.values['group'] ?? ''));
}

/** They stand in the first row of a product alone, in some files. */
const optionNames = ['option1_name', 'option2_name', 'option3_name'];

function picked(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])));
}
