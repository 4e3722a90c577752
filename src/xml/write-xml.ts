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
