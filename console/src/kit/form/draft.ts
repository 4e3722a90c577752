import { owner } from '../../api/unsent.ts';
/** All of them, as somebody signs out. */
export function forgetDrafts(): void {
  try {
    sessionStorage.clear();
  } catch {
    // Blocked: there are none.
  }
}

/** Typed values and their idempotency key: a request sent before a reload is not sent twice after it. */
type Draft<Typed> = { readonly values: Typed; readonly key: string };

/** Typed values, kept by the browser until they are sent. Nothing is kept where storage is blocked. */
export function keptDraft<Typed>(name: string | undefined) {
  // Another business has other clients, and another person has no business with what somebody typed.
  const place = `draft ${owner.peek()} ${name}`;
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
    read: (): Draft<Typed> | undefined =>
      guarded(() => JSON.parse(sessionStorage.getItem(place) ?? 'null') as Draft<Typed> | null) ?? undefined,
    write: (draft: Draft<Typed>) => guarded(() => sessionStorage.setItem(place, JSON.stringify(draft))),
    forget: () => guarded(() => sessionStorage.removeItem(place)),
  };
}
