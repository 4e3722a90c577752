import { z } from 'zod';
import type { ReportRow } from '../../../render/report-facts.ts';
import { SignedQuantity } from '../../../wire/index.ts';
import { type Cell, digits } from '../../ledger/index.ts';
import type { Figure } from '../figure.ts';

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

export const comparedHeadings = ['compared', 'change', 'change_percent'] as const;
/** Headings of a figure, after those of the intervals that it is cut into. */
export const figureHeadings = ['amount', ...comparedHeadings] as const;

type Intervals = readonly { readonly label: string }[];
type AnyFigure = Pick<Figure, 'series' | 'compared' | 'change' | 'change_percent'> & { readonly amount: Cell };

export function figureCells(figure: AnyFigure, intervals: Intervals = []): Cells<(typeof figureHeadings)[number]> {
  return { ...seriesCells(figure, intervals), amount: figure.amount, ...comparedCells(figure) };
}

/** Labels are unique among intervals, and begin with a digit as no heading does. */
export function seriesCells({ series }: Pick<Figure, 'series'>, intervals: Intervals): Cells<string> {
  return Object.fromEntries(intervals.map(({ label }, index) => [label, series[index] ?? null]));
}

export function comparedCells({ compared, change, change_percent }: Omit<AnyFigure, 'amount' | 'series'>) {
  return { compared, change, change_percent: digits(change_percent) };
}

export function quantityCell(quantity: bigint | null): Cell {
  return quantity === null ? null : digits(z.encode(SignedQuantity, quantity));
}
