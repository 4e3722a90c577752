const clientId = /\bclient_[0-7][0-9a-hjkmnp-tv-z]{25}\b/g;

/** The ids of clients that an input or an answer holds in wire form, wherever they stand. */
export function clientIdsIn(value: unknown): ReadonlySet<string> {
  return new Set(JSON.stringify(value)?.match(clientId));
}
