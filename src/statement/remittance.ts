/** Text of a payment out of the pieces that a bank cut it into. */
export type Remittance = { readonly remittance: string; readonly text: string; readonly spacedText: string | null };

const textMax = 4_000;

/**
 * Banks cut at 35 or 140 characters, in the middle of words and numbers, so that the pieces are joined as they are;
 * with blanks between them they are kept beside it, for those who cut between words.
 */
export function remittanceOf(pieces: readonly string[]): Remittance {
  const remittance = pieces.join('\n').slice(0, textMax);
  const text = tidy(pieces.join(''));
  const spaced = tidy(pieces.join(' '));
  return { remittance, text, spacedText: spaced === text ? null : spaced };
}

export function tidy(text: string): string {
  return text
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, textMax);
}

/** Undefined and empty are the same to a bank, and so are its words for nothing. */
export function given(text: string | undefined | null): string | null {
  const plain = tidy(text ?? '');
  return plain === '' || nothing.has(plain.toUpperCase()) ? null : plain;
}

const nothing = new Set(['NOTPROVIDED', 'NOT PROVIDED', 'NONREF', 'NOREF', 'N/A', 'NOTAVAILABLE']);
