import { useEffect, useRef, useState } from 'preact/hooks';
import type { Choosing } from '../kit/rows.tsx';

type Chosen<Row> = Choosing & {
  /** Those of them that the list still has. */
  readonly rows: readonly Row[];
  readonly toggle: (at: number) => void;
  readonly only: (ids: Iterable<string>) => void;
};

/** Chosen rows of a list. A change of the list's query clears them. */
export function useChosen<Row extends { readonly id: string }>(rows: readonly Row[], wanted: string): Chosen<Row> {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const last = useRef(0);
  const only = (some: Iterable<string>) => setIds(new Set(some));
  useEffect(() => only([]), [wanted]);
  const choose = (at: number, through: boolean) => {
    const row = rows[at];
    if (row === undefined) return;
    const [from, to] = through ? [Math.min(last.current, at), Math.max(last.current, at)] : [at, at];
    const meant = rows.slice(from, to + 1).map(({ id }) => id);
    last.current = at;
    setIds((before) =>
      before.has(row.id) ? new Set([...before].filter((id) => !meant.includes(id))) : new Set([...before, ...meant]),
    );
  };
  const chooseAll = () => only(ids.size === rows.length ? [] : rows.map(({ id }) => id));
  return {
    ids,
    rows: rows.filter(({ id }) => ids.has(id)),
    choose,
    chooseAll,
    toggle: (at) => choose(at, false),
    only,
  };
}
