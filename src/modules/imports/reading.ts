import { fileUnreadable } from './import.ts';

/** How files are encoded that are sent as bytes, beside UTF-8, which says so by itself. */
export const encodings = [
  ...(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'windows-1250', 'iso-8859-15', 'macintosh'] as const),
  ...(['shift_jis', 'gb18030', 'euc-kr'] as const),
] as const;
export type Encoding = (typeof encodings)[number];

const signs = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const;
export type Delimiter = keyof typeof signs;
// Object.keys of the object that declares them.
export const delimiters = Object.keys(signs) as [Delimiter, ...Delimiter[]];

/** How a file was read: what was told, else what its bytes and its header show. */
export type Reading = { readonly encoding: Encoding; readonly delimiter: Delimiter };

export function signOf(delimiter: Delimiter): string {
  return signs[delimiter];
}

/** The one that the header has most of. */
export function delimiterIn(content: string): Delimiter {
  const [header = ''] = content.split(/\r?\n/, 1);
  const counts = delimiters.map((name) => header.split(signs[name]).length);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? 'comma';
}

/** By its mark or its NULs, else UTF-8 where it is that, else what Excel writes in the west. */
export function encodingOf(bytes: Uint8Array): Encoding {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0 && second !== 0) return 'utf-16be';
  if (first !== 0 && second === 0) return 'utf-16le';
  return decoded(bytes, 'utf-8') === undefined ? 'windows-1252' : 'utf-8';
}

export function textIn(bytes: Uint8Array, encoding: Encoding, pointer: string): string {
  const text = decoded(bytes, encoding);
  if (text !== undefined) return text;
  const message = `The file is not encoded in ${encoding}. Leave \`encoding\` out, or send another.`;
  throw fileUnreadable({ detail: message, errors: [{ pointer, code: 'wrong_encoding', message }] });
}

function decoded(bytes: Uint8Array, encoding: Encoding): string | undefined {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    // No text has NUL: it is what another encoding has between its letters.
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}
