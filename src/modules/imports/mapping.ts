import { type FieldError, validationFailed } from '../../operation/errors.ts';
import { folded } from '../../core/fold.ts';
import type { Field } from './field.ts';
import { columnsOfShops } from './fields-of-products.ts';
import { fieldsOf, fieldNames, type Kind, oneOfFields } from './fields.ts';

/** Field to column. */
export type Mapping = Readonly<Record<string, string>>;
export type Source = { readonly header: readonly string[] };

type Asked = {
  readonly kind: Kind;
  readonly mapping?: Mapping | undefined;
  readonly defaults?: Mapping | undefined;
};

/**
 * The column of each field: as mapped by the caller, else by its usual headings. The errors are of a mapping to what is
 * not there, and of a file that leaves out what every record needs.
 */
export function mappedBy(
  { kind, mapping = {}, defaults = {} }: Asked,
  sources: readonly Source[],
): { readonly mapping: Mapping; readonly errors: readonly FieldError[] } {
  const columns = columnsOf(sources);
  const errors: FieldError[] = [];
  for (const [given, table] of [
    [mapping, 'mapping'],
    [defaults, 'defaults'],
  ] as const) {
    for (const name of Object.keys(given)) {
      if (fieldNames(kind).includes(name)) continue;
      const message = `The field does not exist. Fields: ${fieldNames(kind).join(', ')}.`;
      errors.push({ pointer: `/${table}/${name}`, code: 'unknown_field', message });
    }
  }
  for (const [name, column] of Object.entries(mapping)) {
    if (column === '' || columns.includes(column)) continue;
    const message = `The column is not in the file. Columns: ${columns.join(', ')}.`;
    errors.push({ pointer: `/mapping/${name}`, code: 'unknown_column', message });
  }
  const found = guessed(fieldsOf[kind], columns, { ...toldByShop(kind, columns), ...mapping });
  for (const { name, required } of fieldsOf[kind]) {
    if (required !== true || name in found || name in defaults) continue;
    const message = `Map this field to a column. Columns: ${columns.join(', ')}.`;
    errors.push({ pointer: `/mapping/${name}`, code: 'required', message });
  }
  const choice = oneOfFields[kind];
  if (choice !== undefined && !choice.fields.some((name) => name in found || name in defaults)) {
    const message = `${choice.file} Columns: ${columns.join(', ')}.`;
    errors.push({ pointer: `/mapping/${choice.fields[0]}`, code: 'required', message });
  }
  const isDated = kind !== 'opening_balances' || 'date' in found || 'date' in defaults;
  if (!isDated) {
    const message = 'Send the last day of the old books as the default of date, such as 2025-12-31.';
    errors.push({ pointer: '/mapping/date', code: 'required', message });
  }
  return { mapping: found, errors };
}

/** The same of a file that is imported: refused with all of its errors. */
export function mappingFor(asked: Asked, sources: readonly Source[]): Mapping {
  const { mapping, errors } = mappedBy(asked, sources);
  if (errors.length > 0) throw validationFailed({ errors, ...(errors[0] && { hint: errors[0].message }) });
  return mapping;
}

/** The columns of one file or two, each once; those without a name are none. */
export function columnsOf(sources: readonly Source[]): string[] {
  return [...new Set(sources.flatMap(({ header }) => header))].filter((name) => name !== '');
}

/** Columns that mean something else in the files of some programs. */
function toldByShop(kind: Kind, columns: readonly string[]): Mapping {
  return kind === 'products' ? columnsOfShops(new Map(columns.map((name) => [plain(name), name]))) : {};
}

/** No column serves twice: the field that comes first takes it, by its own name before any other. */
function guessed(fields: readonly Field[], columns: readonly string[], told: Mapping): Mapping {
  const found = new Map(Object.entries(told));
  const free = new Map(
    columns.filter((name) => !Object.values(told).includes(name)).map((name) => [plain(name), name]),
  );
  for (const namesOf of [({ name }: Field) => [name], ({ aliases }: Field) => aliases]) {
    for (const one of fields) {
      const known = found.has(one.name) ? undefined : namesOf(one).find((name) => free.has(name));
      if (known === undefined) continue;
      found.set(one.name, free.get(known) ?? known);
      free.delete(known);
    }
  }
  // A field that was told to have no column has none.
  return Object.fromEntries([...found].filter(([, column]) => column !== ''));
}

/** `Order ID`, `orderId` and `order-id` are all `order_id`, and `Straße` is `strasse`. */
export function plain(column: string): string {
  return folded(column.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2'))
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_|_$/g, '');
}
