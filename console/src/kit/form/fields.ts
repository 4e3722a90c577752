import { plain, typedDecimal } from '../values.ts';

export type Option = {
  readonly value: string;
  readonly label: string;
  /** Of a choice of many: those of one group stand together, below its name. */
  readonly group?: string;
};

/** Source of the records to choose from: a list of the API that is searched with `q`. */
export type Source = {
  /** With its filters, `clients?status=active`. */
  readonly path: string;
  /** The field by which people know one. */
  readonly label: string;
  /** A second field beside it, such as its number. */
  readonly note?: string;
  /** Lists without `q` are read whole, and searched here. */
  readonly isWhole?: boolean;
  /** Makes one of what was typed, by those who may, where nothing is called so. */
  readonly create?: { readonly needs: string; readonly body: (name: string) => object };
};

type Kind =
  | 'text'
  | 'area'
  | 'email'
  | 'url'
  | 'tel'
  | 'password'
  | 'money'
  | 'number'
  | 'whole'
  | 'color'
  | 'day'
  | 'choice'
  | 'yes'
  | 'record'
  | 'tags'
  | 'kept'
  | 'many'
  | 'lines';

export type Field = {
  /** Its place in the body: `address.city` is the city within the address. */
  readonly name: string;
  readonly label: string;
  readonly kind?: Kind;
  readonly isRequired?: boolean;
  readonly hint?: string;
  readonly placeholder?: string;
  readonly autocomplete?: string;
  /** Of a choice, and of a choice of many. */
  readonly options?: readonly Option[];
  /** Of a record. */
  readonly source?: Source;
  /** Of a record in a line: the field of that line that says what it is called. */
  readonly calledBy?: string;
  /** Suggestion of a better value: the reason, and the value. */
  readonly advice?: { readonly text: string; readonly value: string } | undefined;
  /** Of lines: the columns, in the order of typing. */
  readonly columns?: readonly Field[];
  readonly isWide?: boolean;
  /** Of a column: others of its line that are emptied when it changes. */
  readonly clears?: readonly string[];
  /** Half of some things says nothing: fields of the same whole are sent together. */
  readonly whole?: string;
  /** Fields with the same group stand together, below its name. */
  readonly group?: string;
  readonly isShown?: (values: Values) => boolean;
  /** A list of the body that this and others make together: the values that are there, in the order of the fields. */
  readonly list?: string;
  /** Reads the value from a record, where it is not the property of the field's name. */
  readonly from?: (record: Readonly<Record<string, unknown>>) => unknown;
};

/** Value of a field: text as it was typed, a tick, or the rows of lines. */
export type Value = string | boolean | readonly Values[];
/** A choice may be made after more was typed: rows are changed from what stands in them then. */
export type Change = Value | ((before: Value | undefined) => Value);
export const valueAfter = (before: Value | undefined, change: Change): Value =>
  typeof change === 'function' ? change(before) : change;
export type Values = { readonly [name: string]: Value | undefined };

/** Values of the fields for a record of the service. */
export function valuesOf(fields: readonly Field[], record: object): Values {
  return Object.fromEntries(fields.map((field) => [field.name, shownOf(field, held(field, record))]));
}

function held({ name, from }: Field, record: object): unknown {
  return from === undefined ? valueAt(record, name) : from({ ...record });
}

/** Value at a path such as `address.city`, of a record or of lines. */
export function valueAt(record: unknown, place: string): unknown {
  return place
    .split('.')
    .reduce<unknown>(
      (inside, part) =>
        typeof inside === 'object' && inside !== null ? (inside as Record<string, unknown>)[part] : undefined,
      record,
    );
}

function shownOf(field: Field, value: unknown): Value {
  const { kind = 'text', columns = [] } = field;
  // Not for people, and sent back as it came: the id of a line.
  if (kind === 'kept') return value as Value;
  if (kind === 'yes') return value === true;
  if (kind === 'lines') {
    const rows = Array.isArray(value) ? (value as readonly object[]) : [];
    return rows.map((row) => valuesOf(columns, row));
  }
  if (value === null || value === undefined) return '';
  if (kind === 'tags' || kind === 'many') return (value as readonly string[]).join(', ');
  const text = shownText(value);
  return kind === 'money' || kind === 'number' ? plain(text, kind === 'number') : text;
}

export const shownText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

export type Fault = { readonly name: string; readonly is: 'required' | 'amount' | 'number' };

/** Faults found before anything is sent: pointers as the service writes them, without the slash in front. */
export function faultsIn(fields: readonly Field[], values: Values, inside = ''): readonly Fault[] {
  return shownFields(fields, values).flatMap((field): readonly Fault[] => {
    const { name, kind = 'text', isRequired = false, columns = [] } = field;
    const value = values[name];
    const place = `${inside}${name}`;
    if (kind === 'lines') return rowsOf(value).flatMap((row, n) => faultsIn(columns, row, `${place}.${n}.`));
    if (typeof value !== 'string') return [];
    if (value.trim() === '') return isRequired ? [{ name: place, is: 'required' }] : [];
    if (kind === 'money' || kind === 'number') {
      return signed(value) === undefined ? [{ name: place, is: kind === 'money' ? 'amount' : 'number' }] : [];
    }
    return kind === 'whole' && !/^-?\d+$/.test(value.trim()) ? [{ name: place, is: 'number' }] : [];
  });
}

/** Those that matter as the others stand. */
export function shownFields(fields: readonly Field[], values: Values): readonly Field[] {
  return fields.filter(({ isShown }) => isShown?.(values) !== false);
}

/** The parts of a text with commas between them. */
export function listed(text: string): readonly string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Text of a field; empty where its value is not text. */
export const textIn = (values: Values, name: string): string => asText(values[name]);

export const asText = (value: Value | undefined): string => (typeof value === 'string' ? value : '');

export function rowsOf(value: Value | undefined): readonly Values[] {
  return Array.isArray(value) ? (value as readonly Values[]) : [];
}

/** Amount with its sign, as the service writes it; undefined for text that is none. */
export function signed(text: string): string | undefined {
  const bare = text.trim();
  const amount = typedDecimal(bare.replace(/^[-−]/, ''));
  return amount !== undefined && /^[-−]/.test(bare) ? `-${amount}` : amount;
}
