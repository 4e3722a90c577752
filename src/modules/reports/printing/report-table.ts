import { z } from 'zod';
import type { ReportRow } from '../../../render/report-facts.ts';
import { isDecimal, type UnitPriceValue } from '../../../wire/index.ts';
import { type Cell, digits } from '../../ledger/index.ts';

/** A report as a file: the same columns whatever is in it, a row for each row, and totals last. */
export type Table = {
  /** Of the file, without its ending. */
  readonly name: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** What a report is called, and how its rows stand on a page, where the table does not say it of itself. */
  readonly title?: string;
  readonly remark?: string;
  readonly shape?: readonly Pick<ReportRow, 'kind' | 'level'>[];
  /** Below them on pages alone, which have no room for a column of accounts. */
  readonly notes?: AccountNotes;
};

/** Which accounts are in each line; figures are those of the columns after the name. */
export type AccountNotes = {
  readonly heading: string;
  readonly lines: readonly {
    readonly line: string;
    readonly accounts: readonly {
      readonly code: string | null;
      readonly name: string;
      readonly figures: readonly Cell[];
    }[];
  }[];
};

/** Cells of a row by the headings of their columns. One that is left out is empty. */
export type Cells<Heading extends string> = { readonly [Key in Heading]?: Cell };

type Row<Heading extends string> = (cells: Cells<Heading>) => readonly Cell[];

/** A table whose rows are made by `row`, so that no cell gets into the column of another. */
export function table<const Heading extends string>(
  name: string,
  header: readonly Heading[],
  rowsOf: (row: Row<Heading>) => Table['rows'],
): Table {
  const headings = new Set<string>(header);
  const row: Row<Heading> = (cells) => {
    // Types miss this where cells are spread, or intervals are among the headings.
    const stray = Object.keys(cells).find((heading) => !headings.has(heading));
    if (stray !== undefined) throw new Error(`there is no column ${stray} in ${name}`);
    return header.map((heading) => cells[heading] ?? null);
  };
  return { name, header, rows: rowsOf(row) };
}

export function take<const Heading extends string>(
  record: Readonly<Record<NoInfer<Heading>, Cell>>,
  headings: readonly Heading[],
): Cells<Heading> {
  const cells: { [Key in Heading]?: Cell } = {};
  for (const heading of headings) cells[heading] = record[heading];
  return cells;
}

type Columns<Field extends string> = {
  /** Schemas of the fields, in the order of their columns. */
  readonly fields: Readonly<Record<Field, z.ZodType>>;
  /** Of fields that are headed by another name. A list has one column for each of its values. */
  readonly headings?: { readonly [Name in NoInfer<Field>]?: string | readonly string[] };
};
type Value = Cell | boolean | UnitPriceValue | undefined;

/** A table with a row for each record and a column for each of these fields. One that a record lacks is empty. */
export function recordTable<Field extends string>(
  name: string,
  { fields, headings = {} }: Columns<Field>,
  records: readonly { readonly [Name in NoInfer<Field>]?: Value | readonly Value[] }[],
): Table {
  const columns: { readonly field: Field; readonly headed: readonly string[] }[] = [];
  for (const field in fields) columns.push({ field, headed: [headings[field] ?? field].flat() });
  const rowOf = (record: (typeof records)[number]) =>
    columns.flatMap(({ field, headed }) => {
      const values: readonly Value[] = [record[field]].flat();
      return headed.map((_, index) => cellOf(fields[field], values[index]));
    });
  return { name, header: columns.flatMap(({ headed }) => headed), rows: records.map(rowOf) };
}

/** A number that is text on the wire is a number in a file. */
function cellOf(schema: z.ZodType, value: Value): Cell {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return isDecimal(schema) ? digits(value) : value;
  const isScaled = typeof value === 'bigint' || (typeof value === 'object' && 'micro' in value);
  return isScaled ? digits(String(z.encode(schema, value))) : value;
}
