import { CsvError, type Info, parse } from 'csv-parse/sync';
import { isHeader, rolesIn } from './csv-headings.ts';
import { linesMax, refuseTooMany, UnreadableStatement } from './problem.ts';

export type CsvRow = { readonly line: number; readonly cells: readonly string[]; readonly raw: string };

const delimiters = [';', ',', '\t', '|'];
const sampleLines = 120;
const sampleChars = 200_000;
const recordMax = 200_000;
/** Rows above the headings and below the lines. */
const aroundMax = 200;
/** Far more than a bank writes. A heading is looked up for each, which takes seconds for a row of delimiters alone. */
const columnsMax = 500;

/** The rows of a file by the delimiter that it uses, each with the line where it begins. Empty lines do not count. */
export function readRows(text: string): readonly CsvRow[] {
  const rows = parsed(text, delimiterIn(text), linesMax + aroundMax + 1);
  if (rows.length > linesMax + aroundMax) throw refuseTooMany();
  const wide = rows.find(({ cells }) => cells.length > columnsMax);
  if (wide !== undefined) throw noTable(`it has more than ${columnsMax} columns`, wide.line);
  return rows;
}

/** The one by which a row is a heading of statements, and by which the most rows have the same number of columns. */
function delimiterIn(text: string): string {
  const sample = text.slice(0, sampleChars).split('\n', sampleLines).join('\n');
  const scores = delimiters.map((delimiter) => {
    const rows = parsed(sample, delimiter, sampleLines).map(({ cells }) => cells.slice(0, columnsMax));
    const widths = new Map<number, number>();
    for (const { length } of rows) if (length > 1) widths.set(length, (widths.get(length) ?? 0) + 1);
    const regular = Math.max(0, ...[...widths].map(([width, count]) => count * (width - 1)));
    const known = Math.max(0, ...rows.map((row) => (isHeader(rolesIn(row)) ? rolesIn(row).size : 0)));
    return known * headingWeight + regular;
  });
  return delimiters[scores.indexOf(Math.max(...scores))] ?? ',';
}

const headingWeight = 10_000;

type Parsed = { readonly record: string[]; readonly info: Info; readonly raw: string };

function parsed(text: string, delimiter: string, most: number): CsvRow[] {
  const read = (quote: '"' | false) =>
    parse(text, {
      bom: true,
      delimiter,
      quote,
      info: true,
      raw: true,
      max_record_size: recordMax,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      to: most,
    }) as unknown as Parsed[];
  try {
    // With quotes that are never closed, each of them is a character.
    return rowsOf(attempt(() => read('"')) ?? read(false));
  } catch (error) {
    throw error instanceof CsvError ? noTable(error.message, lineOf(error)) : error;
  }
}

function noTable(why: string, line: number | undefined): UnreadableStatement {
  const place = line === undefined ? null : `line ${line}`;
  return new UnreadableStatement('not_a_statement', `the file is no table: ${why}`, place);
}

function lineOf({ lines }: CsvError): number | undefined {
  return typeof lines === 'number' ? lines : undefined;
}

function attempt<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof CsvError) return undefined;
    throw error;
  }
}

function rowsOf(records: readonly Parsed[]): CsvRow[] {
  return records.map(({ record, info, raw }) => {
    const breaks = record.reduce((count, cell) => count + cell.split('\n').length - 1, 0);
    return { line: info.lines - breaks, cells: withoutMargin(record).map(plainCell), raw: raw.trimEnd() };
  });
}

/** A sheet that was formatted to its edge has thousands of empty columns behind the others. */
function withoutMargin(record: readonly string[]): readonly string[] {
  const isEmptyBeyond = record.slice(columnsMax).every((cell) => cell === '');
  return isEmptyBeyond ? record.slice(0, columnsMax) : record;
}

/** `="00123"` is how spreadsheets are told that a number is a text. Any other formula stays the text that it is. */
function plainCell(cell: string): string {
  return cell.replace(/^="([^"]*)"$/, '$1').trim();
}
