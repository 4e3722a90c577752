import { useEffect, useState } from 'preact/hooks';
import { call, type Problem, Refused } from '../api/call.ts';

type Asked<Answer> = { readonly of?: Answer; readonly problem?: Problem; readonly isBusy: boolean };

/**
 * Asks the service about what is typed, once the typing pauses. While a reply is on its way the one before stays, so
 * that nothing jumps. Nothing is asked of an incomplete body.
 */
export function useAsked<Answer>(path: string, body: object | undefined, pauseMs: number): Asked<Answer> {
  const [shown, setShown] = useState<Asked<Answer>>({ isBusy: false });
  const text = body && JSON.stringify(body);
  useEffect(() => {
    if (text === undefined) return setShown({ isBusy: false });
    const stop = new AbortController();
    setShown((before) => ({ ...before, isBusy: true }));
    const later = setTimeout(() => {
      call<Answer>(path, { method: 'POST', body: JSON.parse(text) as object, signal: stop.signal }).then(
        (of) => setShown({ of, isBusy: false }),
        (error: unknown) =>
          error instanceof Refused && setShown((before) => ({ ...before, problem: error.problem, isBusy: false })),
      );
    }, pauseMs);
    return () => {
      clearTimeout(later);
      stop.abort();
    };
  }, [path, text]);
  return shown;
}
