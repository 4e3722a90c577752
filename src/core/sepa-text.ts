import { cutTo, inLetters } from './bank-letters.ts';

/** As bank clerks write them where their machines have no such letter: ä becomes ae, not a. */
const spelled: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  Ä: 'Ae',
  Ö: 'Oe',
  Ü: 'Ue',
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  þ: 'th',
  Þ: 'Th',
  ð: 'd',
  Ð: 'D',
  ı: 'i',
  '&': '+',
  '@': '(at)',
  '€': 'EUR',
  _: '-',
  '–': '-',
  '—': '-',
  '‐': '-',
  '‑': '-',
  '−': '-',
  '‘': "'",
  '’': "'",
  '“': "'",
  '”': "'",
  '„': "'",
  '"': "'",
  '#': '-',
  ';': ',',
  '*': '.',
  '=': '-',
  '[': '(',
  ']': ')',
  '{': '(',
  '}': ')',
  '\\': '/',
  '|': '/',
};

/**
 * A text in the characters that all banks of SEPA take: Latin letters without accents, digits and / - ? : ( ) . , ' +.
 * Others are spelled with those or left out. On one line, of at most `most` characters.
 */
export function sepaText(text: string, most: number): string {
  return cutTo(inLetters(text, { isAllowed, spelled }), most);
}

function isAllowed(letter: string): boolean {
  return /^[a-zA-Z0-9/?:().,'+ -]$/.test(letter);
}

/**
 * The same for references, which banks refuse with a slash at an end or two of them in a row, and which lead back to a
 * record only if they are as short as they are sent.
 */
export function sepaReference(text: string, most: number): string {
  return inLetters(text, { isAllowed, spelled })
    .replaceAll(/\/{2,}/g, '/')
    .replaceAll(/^[/\s]+/g, '')
    .slice(0, most)
    .replaceAll(/[/\s]+$/g, '');
}
