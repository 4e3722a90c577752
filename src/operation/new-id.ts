import { randomFillSync } from 'node:crypto';

const pool = new Uint8Array(4_096);
const bytesPerId = 10;
let used = pool.length;

/** A uuid v7 (RFC 9562): 48 bits of the millisecond, then random. Random bytes are drawn in blocks. */
export function newId(nowMs: number): string {
  if (used + bytesPerId > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const random = Buffer.from(pool.buffer, used, bytesPerId);
  used += bytesPerId;
  random[0] = ((random[0] ?? 0) & 0x0f) | 0x70;
  random[2] = ((random[2] ?? 0) & 0x3f) | 0x80;
  const time = nowMs.toString(16).padStart(12, '0');
  const rest = random.toString('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-${rest.slice(0, 4)}-${rest.slice(4, 8)}-${rest.slice(8)}`;
}
