import { named, words } from '../../words/index.ts';
import type { Answer } from './report-kind.ts';
import type { Cells, Laid, Line, Parts, ReportColumn, Row } from './report-line.ts';

export const text = (value: unknown): string => (typeof value === 'string' ? value : '');
export const cellsOf = (row: unknown): Cells => (typeof row === 'object' && row !== null ? (row as Cells) : {});
export const totalsOf = ({ totals }: Answer): Readonly<Record<string, unknown>> => totals ?? {};

export function total(id: string, cells: unknown, drill?: string): Line {
  return { id, name: named(words.value.books.totals, id), cells: cellsOf(cells), drill };
}

export function account(row: Row): Line {
  const id = text(row['account_id']) || text(row['key']);
  return { id, code: text(row['code']), name: text(row['name']), cells: cellsOf(row), drill: id };
}

export const compared: readonly ReportColumn[] = [
  { key: 'compared', title: 'compared', isCompared: true },
  { key: 'change_percent', title: 'change', as: 'change', isCompared: true },
];

/** Of the row of a line in the order of a standard. */
export const classOfLaid = ({ kind, level }: Laid): string => `${kind} level${Math.min(level, 4)}`;

/** Rows of a report that is grouped; what has no name is named by its kind. */
export function grouped(row: Row): Line {
  const key = text(row['key']);
  const kind = text(row['kind']);
  const isGroup = kind === 'group' && key !== '';
  const label = text(row['label']);
  return {
    id: key || kind,
    name: isGroup ? label : named(words.value.books.rowKinds, kind),
    cells: cellsOf(row),
    drill: isGroup ? key : undefined,
  };
}

export const wholeOf =
  (toLine: (row: Row) => Line) =>
  (answer: Answer): Parts => [
    { key: 'rows', rows: answer.rows.map(toLine), totals: [total('total', totalsOf(answer), 'total')] },
  ];
