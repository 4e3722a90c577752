import { useMemo, useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import { changed, useRead } from '../api/cache.ts';
import type { Page } from '../api/types.ts';

type Asked<Row> = {
  readonly path: string;
  readonly fields: string;
  readonly sort: string;
  readonly wanted: string;
  readonly idOf: ((row: Row) => string) | undefined;
};
type More<Row> = {
  readonly of: unknown;
  readonly rows: readonly Row[];
  readonly cursor: string | null;
  readonly isBusy: boolean;
};

const pageSize = 100;

/** The rows of a list, page by page as the end comes into sight. */
export function useList<Row>({ path, fields, sort, wanted, idOf }: Asked<Row>) {
  const glue = wanted === '' ? '' : `${wanted}&`;
  const order = sort === '' ? '' : `&sort=${sort}`;
  const asked = `${path}?${glue}fields=${fields}&limit=${pageSize}${order}`;
  const first = `${asked}&include=total_count`;
  const { data, problem } = useRead<Page<Row>>(first);
  const [more, setMore] = useState<More<Row>>();
  // Rows that were loaded after another first page do not belong to this list.
  const here = more?.of === data ? more : undefined;
  const cursor = here ? here.cursor : (data?.next_cursor ?? null);
  const rows = useMemo(() => {
    const all = [...(data?.data ?? []), ...(here?.rows ?? [])];
    return idOf === undefined ? all : all.map((row) => ({ ...row, id: idOf(row) }));
  }, [data, here]);
  const next = () => {
    if (cursor === null || here?.isBusy) return;
    const before = here?.rows ?? [];
    setMore({ of: data, rows: before, cursor, isBusy: true });
    call<Page<Row>>(`${asked}&cursor=${cursor}`).then(
      (page) => setMore({ of: data, rows: [...before, ...page.data], cursor: page.next_cursor, isBusy: false }),
      // Scrolling on asks again.
      () => setMore({ of: data, rows: before, cursor, isBusy: false }),
    );
  };
  const hasMore = cursor !== null;
  return {
    rows,
    problem,
    next,
    hasMore,
    total: data?.total_count,
    isLoaded: data !== undefined,
    again: () => changed(first),
  };
}
