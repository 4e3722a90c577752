import { useEffect, useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import type { Page } from '../../api/types.ts';

export type Found<One> = {
  readonly rows: readonly One[];
  /** The rows answer an earlier text. */
  readonly isStale: boolean;
  readonly hasFailed: boolean;
};

/** Records of a list that the service finds for a text, asked 90 ms after the last key. No path asks nothing. */
export function useFound<One>(path: string | undefined, text: string): Found<One> {
  const wanted = searched(text);
  const glue = path?.includes('?') === true ? '&' : '?';
  const asked = path && `${path}${glue}limit=8${wanted === '' ? '' : `&q=${encodeURIComponent(wanted)}`}`;
  const [found, setFound] = useState<{ of?: string; rows: readonly One[]; hasFailed: boolean }>(nothing);
  useEffect(() => {
    if (asked === undefined) return;
    const stop = new AbortController();
    const later = setTimeout(() => {
      call<Page<One>>(asked, { signal: stop.signal }).then(
        ({ data }) => setFound({ of: asked, rows: data, hasFailed: false }),
        // The next key asks again.
        () => !stop.signal.aborted && setFound({ of: asked, rows: [], hasFailed: true }),
      );
    }, 90);
    return () => {
      clearTimeout(later);
      stop.abort();
    };
  }, [asked]);
  return { rows: found.rows, isStale: asked !== found.of, hasFailed: found.hasFailed };
}

/** As much of a text as lists search for: a name that is pasted whole may be longer. */
const searched = (text: string): string => text.trim().split(/\s+/).slice(0, 8).join(' ').slice(0, 100);

const nothing = { rows: [], hasFailed: false };
