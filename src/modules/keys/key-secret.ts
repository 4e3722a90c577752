import { randomInt } from 'node:crypto';
import { secretHash } from '../connector/index.ts';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** What each kind begins with, by which people, doors and scanners of leaked secrets know it. */
const starts = { key: 'key_live_', app: 'app_live_' } as const;
/** 43 digits of 62 are 256 bits. */
const randomLength = 43;
const checksumLength = 6;
const visibleLength = 13;
const rest = new RegExp(`^[0-9A-Za-z]{${randomLength + checksumLength}}$`);

/** A secret as its holder sees it, what stands in lists, and what is stored: no database dump holds a usable one. */
export type KeySecret = { readonly secret: string; readonly prefix: string; readonly hash: Buffer };

/** Begins alike and ends in a checksum, by which scanners of leaked secrets know one without asking. */
export function newKeySecret(kind: keyof typeof starts): KeySecret {
  const random = Array.from({ length: randomLength }, () => digits[randomInt(digits.length)]).join('');
  const secret = `${starts[kind]}${random}${checksumOf(random)}`;
  return { secret, prefix: secret.slice(0, visibleLength), hash: secretHash(secret) };
}

/** One form only, so that no other spelling of a secret is one, and a mistyped one costs no look-up. */
export function isKeySecret(text: string, kind: keyof typeof starts): boolean {
  if (!text.startsWith(starts[kind])) return false;
  const digitsOf = text.slice(starts[kind].length);
  return rest.test(digitsOf) && digitsOf.endsWith(checksumOf(digitsOf.slice(0, -checksumLength)));
}

/** The first 32 bits of SHA-256 in base 62. */
function checksumOf(random: string): string {
  let left = secretHash(random).readUInt32BE(0);
  let written = '';
  while (written.length < checksumLength) {
    written = `${digits[left % digits.length] ?? ''}${written}`;
    left = Math.floor(left / digits.length);
  }
  return written;
}
