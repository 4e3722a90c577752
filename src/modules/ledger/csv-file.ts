import { stringify } from 'csv-stringify/sync';
import { formatMoney, type Money } from '../../core/money.ts';
import type { FileOutput } from '../../wire/index.ts';

/** Text, an amount, a count, or nothing. */
export type Cell = string | Money | bigint | number | null;

/**
 * A table as CSV (RFC 4180). Text that a spreadsheet would take for a formula is quoted with an apostrophe, and every
 * text in quotes; amounts stay numbers.
 */
export function csvFile(name: string, header: readonly string[], rows: readonly (readonly Cell[])[]): FileOutput {
  return { filename: `${name}.csv`, content_type: 'text/csv', content: csvText([header, ...rows]) };
}

export function csvText(rows: readonly (readonly Cell[])[]): string {
  return stringify(
    rows.map((row) => [...row]),
    {
      record_delimiter: '\r\n',
      quoted_string: true,
      escape_formulas: true,
      // Only money is an object here, and its minus is no formula.
      cast: { object: (cell) => ({ value: formatMoney(cell as Money), escape_formulas: false }) },
    },
  );
}
