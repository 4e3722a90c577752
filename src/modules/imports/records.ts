import type { ImportRecord, RecordFault, Values } from './import-record.ts';
import { isKnownByContent, withTwins } from './known-again.ts';
import { fileUnreadable } from './import.ts';
import { readTable } from './csv-table.ts';
import type { Table, TableRow } from './table.ts';
import { groupedBy, headFields, type Kind } from './fields.ts';
import { disagreement } from './disagreement.ts';
import { withoutFooters } from './footers.ts';
import { flatMapInSlices, groupInSlices, mapInSlices } from './in-slices.ts';
import { productRecords } from './product-records.ts';
import { type Column, type Formats, read } from './formats.ts';
import type { Mapping } from './mapping.ts';
import { type Delimiter, type Reading, signOf } from './reading.ts';

export type Files = { readonly rows: string; readonly heads?: string | undefined };
export type Tables = { readonly rows: Table; readonly heads?: Table | undefined };

/** The other file may be separated in another way, where its header does not have what separates the rows. */
export async function readTables({ rows, heads }: Files, reading: Reading | null): Promise<Tables> {
  return {
    rows: await readTable(rows, '/content', reading?.delimiter),
    heads: heads === undefined ? undefined : await readTable(heads, '/heads', delimiterOf(heads, reading)),
  };
}

function delimiterOf(heads: string, reading: Reading | null): Delimiter | undefined {
  const [header = ''] = heads.split('\n', 1);
  return reading !== null && header.includes(signOf(reading.delimiter)) ? reading.delimiter : undefined;
}

type Plan = {
  readonly kind: Kind;
  readonly mapping: Mapping;
  readonly defaults: Mapping;
  readonly formats: Formats;
};

/** The records of a file. Rows at its end that state sums of the others are none. */
export async function recordsIn(tables: Tables, plan: Plan): Promise<ImportRecord[]> {
  const { kind, defaults } = plan;
  const { table: rows } = withoutFooters(tables.rows, plan);
  const heads = tables.heads && withoutFooters(tables.heads, plan).table;
  if (kind === 'products') return productsIn(rows, plan);
  if (groupedBy[kind] !== undefined && !isTwoSided(plan)) return groupsIn({ rows, heads }, plan);
  const records = await mapInSlices(rows.rows, (row): ImportRecord => {
    const { values, fault } = readRow(rows, row, plan);
    return { lines: [row.line], cells: [row.cells], rows: [{ ...defaults, ...values }], fault };
  });
  if (kind === 'opening_balances') return wholeOf(kind, records);
  return isKnownByContent(kind) ? withTwins(kind, records) : records;
}

/** A shop that tracks the stock of some products says so of these, and nothing of the others. */
async function productsIn(table: Table, plan: Plan): Promise<ImportRecord[]> {
  const rows = await mapInSlices(table.rows, (row) => ({ ...row, ...readRow(table, row, plan) }));
  const emptied = plan.mapping['track_inventory'] === undefined ? {} : { track_inventory: 'no' };
  return productRecords(rows, { defaults: plan.defaults, emptied });
}

/** All rows as one record: they come in together or not at all. */
function wholeOf(kind: Kind, records: readonly ImportRecord[]): ImportRecord[] {
  if (records.length === 0) return [];
  const rows = records.flatMap((one) => one.rows);
  const odd = records.findIndex(({ fault }) => fault !== undefined);
  const fault = records[odd]?.fault;
  return [
    {
      lines: records.flatMap(({ lines }) => lines),
      cells: records.flatMap(({ cells }) => cells),
      rows,
      fault: fault === undefined ? headDisagreement(kind, rows) : { ...fault, row: odd },
    },
  ];
}

/** In the order of the rows, and last those that the other file tells of and no row belongs to. */
async function groupsIn({ rows, heads }: Tables, plan: Plan): Promise<ImportRecord[]> {
  const { kind, mapping, defaults } = plan;
  const headsOf = heads === undefined ? undefined : await grouped(heads, plan, 'head');
  const groups = await grouped(rows, plan, 'row');
  const records = await mapInSlices([...groups], ([key, group]): ImportRecord => {
    const found = headsOf?.get(key);
    const [head] = found ?? [];
    const told = heads === undefined || head === undefined ? nothing : readRow(heads, head, plan);
    const own = group.map((row) => readRow(rows, row, plan));
    const values = own.map((row) => ({ ...defaults, ...told.values, ...row.values }));
    const odd = own.findIndex(({ fault }) => fault !== undefined);
    const unread = own[odd]?.fault ?? told.fault;
    return {
      lines: group.map(({ line }) => line),
      cells: group.map(({ cells }) => cells),
      rows: values,
      fault:
        (headsOf === undefined ? headDisagreement(kind, values) : headFault(key, found?.length ?? 0)) ??
        (unread && { ...unread, row: Math.max(odd, 0) }),
    };
  });
  const missing = [...(headsOf ?? [])].filter(([key]) => !groups.has(key));
  return [
    ...records,
    ...(heads === undefined ? [] : missing.map(([key, [head]]) => withoutLines(key, head, { rows, mapping }))),
  ];
}

/** Rows by the record that they name. One that names none stands alone, and is refused for it. */
function grouped(table: Table, plan: Plan, part: 'row' | 'head'): Promise<Map<string, TableRow[]>> {
  const key = keyOf(table, plan);
  // No cell holds a NUL, so that none can be taken for such a line.
  return groupInSlices(table.rows, (row) => key(row) || `\0${part} ${row.line}`);
}

/**
 * Which record a row belongs to. Two suppliers may use the same number: a bill is that of its supplier, and an entry
 * that of its day. A row that names none is of the record above it with the same number. In both files of a sale the
 * column that says which it is has the same name.
 */
function keyOf({ header }: Table, { kind, mapping, defaults }: Plan): (row: TableRow) => string {
  const field = kind === 'journal' && mapping['entry'] === undefined ? 'memo' : (groupedBy[kind] ?? '');
  const at = header.indexOf(mapping[field] ?? '');
  if (at === -1 && (field in defaults || kind === 'journal')) return () => '';
  if (at === -1) {
    const message = `It has no column "${mapping[field] ?? ''}", which says which sale a row belongs to.`;
    throw fileUnreadable({ detail: message, errors: [{ pointer: '/heads', code: 'unknown_column', message }] });
  }
  const ownedBy = ownerFields[kind];
  const whose = ownedBy === undefined ? -1 : header.indexOf(mapping[ownedBy] ?? '');
  let last = { number: '', of: '' };
  return ({ cells }) => {
    const number = plainText(cells[at] ?? '');
    const said = plainText(cells[whose] ?? '');
    const of = said === '' && number === last.number ? last.of : said;
    last = { number, of };
    return number === '' || whose === -1 ? number : `${number}\0${of}`;
  };
}

const ownerFields: Partial<Readonly<Record<Kind, string>>> = { bills: 'supplier', journal: 'date' };

/** Rows that name the contra account too are entries by themselves. */
function isTwoSided({ kind, mapping }: Plan): boolean {
  return kind === 'journal' && mapping['contra'] !== undefined;
}

function headFault(key: string, count: number): RecordFault | undefined {
  if (count === 1) return undefined;
  const [code, message] = key.startsWith('\0')
    ? ['required', 'Write which sale the row belongs to.']
    : count === 0
      ? ['head_missing', `The other file has no sale "${key}".`]
      : ['head_twice', `The other file has the sale "${key}" ${count} times.`];
  return { field: 'sale', code, message };
}

function withoutLines(
  key: string,
  head: TableRow | undefined,
  { rows, mapping }: { readonly rows: Table; readonly mapping: Mapping },
): ImportRecord {
  const line = head?.line ?? 1;
  const isNamed = !key.startsWith('\0');
  const message = isNamed
    ? `No row belongs to the sale "${key}", which is in line ${line} of the other file.`
    : `Line ${line} of the other file does not say which sale it is about.`;
  return {
    lines: [line],
    cells: [rows.header.map((column) => (isNamed && column === mapping['sale'] ? key : ''))],
    rows: [{}],
    fault: { field: 'sale', code: 'no_lines', message },
  };
}

function headDisagreement(kind: Kind, rows: readonly Values[]): RecordFault | undefined {
  return disagreement({ rows, fields: headFields[kind] ?? [], what: groupedBy[kind] ?? 'file' });
}

type ReadRow = { readonly values: Values; readonly fault?: RecordFault | undefined };
const nothing: ReadRow = { values: {} };

/** A row by field, in the form that operations take; and the first cell that is not written as its column is. */
function readRow({ header }: Table, { cells }: TableRow, { mapping, formats }: Plan): ReadRow {
  const values: Record<string, string> = {};
  let fault: RecordFault | undefined;
  for (const [field, column] of Object.entries(mapping)) {
    const text = plainText(cells[header.indexOf(column)] ?? '');
    if (text === '') continue;
    const found = read(field, text, formats[column]);
    values[field] = found ?? text;
    if (found === undefined) fault ??= misfit(field, text, formats[column] ?? '');
  }
  return { values, fault };
}

/** Names the columns by the mapping, because a fault is of a field; each with its cells and the lines they stand in. */
export async function columnsIn(tables: readonly Table[], mapping: Mapping): Promise<Column[]> {
  const names = new Set(Object.values(mapping));
  const columns: Column[] = [];
  for (const { header, rows } of tables) {
    for (const [at, name] of header.entries()) {
      if (!names.has(name)) continue;
      const cells = await flatMapInSlices(rows, ({ cells: row, line }) => {
        const text = plainText(row[at] ?? '');
        return text === '' ? [] : [{ text, line }];
      });
      columns.push({ name, cells });
    }
  }
  return columns;
}

const misfits: Readonly<Record<string, readonly [string, string]>> = {
  decimal_comma: ['decimal_point', 'Write a number with a comma before its decimals, as in the rest of the column.'],
  decimal_point: ['decimal_comma', 'Write a number with a point before its decimals, as in the rest of the column.'],
  day_first: [
    'another_date_format',
    'Write the day first, then the month and a year of four digits, as in 31.12.2026.',
  ],
  month_first: [
    'another_date_format',
    'Write the month first, then the day and a year of four digits, as in 12/31/2026.',
  ],
  year_first: ['another_date_format', 'Write a day as 2026-12-31.'],
};

const numberLike = /^-?[\d.,'’\s]*\d[\d.,'’\s]*%?$/;

function misfit(field: string, text: string, format: string): RecordFault {
  const [code, message] = misfits[format] ?? ['unreadable', 'This cell cannot be read.'];
  if (!format.startsWith('decimal_') || numberLike.test(text)) return { field, code, message };
  return { field, code: 'not_a_number', message: 'Write a number alone, such as 12.50, without a currency or a unit.' };
}

/** Our own row-error file puts an apostrophe before what a spreadsheet would take for a formula. */
function plainText(cell: string): string {
  return cell.trim().replace(/^'(?=[=+\-@＝＋－＠])/, '');
}
