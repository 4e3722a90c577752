import { referenceType } from '../core/swiss-reference.ts';

const forms =
  /\bRF\d{2}(?: ?[A-Z0-9]{1,4}){1,6}\b|(?<!\d)\d{27}(?!\d)|\d{2}(?: \d{5}){5}|[+*]{3}\d{3}\/\d{4}\/\d{5}[+*]{3}/g;

/**
 * References of invoices that stand in a text, where their check digits are right: RF (ISO 11649), QR of Switzerland
 * and the structured message of Belgium. Many banks have no field for them.
 */
export function referencesIn(text: string): readonly string[] {
  return [...new Set([...text.matchAll(forms)].flatMap(([found]) => checked(found) ?? []))];
}

function checked(found: string): string | undefined {
  const plain = found.replaceAll(' ', '');
  if (/^[+*]/.test(plain)) return isBelgian(plain.replaceAll(/\D/g, '')) ? plain.replaceAll('*', '+') : undefined;
  return plain.startsWith('RF')
    ? creditorReference(found.split(' '))
    : referenceType(plain) === 'NON'
      ? undefined
      : plain;
}

/** It has no end of its own: words in capitals may follow it. */
function creditorReference(groups: readonly string[]): string | undefined {
  const reference = groups.join('');
  if (groups.length === 0) return undefined;
  return referenceType(reference) === 'NON' ? creditorReference(groups.slice(0, -1)) : reference;
}

const digits = 10;

/** The last two digits are the rest of the others by 97, which is 97 where there is none. */
function isBelgian(number: string): boolean {
  const rest = Number(number.slice(0, digits)) % 97;
  return Number(number.slice(digits)) === (rest === 0 ? 97 : rest);
}
