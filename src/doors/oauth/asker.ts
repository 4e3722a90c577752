import type { Client } from 'oidc-provider';
import { escapeHidden } from '../mcp/plain-text.ts';
import { isLoopback } from '../../net/redirect-uri.ts';
import { clientNameMax } from './client-metadata.ts';

/** The client that asks for access, as a page shows it. */
export type Asker = {
  readonly id: string;
  /** Chosen by the client itself, and proven by nothing. */
  readonly name: string;
  /** The host that the browser goes back to, in words. */
  readonly place: string;
  /** The same, as it is kept with the connection. */
  readonly host: string;
  /** As a page's policy names where its forms may lead. */
  readonly origin: string;
};

export function askerOf({ clientId, clientName }: Client, redirectUri: string): Asker {
  const place = new URL(redirectUri);
  const { host, hostname, origin, protocol } = place;
  const isOwnScheme = protocol !== 'https:' && protocol !== 'http:';
  const isHere = isOwnScheme || isLoopback(place);
  const shown = isOwnScheme ? `${protocol}//${host}` : host;
  return {
    id: clientId,
    name: escapeHidden((clientName ?? shown).trim()).slice(0, clientNameMax),
    place: isHere ? `an app on this computer (${shown})` : shown,
    host: shown,
    // A policy cannot name an address of IPv6, and of a scheme of its own it names the scheme.
    origin: isOwnScheme ? protocol : hostname.startsWith('[') ? 'http:' : origin,
  };
}
