/** A value in a PDF; a name is a string that begins with `/`, as no text does. */
export type PdfValue = null | boolean | number | string | PdfText | PdfReference | readonly PdfValue[] | PdfDictionary;
export type PdfText = { readonly text: string };
export type PdfReference = { readonly object: number };
export type PdfDictionary = ReadonlyMap<string, PdfValue>;

const depthMax = 24;
const blank = /[\s\0]/;
const delimiter = /[\s\0()<>[\]{}/%]/;

/** Longer values are pictures and fonts, which are of no interest here. */
const valueCharactersMax = 64 * 1024;

/** Reads the one value that begins at `from`: undefined where none makes sense. `end` is how far it read. */
export function readPdfValue(source: string, from: number): PdfRead {
  const reader = { source: source.slice(from, from + valueCharactersMax), at: 0 };
  const value = readValue(reader, 0);
  return { value, end: from + reader.at };
}

export type PdfRead = { readonly value: PdfValue | undefined; readonly end: number };

export function isDictionary(value: PdfValue | undefined): value is PdfDictionary {
  return value instanceof Map;
}

type Reader = { readonly source: string; at: number };

function readValue(reader: Reader, depth: number): PdfValue | undefined {
  skipBlank(reader);
  const { source, at } = reader;
  if (depth > depthMax || at >= source.length) return undefined;
  if (source.startsWith('<<', at)) return readDictionary(reader, depth);
  const char = source[at];
  if (char === '<') return readHex(reader);
  if (char === '(') return readText(reader);
  if (char === '[') return readArray(reader, depth);
  if (char === '/') return readName(reader);
  return readWord(reader);
}

function readDictionary(reader: Reader, depth: number): PdfDictionary | undefined {
  const entries = new Map<string, PdfValue>();
  reader.at += 2;
  for (;;) {
    skipBlank(reader);
    if (reader.source.startsWith('>>', reader.at)) {
      reader.at += 2;
      return entries;
    }
    if (reader.source[reader.at] !== '/') return undefined;
    const key = readName(reader);
    const value = readValue(reader, depth + 1);
    if (value === undefined) return undefined;
    entries.set(key, value);
  }
}

function readArray(reader: Reader, depth: number): readonly PdfValue[] | undefined {
  const values: PdfValue[] = [];
  reader.at++;
  for (;;) {
    skipBlank(reader);
    if (reader.source[reader.at] === ']') {
      reader.at++;
      return values;
    }
    const value = readValue(reader, depth + 1);
    if (value === undefined) return undefined;
    values.push(value);
  }
}

function readName(reader: Reader): string {
  const start = reader.at;
  reader.at++;
  while (reader.at < reader.source.length && !delimiter.test(reader.source[reader.at] ?? ' ')) reader.at++;
  const raw = reader.source.slice(start, reader.at);
  return raw.replaceAll(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function readHex(reader: Reader): PdfText | undefined {
  const end = reader.source.indexOf('>', reader.at);
  if (end < 0) return undefined;
  const hex = reader.source.slice(reader.at + 1, end).replaceAll(/\s/g, '');
  reader.at = end + 1;
  return textOf(Buffer.from(hex.length % 2 === 0 ? hex : `${hex}0`, 'hex').toString('latin1'));
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

function readText(reader: Reader): PdfText | undefined {
  const { source } = reader;
  let text = '';
  let open = 0;
  for (; reader.at < source.length; reader.at++) {
    const char = source[reader.at] ?? '';
    if (char === '\\') text += readEscape(reader);
    else if (char === '(' && open++ === 0) continue;
    else if (char === ')' && --open === 0) {
      reader.at++;
      return textOf(text);
    } else text += char;
  }
  return undefined;
}

function readEscape(reader: Reader): string {
  const octal = /^[0-7]{1,3}/.exec(reader.source.slice(reader.at + 1, reader.at + 4))?.[0];
  if (octal !== undefined) {
    reader.at += octal.length;
    return String.fromCharCode(Number.parseInt(octal, 8) % 256);
  }
  reader.at++;
  const char = reader.source[reader.at] ?? '';
  return char === '\n' ? '' : (escapes[char] ?? char);
}

/** Text in UTF-16 says so by its first two bytes; other text is near enough to Latin-1 for the names of files. */
function textOf(bytes: string): PdfText {
  if (!bytes.startsWith('\u00fe\u00ff')) return { text: bytes };
  const swapped = Buffer.from(bytes.slice(2, 2 + 2 * Math.floor((bytes.length - 2) / 2)), 'latin1').swap16();
  return { text: swapped.toString('utf16le') };
}

function readWord(reader: Reader): PdfValue | undefined {
  const reference = /^([0-9]{1,10})\s+[0-9]{1,5}\s+R(?![A-Za-z0-9])/.exec(
    reader.source.slice(reader.at, reader.at + 32),
  );
  if (reference !== null) {
    reader.at += reference[0].length;
    return { object: Number(reference[1]) };
  }
  const start = reader.at;
  while (reader.at < reader.source.length && !delimiter.test(reader.source[reader.at] ?? ' ')) reader.at++;
  const word = reader.source.slice(start, reader.at);
  if (word === 'null') return null;
  if (word === 'true' || word === 'false') return word === 'true';
  return word === '' || Number.isNaN(Number(word)) ? undefined : Number(word);
}

function skipBlank(reader: Reader): void {
  for (;;) {
    while (blank.test(reader.source[reader.at] ?? '.')) reader.at++;
    if (reader.source[reader.at] !== '%') return;
    const end = reader.source.slice(reader.at).search(/[\r\n]/);
    reader.at = end < 0 ? reader.source.length : reader.at + end;
  }
}
