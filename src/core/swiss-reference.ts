/**
 * References of Swiss payments: those of a QR-IBAN (27 digits, QRR) and those of any other account (ISO 11649, SCOR).
 * Swiss Implementation Guidelines for the QR-bill, version 2.3, chapter 3 and annex B.
 */

import { inDigits, inFours, isChecked } from './mod97.ts';

export type SwissReferenceType = 'QRR' | 'SCOR' | 'NON';

const swissIbanLength = 21;

/** True for an IBAN, without spaces, of Switzerland or Liechtenstein. */
export function isSwissIban(iban: string): boolean {
  return /^(CH|LI)/.test(iban) && iban.length === swissIbanLength;
}

const institutionPlace = 4;
const institutionLength = 5;
const firstQrInstitution = 30_000;
const lastQrInstitution = 31_999;

/** A QR-IBAN takes only payments with a reference of 27 digits; its institution number tells it. */
export function isQrIban(iban: string): boolean {
  const institution = Number(iban.slice(institutionPlace, institutionPlace + institutionLength));
  return isSwissIban(iban) && institution >= firstQrInstitution && institution <= lastQrInstitution;
}

/**
 * The reference under which an account is paid what a number asks for: always the same for both. Null where the account
 * is not Swiss, and where the number has neither a letter nor a digit of ASCII.
 */
export function swissReference(iban: string, number: string): string | null {
  const letters = number.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  if (!isSwissIban(iban) || letters === '') return null;
  return isQrIban(iban) ? qrReference(letters) : creditorReference(letters);
}

const qrDigits = 26;
const creditorLettersMax = 21;

/** Letters become the digits that an IBAN gives them, so that `INV1` and `DEP1` are not the same. */
function qrReference(letters: string): string {
  const digits = inDigits(letters).slice(-qrDigits).padStart(qrDigits, '0');
  return `${digits}${recursiveCheckDigit(digits)}`;
}

function creditorReference(letters: string): string {
  const body = letters.slice(-creditorLettersMax);
  const check = 98n - (BigInt(inDigits(`${body}RF00`)) % 97n);
  return `RF${String(check).padStart(2, '0')}${body}`;
}

/** Type of a reference by its form and check digits; `NON` where it is neither. */
export function referenceType(reference: string | null): SwissReferenceType {
  if (reference === null) return 'NON';
  if (/^[0-9]{27}$/.test(reference) && recursiveCheckDigit(reference.slice(0, qrDigits)) === Number(reference.at(-1))) {
    return 'QRR';
  }
  return /^RF[0-9]{2}[A-Z0-9]{1,21}$/.test(reference) && isChecked(reference) ? 'SCOR' : 'NON';
}

/** As it is printed: from the right in fives where it is of 27 digits, in fours where it begins with RF. */
export function referenceShown(reference: string): string {
  const type = referenceType(reference);
  if (type === 'QRR') return reference.replaceAll(/.(?=(?:.{5})+$)/g, '$& ');
  return type === 'SCOR' ? inFours(reference) : reference;
}

const carries = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5] as const;

/** Modulo 10, recursive. */
export function recursiveCheckDigit(digits: string): number {
  let carry = 0;
  for (const digit of digits) carry = carries[(carry + Number(digit)) % 10] ?? 0;
  return (10 - carry) % 10;
}
