import { CsvError, parse } from 'csv-parse';
import { pipeline } from 'node:stream/promises';
import { fromDatev, isDatev } from './datev-table.ts';
import { mayBeFooter } from './footers.ts';
import { fileUnreadable } from './import.ts';
import { mapInSlices, partsInSlices } from './in-slices.ts';
import { type Delimiter, delimiterIn, signOf } from './reading.ts';
import type { Table, TableRow } from './table.ts';

const columnsMax = 200;
const cellLengthMax = 20_000;

/** Reads CSV (RFC 4180), by the separator that is told, else the one that the header uses. Empty lines do not count. */
export async function readTable(content: string, pointer: string, delimiter = delimiterIn(content)): Promise<Table> {
  const all = await records(content, pointer, delimiter);
  const [first, ...read] = isDatev(all) ? await fromDatev(all, pointer) : withoutTitle(all);
  if (first === undefined) throw unreadable(pointer, 'empty_file', 'The file is empty.');
  const header = first.cells.map((name) => name.trim());
  if (header.length > columnsMax)
    throw unreadable(pointer, 'too_many_columns', `The file has more than ${columnsMax} columns.`);
  const twice = header.find((name, index) => name !== '' && header.indexOf(name) !== index);
  if (twice !== undefined) throw unreadable(pointer, 'column_twice', `Two columns are called "${twice}".`);
  const rows = await mapInSlices(read, (row) => {
    const { line, cells } = mayBeFooter(row.cells) ? withWidth(row, header.length) : row;
    if (cells.length === header.length) return { line, cells };
    const message = `Line ${line} has ${cells.length} cells and the header ${header.length}.`;
    throw unreadable(pointer, 'uneven_row', `${message} Put a text that has a separator in it in quotes.`);
  });
  return { header, rows };
}

const titleRowsMax = 10;
const headerCellsMin = 3;

/** Reports begin with their name, that of the business and a day, each alone in its row, before the header. */
function withoutTitle(rows: readonly TableRow[]): readonly TableRow[] {
  const filled = ({ cells }: TableRow) => cells.filter((cell) => cell.trim() !== '').length;
  const header = rows.slice(0, titleRowsMax + 1).findIndex((row) => filled(row) >= headerCellsMin);
  const isTitled = header > 0 && rows.slice(0, header).every((row) => filled(row) <= 1);
  return isTitled ? rows.slice(header) : rows;
}

/** Rows of sums are often as long as what they say. */
function withWidth({ line, cells }: TableRow, width: number): TableRow {
  const isEmptyBeyond = cells.slice(width).every((cell) => cell.trim() === '');
  if (!isEmptyBeyond) return { line, cells };
  return { line, cells: Array.from({ length: width }, (_, at) => cells[at] ?? '') };
}

type Raw = { readonly record: string[]; readonly info: { readonly lines: number } };

async function records(content: string, pointer: string, delimiter: Delimiter): Promise<TableRow[]> {
  const rows: TableRow[] = [];
  const parser = parse({
    bom: true,
    delimiter: signOf(delimiter),
    info: true,
    max_record_size: columnsMax * cellLengthMax,
    relax_column_count: true,
    skip_empty_lines: true,
  });
  // `lines` counts to the end of a record; quoted text may have had it begin earlier.
  parser.on('data', ({ record, info }: Raw) => rows.push({ cells: record, line: info.lines - breaksIn(record) }));
  try {
    await pipeline(partsInSlices(content), parser);
    return rows;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw unreadable(pointer, error.code.toLowerCase(), error.message);
  }
}

function breaksIn(cells: readonly string[]): number {
  return cells.reduce((count, cell) => count + cell.split('\n').length - 1, 0);
}

function unreadable(pointer: string, code: string, message: string): Error {
  return fileUnreadable({ detail: message, errors: [{ pointer, code, message }] });
}
