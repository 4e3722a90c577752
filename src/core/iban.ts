/** An IBAN as ISO 13616 has it, without spaces: its country, its length and its two check digits. */
export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/.test(text)) return false;
  const digits = `${text.slice(4)}${text.slice(0, 4)}`.replaceAll(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - letterBeforeTen),
  );
  return BigInt(digits) % 97n === 1n;
}

/** A is 10, B is 11, and so on. */
const letterBeforeTen = 55;
