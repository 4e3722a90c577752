const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/** True for an address on the user's own machine. */
export function isLoopback({ hostname }: Pick<URL, 'hostname'>): boolean {
  return loopbackHosts.has(hostname);
}

/** Why an address can be nobody's way back, whatever its scheme; undefined where nothing is wrong with it. */
export function redirectFault(uri: string): string | undefined {
  const place = URL.parse(uri);
  if (place === null) return 'This is not an absolute URL';
  if (/[\s\\*#]/.test(uri)) return 'A redirect URI must not contain a fragment or a wildcard';
  if (place.username !== '' || place.password !== '') return 'A redirect URI must not contain a user name';
  return undefined;
}

/** True where nobody else can have the address: https somewhere, or http on the machine of the user. */
export function isOwnAddress(place: URL): boolean {
  return isLoopback(place) ? place.protocol === 'http:' : place.protocol === 'https:';
}

/** An app on the user's machine listens on whatever port is free (RFC 8252), one on the web on none but its own. */
export function applicationType(places: readonly URL[]): 'native' | 'web' {
  return places.every(({ protocol }) => protocol === 'https:') ? 'web' : 'native';
}
