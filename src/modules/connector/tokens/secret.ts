import { hash, createHmac, randomBytes } from 'node:crypto';
import type { Secrets } from '../../../operation/secrets.ts';
import { subkey } from '../../../operation/seal.ts';

const secretBytes = 32;
const visibleLength = 12;
const pattern = /^svc_[0-9a-f]{64}$/;
const accessPattern = /^oat_[\w-]{43}$/;
const appPattern = /^aat_[\w-]{43}$/;

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

/** True for the form of an OAuth access token. The prefix lets scanners of leaked secrets know one. */
export function isAccessToken(text: string): boolean {
  return accessPattern.test(text);
}

/** True for a credential meant for the MCP door, valid or not. */
export function isForMcp(text: string): boolean {
  return text.startsWith('svc_') || text.startsWith('oat_');
}

/** True for an API key or an app's access token, which are meant for the REST API, valid or not. */
export function isForRest(text: string): boolean {
  return text.startsWith('key_live_') || text.startsWith('aat_');
}

/** True for the form of an access token with which an app calls the REST API. */
export function isAppToken(text: string): boolean {
  return appPattern.test(text);
}

export function newAppToken(): string {
  return `aat_${randomBytes(secretBytes).toString('base64url')}`;
}

/** Opaque, 256 bits. */
export function newAccessToken(): string {
  return `oat_${randomBytes(secretBytes).toString('base64url')}`;
}

export function newRefreshToken(): string {
  return `ort_${randomBytes(secretBytes).toString('base64url')}`;
}

/**
 * The refresh token that follows. Computed, not drawn: a client that refreshes several times at once gets the same one
 * each time, so that there is one chain, and a thief's use of it is seen.
 */
export function refreshTokenAfter({ sealing }: Secrets, token: string): string {
  const key = subkey(sealing, 'oauth refresh tokens');
  return `ort_${createHmac('sha256', key).update(token).digest('base64url')}`;
}

export function secretHash(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
