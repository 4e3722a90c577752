import type { Secrets } from '../../operation/secrets.ts';
import { openSealedCookie } from '../signed-in/sealed-cookie.ts';

/** Long enough for the page that follows, and for nothing else. */
const lastsSeconds = 120;

export type Once = {
  /** The secret of this token, if it was made a moment ago in this browser. */
  readonly read: (header: string | undefined, id: string) => string | undefined;
  readonly set: (id: string, secret: string) => string;
  readonly clear: string;
};

/**
 * Takes a secret from the form that made it to the page that shows it once: sealed, in the browser that sent the form.
 * So that reloading the page neither shows it again nor makes another.
 */
export function openOnce(secrets: Secrets, publicUrl: string): Once {
  const cookie = openSealedCookie(secrets, publicUrl, {
    name: 'daybook-once',
    about: 'secrets shown once',
    maxAgeSeconds: lastsSeconds,
  });
  return {
    read: (header, id) => {
      const [of, secret] = cookie.read(header)?.split(' ', 2) ?? [];
      return of === id ? secret : undefined;
    },
    set: (id, secret) => cookie.set(`${id} ${secret}`),
    clear: cookie.clear,
  };
}
