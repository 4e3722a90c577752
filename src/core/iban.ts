import { isChecked } from './mod97.ts';

/** An IBAN as ISO 13616 has it, without spaces: its country, its length and its two check digits. */
export function isIban(text: string): boolean {
  return /^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/.test(text) && isChecked(text);
}
