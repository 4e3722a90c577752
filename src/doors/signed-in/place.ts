const placeMax = 500;
/** A path of ours: one slash, and nothing that a browser takes for another host. */
const pattern = /^\/(?!\/)[^\s\\]*$/;

/** Where somebody goes on once they are signed in: a path below ours, whatever stands there; else the start. */
export function placeIn(text: unknown): string {
  return typeof text === 'string' && text.length <= placeMax && pattern.test(text) ? text : '/';
}

/** The address of the page on which people sign in through their business, and come back to this place. */
export function providerPath(base: string, place: string): string {
  return `${base}/login/sso?to=${encodeURIComponent(place)}`;
}
