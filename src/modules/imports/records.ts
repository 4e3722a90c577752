import type { Kind } from './fields.ts';
import type { Mapping } from './mapping.ts';
import { readTable, type Table, type TableRow } from './csv-table.ts';
import { fileUnreadable } from './import.ts';

/** A row by field: what the file says, else the default; what is empty is left out. */
export type Values = Readonly<Record<string, string>>;

/** What becomes one record: a row, or of sales all rows that name the same one. */
export type ImportRecord = {
  /** The line of the file that it begins on. */
  readonly line: number;
  readonly rows: readonly Values[];
  /** As they stand in the file, for the row-error file. */
  readonly cells: readonly (readonly string[])[];
};

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
  if (kind !== 'sales') {
    return rows.rows.map((row) => ({
      line: row.line,
      cells: [row.cells],
      rows: [{ ...defaults, ...valuesOf(rows, row, mapping) }],
    }));
  }
  const headOf = new Map(heads?.rows.map((row) => [keyOf(heads, row, mapping), valuesOf(heads, row, mapping)]));
  const bySale = Map.groupBy(rows.rows, (row) => keyOf(rows, row, mapping));
  return [...bySale].map(([key, lines]) => ({
    line: lines[0]?.line ?? 1,
    cells: lines.map(({ cells }) => cells),
    rows: lines.map((row) => ({ ...defaults, ...headOf.get(key), ...valuesOf(rows, row, mapping) })),
  }));
}

/** In both files of a sale the column that says which sale it is has the same name. */
function keyOf({ header }: Table, { cells }: TableRow, { sale = '' }: Mapping): string {
  const at = header.indexOf(sale);
  if (at !== -1) return cells[at]?.trim() ?? '';
  const message = `It has no column "${sale}", which says which sale a row belongs to.`;
  throw fileUnreadable({ detail: message, errors: [{ pointer: '/heads', code: 'unknown_column', message }] });
}

function valuesOf({ header }: Table, { cells }: TableRow, mapping: Mapping): Values {
  const values: Record<string, string> = {};
  for (const [field, column] of Object.entries(mapping)) {
    const text = cells[header.indexOf(column)]?.trim() ?? '';
    if (text !== '') values[field] = text;
  }
  return values;
}
