import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Secrets } from '../../operation/secrets.ts';
import { subkey } from '../../operation/seal.ts';

const prefix = 'dbr_';
const secretBytes = 32;

/** Opaque, 256 bits. The prefix lets scanners of leaked secrets know one. */
export function newRefreshToken(): string {
  return prefix + randomBytes(secretBytes).toString('base64url');
}

/**
 * The token that follows. Computed, not drawn: a client that refreshes twice at once gets the same one twice, so that
 * there is one chain, although only hashes are stored. Without the service's key nobody gets from one to the next.
 */
export function successorOf({ sealing }: Secrets, token: string): string {
  return prefix + createHmac('sha256', subkey(sealing, 'refresh tokens')).update(token).digest('base64url');
}

/** Stored hash of a secret; its entropy makes a slow hash unnecessary. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
