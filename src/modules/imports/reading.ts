import { decoded } from '../../core/encoding.ts';
import { fileUnreadable } from './import.ts';

/** Encodings of uploaded files beside UTF-8, which can be recognised. */
export const encodings = [
  ...(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'windows-1250', 'iso-8859-15', 'macintosh'] as const),
  ...(['shift_jis', 'gb18030', 'euc-kr'] as const),
] as const;
export type Encoding = (typeof encodings)[number];

const signs = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const;
export type Delimiter = keyof typeof signs;
// Object.keys of the object that declares them.
export const delimiters = Object.keys(signs) as [Delimiter, ...Delimiter[]];

/** Encoding and delimiter: as stated, else as recognised. */
export type Reading = { readonly encoding: Encoding; readonly delimiter: Delimiter };

export function signOf(delimiter: Delimiter): string {
  return signs[delimiter];
}

const titleLinesMax = 10;

/** The one that the header has most of. A title above it has none. */
export function delimiterIn(content: string): Delimiter {
  const lines = content.split(/\r?\n/, titleLinesMax + 1);
  const header = lines.find((line) => delimiters.some((name) => line.includes(signs[name]))) ?? '';
  const counts = delimiters.map((name) => header.split(signs[name]).length);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? 'comma';
}

export function textIn(bytes: Uint8Array, encoding: Encoding, pointer: string): string {
  const text = decoded(bytes, encoding);
  if (text !== undefined) return text;
  const message = `The file is not encoded in ${encoding}. Leave \`encoding\` out, or send another.`;
  throw fileUnreadable({ detail: message, errors: [{ pointer, code: 'wrong_encoding', message }] });
}
