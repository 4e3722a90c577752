import type { ComponentChildren } from 'preact';

export type Column<Row> = {
  readonly key: string;
  readonly title: string;
  readonly isFigure?: boolean;
  /** A track of a CSS grid; an equal share by default. */
  readonly width?: string;
  /** Its place on a phone, where a row has two lines; without one it is not shown there. */
  readonly phone?: 'lead' | 'amount' | 'note' | 'mark';
  /** The field of the API that it is sorted by; figures and days begin with the largest. */
  readonly sort?: string;
  readonly startsHigh?: boolean;
  /** The sum of the list that stands below it: `total`. */
  readonly sum?: string;
  /** Makes room while a record is open beside the list. */
  readonly isExtra?: boolean;
  /** Of a row, among all that have been read. */
  readonly cell: (row: Row, all: readonly Row[]) => ComponentChildren;
};
/** Sort key of the list, `-total`, and the handler for a press on a heading. */
export type Sorting = { readonly by: string; readonly onSort: (column: string) => void };

/** The head of a column; where the list can be sorted by it, a button. */
export function Heading<Row>({
  column,
  sorting,
}: {
  readonly column: Column<Row>;
  readonly sorting: Sorting | undefined;
}) {
  const { sort, title } = column;
  if (sort === undefined || sorting === undefined)
    return (
      <span role="columnheader" class={classOf(column)}>
        {title}
      </span>
    );
  const { by, onSort } = sorting;
  const order = by === sort ? 'ascending' : by === `-${sort}` ? 'descending' : 'none';
  const next = order === 'none' ? column.startsHigh === true : order === 'ascending';
  return (
    <span role="columnheader" class={classOf(column)} aria-sort={order}>
      <button type="button" class="bare" onClick={() => onSort(next ? `-${sort}` : sort)}>
        {title}
      </button>
    </span>
  );
}

export function classOf<Row>({ phone, isFigure, isExtra }: Column<Row>): string {
  return [`on-${phone ?? 'desk'}`, isFigure && 'figure', isExtra && 'extra'].filter(Boolean).join(' ');
}

/**
 * The tracks of a list, which all its rows share: an amount is never cut short, so a column of figures is as wide as
 * its longest. A column of a fixed width, such as that of numbers, grows with what stands in it up to a point.
 */
export function tracksOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]) {
  const tracks = columns.map((column) => {
    const { width = 'minmax(5rem, 1fr)', isFigure } = column;
    const [, least = width] = /^minmax\((\S+),/.exec(width) ?? [];
    const isFixed = /^[\d.]+rem$/.test(width);
    const widest = isFigure || isFixed ? Math.max(0, ...rows.map((row) => widthOf(column.cell(row, rows)))) : 0;
    if (widest === 0) return width;
    return `max(${least}, ${(isFigure ? widest : Math.min(widest, grownMax)).toFixed(2)}rem)`;
  });
  return { all: tracks.join(' '), fewer: tracks.filter((_, n) => !columns[n]?.isExtra).join(' ') };
}

const grownMax = 14;

/** In rem: digits are all as wide, what stands between them is narrower, and capitals are wider. */
const widthOf = (shown: ComponentChildren): number =>
  typeof shown === 'string'
    ? shown.length * 0.36 +
      shown.replaceAll(/[\s.,’'-]/g, '').length * 0.29 +
      shown.replaceAll(/[^A-Z]/g, '').length * 0.12
    : 0;
