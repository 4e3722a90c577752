import { isIP } from 'node:net';
import { nonPublicAddresses } from './public-address.ts';

const portsOfHttps: readonly number[] = [443, 8443, 80];

export type TargetPolicy = {
  /** Allows calls to this machine, by http and at any port: for developers only. */
  readonly loopback: boolean;
  /** Ports that may be called on other machines. */
  readonly ports?: readonly number[];
};

/** A URL that a caller gave us, as far as it can be judged without asking who it is. */
export type Target =
  | { readonly url: URL; readonly isLoopback: boolean; readonly fault?: undefined }
  | { readonly fault: string };

/**
 * Parses a URL that the service is asked to call. The parser makes one address of every way to write it, such as
 * `0x7f.1`; who the name of a host belongs to is asked when it is called, each time.
 */
export function targetOf(text: string, { loopback, ports = portsOfHttps }: TargetPolicy): Target {
  if (!URL.canParse(text)) return { fault: 'This is not a URL. Write one such as https://example.com/hooks.' };
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return { fault: 'The URL must hold no user name and no password.' };
  const host = hostOf(url);
  if (isOwnName(host)) {
    if (!loopback) return { fault: notPublic };
    const isHttp = url.protocol === 'http:' || url.protocol === 'https:';
    return isHttp ? { url, isLoopback: true } : { fault: 'The URL must begin with http:// or https://.' };
  }
  if (url.protocol !== 'https:') return { fault: 'The URL must begin with https://.' };
  const port = url.port === '' ? 443 : Number(url.port);
  if (!ports.includes(port)) return { fault: `The port must be one of ${ports.join(', ')}.` };
  const version = isIP(host);
  if (version !== 0 && nonPublicAddresses.check(host, version === 4 ? 'ipv4' : 'ipv6')) return { fault: notPublic };
  return { url, isLoopback: false };
}

export const notPublic = 'The host must have a public address.';

/** The host without the brackets of an IPv6 address, and without the dot that a full name may end in. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

function isOwnName(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}
