import { z } from 'zod';
import type { Secrets } from '../../operation/secrets.ts';
import { openSealedCookie } from './sealed-cookie.ts';

const keptSeconds = 10 * 60;

const Kept = z.object({ ticket: z.string(), to: z.string(), proves: z.boolean() });

/**
 * A sign-in that this browser began at a provider, until it comes back: an answer that another browser began is none
 * here. `proves`: it confirms who is signed in already.
 */
export type BegunAtProvider = z.output<typeof Kept>;

type Parts = { readonly secrets: Secrets; readonly publicUrl: string };

export function openTicketCookie({ secrets, publicUrl }: Parts) {
  const kind = { name: 'daybook-sso', about: 'provider cookie', maxAgeSeconds: keptSeconds };
  const cookie = openSealedCookie(secrets, publicUrl, kind);
  return {
    read: (header: string | undefined): BegunAtProvider | undefined => {
      const text = cookie.read(header);
      return text === undefined ? undefined : Kept.parse(JSON.parse(text));
    },
    set: (begun: BegunAtProvider) => cookie.set(JSON.stringify(begun)),
    clear: cookie.clear,
  };
}
