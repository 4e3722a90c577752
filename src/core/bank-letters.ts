type Letters = {
  readonly isAllowed: (letter: string) => boolean;
  /** How letters are written that decomposition leaves as they are, or that are written otherwise by custom. */
  readonly spelled: Readonly<Record<string, string>>;
};

/**
 * A text on one line in the letters that banks allow: others are written with those or, where that cannot be, left out.
 */
export function inLetters(text: string, { isAllowed, spelled }: Letters): string {
  const written = Array.from(text.normalize('NFC'), (letter) => {
    if (isAllowed(letter)) return letter;
    if (/\s/.test(letter)) return ' ';
    const plain = spelled[letter] ?? letter.normalize('NFKD');
    return Array.from(plain).filter(isAllowed).join('');
  });
  return written.join('').replaceAll(/\s+/g, ' ').trim();
}

/** The first letters of a text, none of them in half. */
export function cutTo(text: string, most: number): string {
  return Array.from(text).slice(0, most).join('').trimEnd();
}
