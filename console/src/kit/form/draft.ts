import type { Values } from './fields.ts';

/** What is typed and not sent yet, kept by the browser until it is. Nothing is kept where storage is blocked. */
export function keptDraft(name: string | undefined) {
  const place = `draft ${name}`;
  const guarded = <Result>(deed: () => Result): Result | undefined => {
    if (name === undefined) return undefined;
    try {
      return deed();
    } catch {
      // Blocked or full: the form works without.
      return undefined;
    }
  };
  return {
    read: (): Values => guarded(() => JSON.parse(sessionStorage.getItem(place) ?? '{}') as Values) ?? {},
    write: (values: Values) => guarded(() => sessionStorage.setItem(place, JSON.stringify(values))),
    forget: () => guarded(() => sessionStorage.removeItem(place)),
  };
}
