import { element, group } from '../xml-text.ts';

/** A column of a table for tax auditors: text, a day, or a number with so many decimals. */
export type GobdColumn = {
  readonly name: string;
  readonly kind: 'text' | 'day' | { readonly decimals: number };
};

export type GobdTable = {
  /** Name of its file without the ending. */
  readonly name: string;
  readonly title: string;
  /** Its first columns, which tell a row apart. */
  readonly keys: readonly GobdColumn[];
  readonly columns: readonly GobdColumn[];
  /** Columns that name the row of another table. */
  readonly refers: readonly { readonly column: string; readonly table: string }[];
};

type Index = {
  readonly supplier: { readonly name: string; readonly location: string };
  readonly period: { readonly from: string; readonly to: string };
  readonly tables: readonly GobdTable[];
};

/** The description of the tables that the rules for audits by data carrier ask for (GDPdU 01-09-2004). */
export function gobdIndex({ supplier, period, tables }: Index): string {
  const head = '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE DataSet SYSTEM "gdpdu-01-09-2004.dtd">\n';
  return `${head}${group(
    'DataSet',
    element('Version', '1.0'),
    group(
      'DataSupplier',
      element('Name', supplier.name),
      element('Location', supplier.location || '-'),
      element('Comment', `Daybook ${period.from} - ${period.to}`),
    ),
    group('Media', element('Name', 'Daybook'), ...tables.map((table) => tableIn(table, period))),
  )}\n`;
}

function tableIn({ name, title, keys, columns, refers }: GobdTable, { from, to }: Index['period']): string {
  const named = (kind: string, { name: column, kind: of }: GobdColumn) =>
    group(kind, element('Name', column), formatOf(of));
  return group(
    'Table',
    element('URL', `${name}.csv`),
    element('Name', title),
    group(
      'Validity',
      group('Range', element('From', german(from)), element('To', german(to))),
      element('Format', format),
    ),
    '<UTF8/>',
    element('DecimalSymbol', ','),
    element('DigitGroupingSymbol', '.'),
    group('Range', element('From', '2')),
    group(
      'VariableLength',
      element('ColumnDelimiter', ';'),
      '<RecordDelimiter>&#13;&#10;</RecordDelimiter>',
      element('TextEncapsulator', '"'),
      ...keys.map((column) => named('VariablePrimaryKey', column)),
      ...columns.map((column) => named('VariableColumn', column)),
      ...refers.map(({ column, table }) => group('ForeignKey', element('Name', column), element('References', table))),
    ),
  );
}

const format = 'DD.MM.YYYY';

function formatOf(kind: GobdColumn['kind']): string {
  if (kind === 'text') return '<AlphaNumeric/>';
  if (kind === 'day') return group('Date', element('Format', format));
  return group('Numeric', element('Accuracy', String(kind.decimals)));
}

type Cell = string | bigint | null;

/** One row: text in quotes, days and numbers as the index says, which is as Germans write them. */
export function gobdRow(columns: readonly GobdColumn[], cells: readonly Cell[]): string {
  const written = columns.map(({ kind }, index) => {
    const cell = cells[index] ?? null;
    if (cell === null) return kind === 'text' ? '""' : '';
    if (kind === 'day') return german(String(cell).slice(0, 10));
    if (kind === 'text')
      return `"${String(cell)
        .replaceAll(/[\r\n\u2028\u2029]+/g, ' ')
        .replaceAll('"', '""')}"`;
    return typeof cell === 'bigint' ? decimal(cell, kind.decimals) : cell.replace('.', ',');
  });
  return `${written.join(';')}\r\n`;
}

export function gobdHeader(columns: readonly GobdColumn[]): string {
  return `${columns.map(({ name }) => `"${name}"`).join(';')}\r\n`;
}

function decimal(minor: bigint, decimals: number): string {
  const digits = (minor < 0n ? -minor : minor).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  return `${minor < 0n ? '-' : ''}${whole}${decimals === 0 ? '' : `,${digits.slice(-decimals)}`}`;
}

function german(day: string): string {
  const [year, month, date] = day.split('-');
  return `${date}.${month}.${year}`;
}
