import { useEffect, useState } from 'preact/hooks';
import { call, Refused, type Problem } from '../../api/call.ts';
import type { Calculated } from '../../api/types.ts';

/** The service prices, taxes and rounds; while a reply is on its way the one before stays, so that nothing jumps. */
export function useCalculated(body: object | undefined) {
  const [shown, setShown] = useState<{
    readonly of?: Calculated;
    readonly problem?: Problem;
    readonly isBusy: boolean;
  }>({ isBusy: false });
  const text = body && JSON.stringify(body);
  useEffect(() => {
    if (text === undefined) return setShown({ isBusy: false });
    const stop = new AbortController();
    setShown((before) => ({ ...before, isBusy: true }));
    const later = setTimeout(() => {
      call<Calculated>('sales/calculate', {
        method: 'POST',
        body: JSON.parse(text) as object,
        signal: stop.signal,
      }).then(
        (of) => setShown({ of, isBusy: false }),
        (error: unknown) =>
          error instanceof Refused && setShown((before) => ({ ...before, problem: error.problem, isBusy: false })),
      );
    }, 80);
    return () => {
      clearTimeout(later);
      stop.abort();
    };
  }, [text]);
  return shown;
}
