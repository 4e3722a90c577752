import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useRead, warm } from '../api/cache.ts';
import type { Page } from '../api/types.ts';
import { useKeys } from '../app/keys.ts';
import { useMay } from '../app/me.ts';
import { hiddenIn } from '../app/preferences.ts';
import { go, goWith, path, query } from '../app/router.ts';
import type { Column } from '../kit/columns.tsx';
import { RowGrid } from '../kit/rows.tsx';
import { Empty, Trouble, Waiting } from '../kit/states.tsx';
import { counted, filled, words } from '../words/index.ts';
import { type BulkAction, ChosenBar } from './chosen-bar.tsx';
import { ColumnChoice, isFixed } from './column-choice.tsx';
import { askedBy, FilterBar, type Filter } from './filter-bar.tsx';
import { ListExport } from './list-export.tsx';
import { ListSums } from './list-sums.tsx';
import { useChosen } from './use-chosen.ts';
import { useList } from './use-list.ts';

export type View = { readonly name: string; readonly title: string; readonly query: string };

export type ListScreen<Row> = {
  readonly title: string;
  readonly list: {
    /** Of the API, `clients`. */
    readonly path: string;
    /** Fields that the columns show; nothing else is read. */
    readonly fields: string;
    readonly sort: string;
    /** Filters that always hold. */
    readonly always?: string;
    /** The operation by whose name views are kept: `list_clients`. */
    readonly operation?: string;
  };
  readonly columns: readonly Column<Row>[];
  readonly views?: readonly View[];
  readonly filters?: readonly Filter[];
  /** Offered to those who may. */
  readonly create?: { readonly href: string; readonly label: string; readonly needs: string };
  readonly empty: { readonly title: string; readonly hint?: string };
  /** Panel beside the list; without it a row leads to `to`. */
  readonly panel?: (id: string) => ComponentChildren;
  readonly to?: (row: Row) => string;
  /** Of rows that have no id of their own. */
  readonly idOf?: (row: Row) => string;
  /** Beside the title. */
  readonly actions?: ComponentChildren;
  /** `{count, plural, …}`; records by default. */
  readonly counted?: string;
  /** Actions on many rows at once, by the batch of the list. */
  readonly bulk?: { readonly actions: readonly BulkAction<Row>[]; readonly titleOf: (row: Row) => string };
};

/** The frame of a list: title, views, filters, rows that the keys walk, and what is open beside them. */
export function ListScreen<Row extends { readonly id: string }>(props: ListScreen<Row>) {
  const { title, list, views = [], filters = [], create, empty, panel, to, actions, bulk } = props;
  const may = useMay();
  const hidden = hiddenIn(list.path);
  const columns = props.columns.filter((one) => isFixed(one) || !hidden.includes(one.key));
  const asked = query.value;
  const openId = panel && (asked.get('open') ?? undefined);
  const view = asked.get('view') ?? views[0]?.name ?? '';
  const saved =
    useRead<Page<{ id: string; name: string }>>(list.operation && `saved-filters?list=${list.operation}`).data?.data ??
    [];
  const wanted = wantedOf({ always: list.always, view, views, filters });
  const sort = asked.get('sort') ?? list.sort;
  const { rows, problem, next, total, isLoaded, again } = useList<Row>({ ...list, sort, wanted, idOf: props.idOf });
  const chosen = useChosen(rows, wanted);
  const isChoosing = bulk?.actions.some(({ needs }) => may(needs)) === true;
  // A thumb has no keys: it says first that it is about to choose.
  const [isPicking, setPicking] = useState(false);
  // A signal, not a state: keys come faster than pages are drawn, and each has to count from the one before.
  const at = useSignal(0);
  const open = (row: Row | undefined) => {
    if (row === undefined) return;
    if (panel) goWith({ open: row.id });
    else if (to) go(to(row));
  };
  const move = (place: number) => {
    const wished = Math.max(0, Math.min(rows.length - 1, place));
    at.value = wished;
    // With the panel open, moving turns its pages; the one after is read ahead.
    if (openId !== undefined) open(rows[wished]);
    const following = rows[wished + 1];
    if (panel && following !== undefined && !props.idOf) warm(`${list.path}/${following.id}`);
  };
  useEffect(() => {
    at.value = 0;
  }, [wanted]);
  useKeys({
    j: () => move(at.peek() + 1),
    k: () => move(at.peek() - 1),
    o: () => open(rows[at.peek()]),
    Enter: () => open(rows[at.peek()]),
    Escape: () => (chosen.rows.length > 0 ? chosen.only([]) : goWith({ open: undefined })),
    ...(isChoosing && { x: () => chosen.toggle(at.peek()) }),
    ...(create && may(create.needs) && { n: () => go(create.href) }),
  });
  const sums = rows.length > 1 && columns.some(({ sum }) => sum) && (
    <ListSums {...list} wanted={wanted} columns={columns} />
  );
  return (
    <div class="split" data-open={openId !== undefined}>
      <section class="list">
        <header class="top">
          <h1 tabIndex={-1}>{title}</h1>
          <p class="quiet count-of" role="status">
            {countOf(total, props.counted)}
          </p>
          <div class="deeds">
            {isChoosing && (
              <button
                type="button"
                class="for-thumbs"
                data-idle={rows.length === 0}
                aria-pressed={isPicking}
                onClick={() => {
                  setPicking(!isPicking);
                  chosen.only([]);
                }}
              >
                {words.value.list.pick}
              </button>
            )}
            {props.columns.length > 3 && <ColumnChoice list={list.path} columns={props.columns} />}
            <ListExport {...list} sort={sort} wanted={wanted} />
            {actions}
            {create && may(create.needs) && (
              <a class="button primary" href={create.href}>
                {create.label}
                <kbd>N</kbd>
              </a>
            )}
          </div>
        </header>
        {views.length + saved.length > 1 && (
          <nav class="views" aria-label={title}>
            {[
              ...views.map(({ name, title: text }) => ({ name, text })),
              ...saved.map(({ id, name }) => ({ name: id, text: name })),
            ].map(({ name, text }) => (
              <a key={name} href={`${path.value}?view=${name}`} {...(view === name && { 'aria-current': 'true' })}>
                {text}
              </a>
            ))}
          </nav>
        )}
        {filters.length > 0 && <FilterBar filters={filters} operation={list.operation} />}
        {problem && rows.length === 0 ? (
          <Trouble problem={problem} again={again} />
        ) : !isLoaded ? (
          <Waiting lines={14} />
        ) : rows.length === 0 ? (
          <Empty title={empty.title} {...(empty.hint === undefined ? {} : { hint: empty.hint })} />
        ) : (
          <RowGrid
            label={title}
            rows={rows}
            at={at}
            total={total ?? rows.length}
            openId={openId}
            onOpen={open}
            onMove={move}
            onEnd={next}
            columns={columns}
            sorting={{ by: sort.split(',')[0] ?? '', onSort: (by) => goWith({ sort: by }) }}
            choosing={isChoosing ? { ...chosen, isPicking } : undefined}
          />
        )}
        {bulk ? (
          <ChosenBar path={list.path} rows={chosen.rows} only={chosen.only} {...bulk}>
            {sums}
          </ChosenBar>
        ) : (
          sums
        )}
      </section>
      {openId !== undefined && panel?.(openId)}
    </div>
  );
}

type Asked = {
  readonly always: string | undefined;
  readonly view: string;
  readonly views: readonly View[];
  readonly filters: readonly Filter[];
};

/** The filters of the address as the service wants them. */
function wantedOf({ always = '', view, views, filters }: Asked): string {
  const known = views.find(({ name }) => name === view);
  const wanted = new URLSearchParams(known?.query ?? (view === '' ? {} : { view }));
  for (const [name, value] of new URLSearchParams(always)) wanted.set(name, value);
  for (const [name, value] of askedBy(filters)) wanted.set(name, value);
  return wanted.toString();
}

const countMax = 10_000;
function countOf(total: number | undefined, text = words.value.list.counted): string {
  if (total === undefined) return '';
  if (total < countMax) return counted(text, total);
  return filled(words.value.list.countedMore, { n: new Intl.NumberFormat().format(countMax) });
}
