/**
 * ISO 7064, MOD 97-10, as IBANs and creditor references (ISO 11649) use it: two letters and two check digits come
 * first, and go to the end for the check.
 */

/** A is 10, B is 11, and so on. */
const letterBeforeTen = 55;

/** With the number of each letter in its place. */
export function inDigits(letters: string): string {
  return letters.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - letterBeforeTen));
}

/** Check digits (ISO 7064 mod 97-10) of capital letters and digits. */
export function isChecked(text: string): boolean {
  return BigInt(inDigits(`${text.slice(4)}${text.slice(0, 4)}`)) % 97n === 1n;
}

/** As both are printed. What is given has no spaces. */
export function inFours(text: string): string {
  return text.replaceAll(/.{4}(?=.)/g, '$& ');
}
