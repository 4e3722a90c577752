const nameKeyBytesMax = 96;
const accents = /[\u0300-\u036f]/g;
/** Letters that Unicode does not take apart but people type without. */
const letters: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', ł: 'l', đ: 'd', æ: 'ae', œ: 'oe' };

/**
 * Text as it is searched: without case, accents and width. Done here and not by the database, whose idea of a
 * lower-case letter depends on how it was set up.
 */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(accents, '')
    .toLowerCase()
    .replaceAll(/[ßøłđæœ]/g, (letter) => letters[letter] ?? letter);
}

/** A name as names are sorted and compared: folded, without punctuation, and short enough for a cursor. */
export function nameKey(name: string): string {
  const plain = folded(name)
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim();
  return cutToBytes(plain, nameKeyBytesMax);
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

const phoneDigits = { min: 3, max: 20 };

/**
 * A phone number for comparing: E.164 where the country code is written, else the digits alone; null where there are
 * too few or too many. `+49 (0)30 12` is dialled without the zero in brackets.
 */
export function normalizedPhone(phone: string): string | null {
  const international = /^(\+|00)/.test(phone);
  const digits = phone.replaceAll('(0)', '').replaceAll(/\D/g, '').replace(/^00/, '');
  if (digits.length < phoneDigits.min || digits.length > phoneDigits.max) return null;
  return international ? `+${digits}` : digits;
}
