import { signal } from '@preact/signals';

/** Somebody who had signed in has not been here for too long. What they typed stays while they sign in again. */
export const hasEnded = signal(false);
const returnTo = 'return-to';

/** To the page to sign in on, and from there back to where one wanted to go. */
export function signIn(): void {
  try {
    sessionStorage.setItem(returnTo, `${location.pathname}${location.search}`);
  } catch {
    // Blocked: they come to the start.
  }
  location.assign(new URL('/login', location.origin));
}

/** Address that the user wanted before signing in. It is returned once. */
export function placeBefore(): string | undefined {
  try {
    const place = sessionStorage.getItem(returnTo) ?? undefined;
    sessionStorage.removeItem(returnTo);
    return place;
  } catch {
    return undefined;
  }
}
