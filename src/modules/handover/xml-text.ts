/** An element with a text, cut to what the schema takes; nothing where there is none. */
export function element(name: string, value: string | null | undefined, max = 256): string {
  if (value === null || value === undefined || value === '') return '';
  return `<${name}>${escaped(Array.from(value).slice(0, max).join(''))}</${name}>`;
}

/** An element with others inside; nothing where all of them are empty. */
export function group(name: string, ...inner: readonly string[]): string {
  const text = inner.join('');
  return text === '' ? '' : `<${name}>${text}</${name}>`;
}

export function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(forbidden, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

// XML 1.0 has no place for them.
// oxlint-disable-next-line no-control-regex
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
