import { type Signal, useComputed, useSignalEffect } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { words } from '../words/index.ts';
import { classOf, type Column, Heading, type Sorting, tracksOf } from './columns.tsx';

/** Rows chosen for what is done to many at once. */
export type Choosing = {
  readonly ids: ReadonlySet<string>;
  /** With `through`, all from the one chosen before. */
  readonly choose: (at: number, through: boolean) => void;
  readonly chooseAll: () => void;
  /** A press on a row chooses it instead of opening it. */
  readonly isPicking?: boolean;
};
type Rows<Row> = {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  /** A signal: moving changes two attributes, and no row is drawn again. */
  readonly at: Signal<number>;
  readonly total: number;
  readonly openId: string | undefined;
  readonly onOpen: (row: Row) => void;
  readonly onMove: (at: number) => void;
  readonly sorting?: Sorting;
  readonly choosing?: Choosing | undefined;
  /** Asked for when the end is near: the next page. */
  readonly onEnd: () => void;
};

/**
 * A list of any length: only what is seen is in the page. One stop for the tab key; arrows and j/k move within. All
 * rows are equally high, so that the bar on the side tells the truth and nothing jumps.
 */
export function RowGrid<Row extends { readonly id: string }>({
  label,
  rows,
  columns,
  at,
  total,
  openId,
  onOpen,
  onMove,
  onEnd,
  sorting,
  choosing,
}: Rows<Row>) {
  const box = useRef<HTMLDivElement>(null);
  const [{ top, high, row }, setSeen] = useState({ top: 0, high: 800, row: 44 });
  const note = () => {
    // A list that is already gone may still be told of its last size.
    if (box.current === null) return;
    const { scrollTop, clientHeight } = box.current;
    // As high as the style says; rows may not be drawn yet.
    const measured = Number.parseFloat(getComputedStyle(box.current).getPropertyValue('--row')) || row;
    setSeen({ top: scrollTop, high: clientHeight, row: measured });
    if (scrollTop + clientHeight * 3 > rows.length * measured) onEnd();
  };
  useLayoutEffect(note, [rows.length]);
  useEffect(() => {
    const watch = new ResizeObserver(note);
    if (box.current !== null) watch.observe(box.current);
    return () => watch.disconnect();
  }, [rows.length]);
  const active = useComputed(() => {
    const here = rows[at.value];
    return here === undefined ? undefined : `row-${here.id}`;
  });
  // Keeps the row that the keys are on in sight, below the head.
  useSignalEffect(() => {
    const [from, to] = [at.value * row, (at.value + 1) * row + 36];
    if (box.current === null) return;
    const { scrollTop, clientHeight } = box.current;
    if (from < scrollTop) box.current.scrollTop = from;
    else if (to > scrollTop + clientHeight) box.current.scrollTop = to - clientHeight;
  });
  const first = Math.max(0, Math.floor(top / row) - 6);
  const seen = rows.slice(first, Math.ceil((top + high) / row) + 6);
  const tracks = useMemo(() => tracksOf(columns, rows), [columns, rows]);
  const keys = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor(high / row) - 2);
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -rows.length, End: rows.length }[
      event.key
    ];
    if (by !== undefined) {
      event.preventDefault();
      onMove(Math.max(0, Math.min(rows.length - 1, at.peek() + by)));
    }
    const here = rows[at.peek()];
    if (event.key === 'Enter' && here) onOpen(here);
  };
  return (
    <div
      ref={box}
      class="grid"
      style={{ '--columns': tracks.all, '--fewer': tracks.fewer }}
      role="grid"
      {...(choosing && {
        'aria-multiselectable': true,
        'data-choosing': choosing.isPicking === true || choosing.ids.size > 0,
      })}
      tabIndex={0}
      aria-label={label}
      aria-rowcount={total + 1}
      onScroll={note}
      onKeyDown={keys}
      aria-activedescendant={active}
    >
      <div class="head" role="row" aria-rowindex={1}>
        {choosing && (
          <span role="columnheader" class="tick">
            <input
              type="checkbox"
              aria-label={words.value.list.chooseAll}
              checked={choosing.ids.size > 0 && choosing.ids.size === rows.length}
              onChange={choosing.chooseAll}
            />
          </span>
        )}
        {columns.map((column) => (
          <Heading key={column.key} column={column} sorting={sorting} />
        ))}
      </div>
      <div class="body" role="rowgroup" style={{ height: `${rows.length * row}px` }}>
        {seen.map((one, n) => (
          <Line
            key={`${one.id}${first + n}`}
            id={one.id}
            index={first + n}
            at={at}
            top={(first + n) * row}
            isOpen={one.id === openId}
            {...(choosing && { isChosen: choosing.ids.has(one.id) })}
            onClick={() => {
              onMove(first + n);
              if (choosing?.isPicking) choosing.choose(first + n, false);
              else onOpen(one);
            }}
          >
            {choosing && (
              <span role="gridcell" class="tick" onClick={(event) => event.stopPropagation()}>
                <input
                  type="checkbox"
                  tabIndex={-1}
                  aria-label={words.value.list.choose}
                  checked={choosing.ids.has(one.id)}
                  onClick={(event) => choosing.choose(first + n, event.shiftKey)}
                />
              </span>
            )}
            {columns.map((column) => {
              const cell = column.cell(one, rows);
              // A name that is cut short keeps its beginning, whatever way its script runs.
              const runs = typeof cell === 'string' && column.isFigure !== true ? { dir: 'auto' as const } : {};
              return (
                <span key={column.key} role="gridcell" class={classOf(column)} {...runs}>
                  {cell}
                </span>
              );
            })}
          </Line>
        ))}
      </div>
    </div>
  );
}

type Drawn = {
  readonly id: string;
  readonly index: number;
  readonly at: Signal<number>;
  readonly top: number;
  readonly isOpen: boolean;
  /** Set where rows can be chosen; elsewhere the row at the keyboard focus is the selected one. */
  readonly isChosen?: boolean;
  readonly onClick: () => void;
  readonly children: ComponentChildren;
};
function Line({ id, index, at, top, isOpen, isChosen, onClick, children }: Drawn) {
  const isAt = useComputed(() => at.value === index);
  return (
    <div
      id={`row-${id}`}
      role="row"
      class="row"
      aria-rowindex={index + 2}
      aria-selected={isChosen ?? isAt}
      data-at={isAt}
      data-open={isOpen}
      style={{ transform: `translateY(${top}px)` }}
      onClick={onClick}
    >
      {children}
    </div>
  );
}
