/**
 * Schemes that links of a page may have.  Readers of a PDF trust whom it is from, so that a link never runs a script,
 * opens a file or starts a program. Asked of what leaves: whatever a template is made of, its links are annotations in
 * the end.
 */
const allowed = /^(?:https?:\/\/[^/]|mailto:|tel:)/i;
/** Characters that a reader drops before the scheme, and those that end an address in a page or a mail. */
// oxlint-disable-next-line eslint/no-control-regex
const strange = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029"<>\\]/;

export function mayLinkTo(address: string): boolean {
  return allowed.test(address) && !strange.test(address);
}

/** Addresses that a PDF links to, as its annotations say them. */
export function linksOfPdf(pdf: Uint8Array): string[] {
  const source = Buffer.from(pdf).toString('latin1');
  const token = /\/Length ([0-9]+)|\bstream\r?\n|\(|<(?!<)|<<|\/URI(?=[\s(<])/g;
  const links: string[] = [];
  let length = 0;
  let expected = -1;
  for (let found = token.exec(source); found !== null; found = token.exec(source)) {
    const [text, digits] = found;
    if (digits !== undefined) length = Number(digits);
    // The content of a stream is no part of the structure.
    else if (text.startsWith('stream')) token.lastIndex += length;
    else if (text === '/URI') expected = token.lastIndex;
    else if (text !== '<<') {
      const { value, end } = text === '(' ? literalAt(source, found.index) : hexAt(source, found.index);
      if (expected !== -1 && source.slice(expected, found.index).trim() === '') links.push(value);
      token.lastIndex = end;
    }
  }
  return links;
}

/** Addresses that an SVG links to. */
export function linksOfSvg(svg: string): string[] {
  return [...svg.matchAll(/<a\b([^>]*)>/g)].flatMap(([, attributes = '']) =>
    [...attributes.matchAll(/\bhref="([^"]*)"/g)].map(([, address = '']) => unescaped(address)),
  );
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name] ?? '');
}

type Read = { readonly value: string; readonly end: number };

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

function literalAt(source: string, start: number): Read {
  const part = /\\([0-7]{1,3}|\r\n|[^])|[()]|[^\\()]+/y;
  part.lastIndex = start;
  let [value, open] = ['', 0];
  for (let found = part.exec(source); found !== null; found = part.exec(source)) {
    const [text, escaped] = found;
    open += text === '(' ? 1 : text === ')' ? -1 : 0;
    if (open === 0) return { value: textOf(value.slice(1)), end: part.lastIndex };
    value += escaped === undefined ? text : escapedAs(escaped);
  }
  return { value: textOf(value.slice(1)), end: source.length };
}

function escapedAs(escaped: string): string {
  if (/^[0-7]/.test(escaped)) return String.fromCharCode(Number.parseInt(escaped, 8) % 256);
  return /^[\r\n]/.test(escaped) ? '' : (escapes[escaped] ?? escaped);
}

function hexAt(source: string, start: number): Read {
  const end = source.indexOf('>', start);
  if (end < 0) return { value: '', end: source.length };
  const hex = source.slice(start + 1, end).replaceAll(/\s/g, '');
  return {
    value: textOf(Buffer.from(`${hex}0`.slice(0, hex.length + (hex.length % 2)), 'hex').toString('latin1')),
    end,
  };
}

/** Addresses are in UTF-8, or in UTF-16 where their first two bytes say so. */
function textOf(bytes: string): string {
  const raw = Buffer.from(bytes, 'latin1');
  return bytes.startsWith('\u00fe\u00ff')
    ? raw
        .subarray(2, raw.length - (raw.length % 2))
        .swap16()
        .toString('utf16le')
    : raw.toString('utf8');
}
