import { cutTo, inLetters } from './bank-letters.ts';

/** Letters that decomposition leaves as they are, and signs of print. */
const spelled: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '‚': "'",
  '‛': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '‹': '<',
  '›': '>',
  '‐': '-',
  '‑': '-',
  '‒': '-',
  '–': '-',
  '—': '-',
  '−': '-',
  '•': '-',
  ẞ: 'SS',
  ƒ: 'f',
  Ə: 'E',
  ə: 'e',
};

/**
 * A text in the characters of Swiss Payment Standards, which are ASCII, Latin-1, Latin Extended-A, Ș, ș, Ț, ț and €:
 * others are written with those or, where that cannot be, left out. On one line, of at most `most` characters.
 */
export function swissText(text: string, most: number): string {
  return cutTo(inLetters(text, { isAllowed, spelled }), most);
}

function isAllowed(letter: string): boolean {
  return /^[ -~\u00a1-\u00ac\u00ae-\u017fȘșȚț€]$/u.test(letter);
}
