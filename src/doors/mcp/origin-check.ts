import { localhostAllowedHostnames, validateHostHeader, validateOriginHeader } from '@modelcontextprotocol/server';
import { refusal } from '../../operation/errors.ts';

const originRefused = refusal(
  'origin_refused',
  403,
  'This host or origin may not call the MCP endpoint.',
  'Use the URL in DAYBOOK_PUBLIC_URL. A web page must be served from there, or from this machine.',
);

export type OriginCheck = (host: string | undefined, origin: string | undefined) => void;

/**
 * Lets in calls to the public address and to this machine, from pages of either and from programs, which send no
 * Origin. A page elsewhere whose name was bound to this machine's address (DNS rebinding) is neither.
 */
export function openOriginCheck(publicUrl: string): OriginCheck {
  const hostnames = [new URL(publicUrl).hostname, ...localhostAllowedHostnames()];
  return (host, origin) => {
    const hostResult = validateHostHeader(host, hostnames);
    if (!hostResult.ok) throw originRefused({ detail: 'The Host header names another host.' });
    const originResult = validateOriginHeader(origin, hostnames);
    if (!originResult.ok) throw originRefused({ detail: 'The Origin header names another origin.' });
  };
}
