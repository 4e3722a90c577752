import { fileUnreadable } from './import.ts';
import { readTable, type Table, type TableRow } from './csv-table.ts';
import { headFields, type Kind } from './fields.ts';
import type { Mapping } from './mapping.ts';

/** A row by field: what the file says, else the default; what is empty is left out. */
export type Values = Readonly<Record<string, string>>;

/** What becomes one record: a row, or of sales all rows that name the same one. */
export type ImportRecord = {
  /** The line of the file that each row begins on. */
  readonly lines: readonly number[];
  readonly rows: readonly Values[];
  /** As they stand in the file, for the row-error file. */
  readonly cells: readonly (readonly string[])[];
  /** Why its rows cannot be put together to one. */
  readonly fault?: RecordFault | undefined;
};

export type RecordFault = { readonly field: string; readonly code: string; readonly message: string };

export type Files = { readonly rows: string; readonly heads?: string | undefined };
export type Tables = { readonly rows: Table; readonly heads?: Table | undefined };

export function readTables({ rows, heads }: Files): Tables {
  return {
    rows: readTable(rows, '/content'),
    heads: heads === undefined ? undefined : readTable(heads, '/heads'),
  };
}

type Plan = { readonly kind: Kind; readonly mapping: Mapping; readonly defaults: Mapping };

export function recordsIn({ rows, heads }: Tables, plan: Plan): ImportRecord[] {
  const { kind, mapping, defaults } = plan;
  if (kind === 'sales') return salesIn({ rows, heads }, plan);
  return rows.rows.map((row) => ({
    lines: [row.line],
    cells: [row.cells],
    rows: [{ ...defaults, ...valuesOf(rows, row, mapping) }],
  }));
}

/** In the order of the rows, and last those that the other file tells of and no row belongs to. */
function salesIn({ rows, heads }: Tables, { mapping, defaults }: Plan): ImportRecord[] {
  const headsOf = heads === undefined ? undefined : grouped(heads, mapping, 'head');
  const groups = grouped(rows, mapping, 'row');
  const sales = [...groups].map(([key, group]): ImportRecord => {
    const found = headsOf?.get(key);
    const [head] = found ?? [];
    const told = heads === undefined || head === undefined ? {} : valuesOf(heads, head, mapping);
    const values = group.map((row) => ({ ...defaults, ...told, ...valuesOf(rows, row, mapping) }));
    return {
      lines: group.map(({ line }) => line),
      cells: group.map(({ cells }) => cells),
      rows: values,
      fault: headsOf === undefined ? disagreement(values) : headFault(key, found?.length ?? 0),
    };
  });
  const missing = [...(headsOf ?? [])].filter(([key]) => !groups.has(key));
  return [
    ...sales,
    ...(heads === undefined ? [] : missing.map(([key, [head]]) => withoutLines(key, head, { rows, mapping }))),
  ];
}

/** Rows by the sale that they name. One that names none stands alone, and is refused for it. */
function grouped(table: Table, mapping: Mapping, part: 'row' | 'head'): Map<string, TableRow[]> {
  // No cell holds a NUL, so that none can be taken for such a line.
  return Map.groupBy(table.rows, (row) => keyOf(table, row, mapping) || `\0${part} ${row.line}`);
}

/** In both files of a sale the column that says which sale it is has the same name. */
function keyOf({ header }: Table, { cells }: TableRow, { sale = '' }: Mapping): string {
  const at = header.indexOf(sale);
  if (at !== -1) return plainText(cells[at] ?? '');
  const message = `It has no column "${sale}", which says which sale a row belongs to.`;
  throw fileUnreadable({ detail: message, errors: [{ pointer: '/heads', code: 'unknown_column', message }] });
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

/** What is said of the whole sale may stand in any of its rows, but not differ between them. */
function disagreement(rows: readonly Values[]): RecordFault | undefined {
  for (const field of headFields) {
    const [one, other] = new Set(rows.flatMap((values) => values[field] ?? []));
    if (other === undefined) continue;
    const message = `One row of the sale says "${one}" and another "${other}".`;
    return { field, code: 'rows_disagree', message };
  }
  return undefined;
}

function valuesOf({ header }: Table, { cells }: TableRow, mapping: Mapping): Values {
  const values: Record<string, string> = {};
  for (const [field, column] of Object.entries(mapping)) {
    const text = plainText(cells[header.indexOf(column)] ?? '');
    if (text !== '') values[field] = text;
  }
  return values;
}

/** Our own row-error file puts an apostrophe before what a spreadsheet would take for a formula. */
function plainText(cell: string): string {
  return cell.trim().replace(/^'(?=[=+\-@＝＋－＠])/, '');
}
