import { createHash, randomBytes } from 'node:crypto';

const secretBytes = 32;
const visibleLength = 12;
const pattern = /^svc_[0-9a-f]{64}$/;

/** A token as its holder sees it, what stands in lists, and what is stored: no database dump holds a usable token. */
export type Secret = { readonly token: string; readonly prefix: string; readonly hash: Buffer };

export function newSecret(): Secret {
  const token = `svc_${randomBytes(secretBytes).toString('hex')}`;
  return { token, prefix: token.slice(0, visibleLength), hash: secretHash(token) };
}

/** One form only, so that no other spelling of a token is one. */
export function isSecret(text: string): boolean {
  return pattern.test(text);
}

export function secretHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
