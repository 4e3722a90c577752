/** By its mark or its NULs, else UTF-8 where it is that, else what Excel writes in the west. */
export function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0 && second !== 0) return 'utf-16be';
  if (first !== 0 && second === 0) return 'utf-16le';
  return decoded(bytes, 'utf-8') === undefined ? 'windows-1252' : 'utf-8';
}

/** The text, or undefined where the bytes are not of that encoding, which is one that `TextDecoder` knows. */
export function decoded(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    // No text has NUL: it is what another encoding has between its letters.
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

/** Characters of Windows-1252 beyond Latin-1, from 0x80 on; a blank stands for an unassigned code. */
const beyondLatin = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/** Text in Windows-1252. A letter that it lacks loses its accent, or becomes a question mark: never a separator. */
export function encodedWindows1252(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const letter of text.normalize('NFC')) bytes.push(...codesOf(letter));
  return Uint8Array.from(bytes);
}

function codesOf(letter: string): number[] {
  const code = letter.codePointAt(0) ?? 0;
  if (code < 0x80 || (code >= 0xa0 && code <= 0xff)) return [code];
  const place = letter === ' ' ? -1 : beyondLatin.indexOf(letter);
  if (place >= 0) return [0x80 + place];
  const plain = letter.normalize('NFKD').replaceAll(/[^\u0020-\u007e]/g, '');
  return plain === '' || /[;"\t|]/.test(plain) ? [question] : Array.from(plain, (one) => one.charCodeAt(0));
}

const question = 0x3f;
