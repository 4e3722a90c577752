const nameKeyBytesMax = 96;
const accents = /[\u0300-\u036f]/g;
/** Letters that Unicode does not take apart but people type without. */
const letters: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', ł: 'l', đ: 'd', æ: 'ae', œ: 'oe' };

/**
 * Texts as they are searched, each on a line: without case, accents and width. Done here and not by the database,
 * whose idea of a lower-case letter depends on how it was set up.
 */
export function folded(...parts: readonly (string | null | undefined)[]): string {
  return parts
    .filter((part) => typeof part === 'string')
    .join('\n')
    .normalize('NFKD')
    .replaceAll(accents, '')
    .toLowerCase()
    .replaceAll(/[ßøłđæœ]/g, (letter) => letters[letter] ?? letter);
}

/** Words of a search text, which match parts of words too. */
export function partsOf(text: string): readonly string[] {
  return folded(text)
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** A name as names are sorted and compared: folded, without punctuation, and short enough for a cursor. */
export function nameKey(name: string): string {
  const plain = folded(name)
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim();
  return cutToBytes(plain === '' ? name : plain, nameKeyBytesMax);
}

/** Cuts between characters, never within one. */
function cutToBytes(text: string, bytesMax: number): string {
  if (Buffer.byteLength(text) <= bytesMax) return text;
  let bytes = 0;
  let kept = '';
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > bytesMax) break;
    kept += character;
  }
  return kept;
}
