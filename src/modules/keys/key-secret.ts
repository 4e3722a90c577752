import { randomInt } from 'node:crypto';
import { secretHash } from '../connector/index.ts';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const start = 'key_live_';
/** 43 digits of 62 are 256 bits. */
const randomLength = 43;
const checksumLength = 6;
const visibleLength = 13;
const pattern = new RegExp(`^${start}[0-9A-Za-z]{${randomLength + checksumLength}}$`);

/** A key as its holder sees it, what stands in lists, and what is stored: no database dump holds a usable key. */
export type KeySecret = { readonly key: string; readonly prefix: string; readonly hash: Buffer };

/** Begins alike and ends in a checksum, by which scanners of leaked secrets know one without asking. */
export function newKeySecret(): KeySecret {
  const random = Array.from({ length: randomLength }, () => digits[randomInt(digits.length)]).join('');
  const key = `${start}${random}${checksumOf(random)}`;
  return { key, prefix: key.slice(0, visibleLength), hash: secretHash(key) };
}

/** One form only, so that no other spelling of a key is one, and a mistyped one costs no look-up. */
export function isKeySecret(text: string): boolean {
  return pattern.test(text) && text.endsWith(checksumOf(text.slice(start.length, -checksumLength)));
}

/** The first 32 bits of SHA-256 in base 62. */
function checksumOf(random: string): string {
  let rest = secretHash(random).readUInt32BE(0);
  let written = '';
  while (written.length < checksumLength) {
    written = `${digits[rest % digits.length] ?? ''}${written}`;
    rest = Math.floor(rest / digits.length);
  }
  return written;
}
