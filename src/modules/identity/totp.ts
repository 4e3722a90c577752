import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** One-time codes of RFC 6238 as every authenticator app makes them: SHA-1, six digits, thirty seconds. */
const stepSeconds = 30;
const digits = 6;
const secretBytes = 20;
/** Steps that a code may be early or late: clocks differ, and people type. */
const driftSteps = 1;

export function newTotpSecret(): Buffer {
  return randomBytes(secretBytes);
}

export function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0x0f;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** @param instant RFC 3339 */
export function totpStep(instant: string): number {
  return Math.floor(Date.parse(instant) / 1_000 / stepSeconds);
}

/** The step that the code is of, if it is near and later than the last one used: a code works once. */
export function matchingStep(
  secret: Uint8Array,
  code: string,
  { now, lastStep }: { now: string; lastStep: bigint | null },
): number | undefined {
  const current = totpStep(now);
  for (let step = current - driftSteps; step <= current + driftSteps; step += 1) {
    if (lastStep !== null && BigInt(step) <= lastStep) continue;
    if (sameText(totpCode(secret, step), code)) return step;
  }
  return undefined;
}

function sameText(left: string, right: string): boolean {
  return left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right));
}

/** Text of the QR code for an authenticator app. */
export function totpUri(secret: Uint8Array, email: string): string {
  const label = `Daybook:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=Daybook&algorithm=SHA1&digits=6&period=30`;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648, without padding. */
export function base32(bytes: Uint8Array): string {
  let [text, rest, bits] = ['', 0, 0];
  for (const byte of bytes) {
    rest = ((rest << 8) | byte) & 0xffff;
    for (bits += 8; bits >= 5; bits -= 5) text += alphabet[(rest >> (bits - 5)) & 31];
  }
  return bits === 0 ? text : text + alphabet[(rest << (5 - bits)) & 31];
}
