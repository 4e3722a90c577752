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
