type Prefix = 'client' | 'prod' | 'variant';

/** The ids of records of some kinds that an input or an answer holds in wire form, wherever they stand. */
export function idsIn(value: unknown, prefixes: readonly Prefix[]): ReadonlySet<string> {
  const id = new RegExp(`\\b(?:${prefixes.join('|')})_[0-7][0-9a-hjkmnp-tv-z]{25}\\b`, 'g');
  return new Set(JSON.stringify(value)?.match(id));
}
