/** Placeholders in the texts of a template, such as `{{number}}`. */
export const placeholderNames = [
  'number',
  'title',
  'issued',
  'due',
  'supplied',
  'valid_until',
  'total',
  'amount_due',
  'client',
  'seller',
  'order',
  'buyer_reference',
  'year',
] as const;
export type PlaceholderName = (typeof placeholderNames)[number];
export type PlaceholderValues = Readonly<Record<PlaceholderName, string>>;

const pattern = /\{\{\s*([a-z_]+)\s*\}\}/g;

function isName(text: string): text is PlaceholderName {
  return placeholderNames.some((name) => name === text);
}

/** Puts values in for names of the list; all else stays as it was written, and no value is looked at again. */
export function fillPlaceholders(text: string, values: PlaceholderValues): string {
  return text.replaceAll(pattern, (whole, name: string) => (isName(name) ? values[name] : whole));
}

/** The names in a text that are none, for whoever is writing it. */
export function unknownPlaceholders(text: string): string[] {
  return [...text.matchAll(pattern)].map(([, name = '']) => name).filter((name) => !isName(name));
}
