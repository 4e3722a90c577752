import { refusal } from '../../../operation/errors.ts';

/** Whom a passkey is made for: the host of the service, and the one origin that may ask for it. */
export type RelyingParty = { readonly id: string; readonly origin: string };

export const passkeysUnavailable = refusal(
  'passkeys_unavailable',
  409,
  'Passkeys do not work at the public address of this service.',
  'Browsers want https and a host name, or localhost: the operator sets DAYBOOK_PUBLIC_URL to what people open.',
);

/** Undefined where no browser would make a passkey: without https, or where the host is a number. */
export function relyingPartyAt(publicUrl: string): RelyingParty | undefined {
  const { protocol, hostname, origin } = new URL(publicUrl);
  // A URL writes numbers as decimals with dots, or in brackets.
  const isNamed = !/^(?:[\d.]+|\[.*\])$/.test(hostname);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  return isNamed && (protocol === 'https:' || isLocal) ? { id: hostname, origin } : undefined;
}

export function relyingPartyOf({ publicUrl }: { readonly publicUrl: string }): RelyingParty {
  const party = relyingPartyAt(publicUrl);
  if (party === undefined) throw passkeysUnavailable();
  return party;
}
