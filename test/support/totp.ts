import { totpCode, totpStep } from '../../src/modules/identity/totp.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Bytes of the secret that the service shows. */
export function bytesOf(base32: string): Buffer {
  const bits = Array.from(base32)
    .map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** Code of an authenticator app now, or that many half minutes later. */
export function codeNow(base32: string, ahead = 0): string {
  return totpCode(bytesOf(base32), totpStep(new Date().toISOString()) + ahead);
}
