/**
 * Writes XML as strings: a tag without content is omitted, as both syntaxes require for missing values. Content is what
 * these functions made; only {@link text} takes words from outside, and escapes them.
 */
export function tag(name: string, ...content: readonly string[]): string {
  const inside = content.join('');
  return inside === '' ? '' : `<${name}>${inside}</${name}>`;
}

export function text(name: string, value: string | null, attributes: Attributes = {}): string {
  if (value === null || value === '') return '';
  return `<${name}${written(attributes)}>${escaped(value)}</${name}>`;
}

export type Attributes = Readonly<Record<string, string | null>>;

export const xmlHead = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** Characters that XML 1.0 cannot express, and unpaired surrogates. */
const unspeakable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g; // oxlint-disable-line no-control-regex

/** The text as a reader of XML gives it back: without what XML cannot say, lines ended by `\n`, trimmed. */
export function speakable(value: string | null): string | null {
  if (value === null) return null;
  const said = value.replaceAll(/\r\n?/g, '\n').replaceAll(unspeakable, '').toWellFormed().trim();
  return said === '' ? null : said;
}

/** XRechnung wants the line of a discount ended by a line break, also when it is the last. */
export function termsText(terms: string | null): string | null {
  return terms !== null && /(^|\n)#[^\n]*#$/.test(terms) ? `${terms}\n` : terms;
}

function written(attributes: Attributes): string {
  let result = '';
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null) result += ` ${name}="${escaped(value)}"`;
  }
  return result;
}

function escaped(value: string): string {
  return /[&<>"\r]/.test(value) ? value.replaceAll(/[&<>"\r]/g, (char) => entities[char] ?? char) : value;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};
