import { stringify } from 'csv-stringify/sync';
import { formatMoney, type Money } from '../../../core/money.ts';
import type { FileOutput } from '../../../wire/index.ts';

/** Text, an amount, another number in digits, or nothing. */
export type Cell = string | Money | Digits | bigint | number | null;
type Digits = { readonly digits: string };

/** A percentage or a quantity, which a table shows as a number. */
export function digits(text: string | null): Digits | null {
  return text === null ? null : { digits: text };
}

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
      cast: { object: (cell) => ({ value: numberIn(cell as Money | Digits), escape_formulas: false }) },
    },
  );
}

/** Only numbers are objects here, and their minus is no formula. */
function numberIn(cell: Money | Digits): string {
  return 'digits' in cell ? cell.digits : formatMoney(cell);
}
