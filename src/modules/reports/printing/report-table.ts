import type { ReportRow } from '../../../render/report-facts.ts';
import type { Cell } from '../../ledger/index.ts';

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

export function table(name: Table['name'], header: Table['header'], rows: Table['rows']): Table {
  return { name, header, rows };
}
