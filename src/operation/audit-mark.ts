import { createHmac, createSecretKey, type Hmac, type KeyObject } from 'node:crypto';

const markBytes = 16;

/** Only this service holds the key, so no row enters the chain by another way. */
export function auditMark(key: Uint8Array, organization: string, id: string): Buffer {
  return auditHmac(key).update(`row\n${organization}\n${id}`).digest().subarray(0, markBytes);
}

const keyObjects = new WeakMap<Uint8Array, KeyObject>();

/** Bytes become a key only once: made anew for each row, a mark took 20 µs instead of 4. */
export function auditHmac(key: Uint8Array): Hmac {
  let known = keyObjects.get(key);
  if (known === undefined) {
    known = createSecretKey(key);
    keyObjects.set(key, known);
  }
  return createHmac('sha256', known);
}
