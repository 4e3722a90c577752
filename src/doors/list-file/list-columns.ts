import { type Cell, digits } from '../../modules/ledger/index.ts';
import { isDigits, type JsonSchema, propertiesOf, stringsIn, withoutNull } from '../mcp/json-schema.ts';

export type Row = Readonly<Record<string, unknown>>;

export type Column = {
  /** Path in the record: `client.display_name`. */
  readonly name: string;
  readonly cellOf: (row: Row) => Cell;
};

/** Objects within objects within objects are written as JSON, as lists of objects are. */
const depthMax = 3;

/**
 * Columns of a table of these rows, in the order of the schema. What was not asked for, by `fields` or for want of
 * `expand`, stands in none of the rows and is no column; without rows, all that every record has are.
 */
export function columnsOf(schema: JsonSchema, rows: readonly Row[]): readonly Column[] {
  return Object.entries(propertiesOf(schema)).flatMap(([name, inner]) => {
    const isThere =
      rows.length === 0 ? stringsIn(schema['required']).includes(name) : rows.some((row) => row[name] !== undefined);
    return isThere ? within([name], inner, rows) : [];
  });
}

function within(path: readonly string[], schema: JsonSchema, rows: readonly Row[]): readonly Column[] {
  const kind = withoutNull(schema) ?? schema;
  if (!isObject(kind) || path.length >= depthMax) return [columnAt(path, kind)];
  const properties = propertiesOf(kind);
  // Of own fields no schema knows the names.
  const isOpen = Object.keys(properties).length === 0;
  const names = isOpen ? namesIn(path, rows) : Object.keys(properties);
  return names
    .filter((name) => rows.length === 0 || rows.some((row) => valueAt(row, [...path, name]) !== undefined))
    .flatMap((name) => within([...path, name], properties[name] ?? {}, rows));
}

function columnAt(path: readonly string[], kind: JsonSchema): Column {
  const isNumber = isAmount(kind);
  return { name: path.join('.'), cellOf: (row) => cellOf(valueAt(row, path), isNumber) };
}

function cellOf(value: unknown, isNumber: boolean): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number') return value;
  if (typeof value === 'string') return isNumber && plainNumber.test(value) ? digits(value) : value;
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.join(', ');
  return JSON.stringify(value);
}

const plainNumber = /^-?\d+(?:\.\d+)?$/;

/** Amounts and quantities are texts of digits; a number of a document or a telephone is a text for good. */
function isAmount(schema: JsonSchema): boolean {
  const { examples } = schema;
  const [example] = Array.isArray(examples) ? examples : [];
  return isDigits(schema) || (typeof example === 'string' && /^-?\d+\.\d+$/.test(example));
}

function namesIn(path: readonly string[], rows: readonly Row[]): readonly string[] {
  const names = new Set<string>();
  for (const row of rows) {
    const value = valueAt(row, path);
    if (typeof value === 'object' && value !== null) for (const name of Object.keys(value)) names.add(name);
  }
  return [...names].toSorted();
}

function valueAt(row: Row, path: readonly string[]): unknown {
  let value: unknown = row;
  for (const name of path) value = typeof value === 'object' && value !== null ? (value as Row)[name] : undefined;
  return value;
}

function isObject({ type, properties }: JsonSchema): boolean {
  return type === 'object' || properties !== undefined;
}
