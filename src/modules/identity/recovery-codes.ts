import { createHash, randomBytes } from 'node:crypto';
import { base32 } from './totp.ts';

const codesCount = 10;
/** 80 bits, 16 letters and digits: too many to guess, so a fast hash keeps them well. */
const codeBytes = 10;

/** Codes for the day the phone is lost; each works once. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: codesCount }, () => {
    const letters = base32(randomBytes(codeBytes)).toLowerCase();
    return (letters.match(/.{4}/g) ?? []).join('-');
  });
}

/** However it is typed: hyphens, spaces and capitals do not count. */
export function recoveryHash(code: string): Buffer {
  return createHash('sha256').update(code.toLowerCase().replaceAll(/[\s-]/g, '')).digest();
}
