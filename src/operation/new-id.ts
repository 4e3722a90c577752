import { randomFillSync } from 'node:crypto';

const pool = new Uint8Array(4_096);
const bytesPerId = 10;
let used = pool.length;

/** Where the ids of a millisecond begin: below 2²⁵ of 2²⁶, so that none of them passes the end. */
const beginsBelow = 2 ** 25;
let lastMs = -1;
let sequence = 0;

/**
 * A uuid v7 (RFC 9562, method 1): 48 bits of the millisecond, 26 of a sequence that begins anywhere in each, so that
 * ids are in the order in which they were made, then random. Random bytes are drawn in blocks.
 */
export function newId(nowMs: number): string {
  if (used + bytesPerId > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const id = Buffer.from(pool.buffer, used, bytesPerId);
  used += bytesPerId;
  sequence = nowMs === lastMs ? sequence + 1 : id.readUInt32BE() % beginsBelow;
  lastMs = nowMs;
  id[0] = 0x70 | (sequence >>> 22);
  id[1] = (sequence >>> 14) & 0xff;
  id[2] = 0x80 | ((sequence >>> 8) & 0x3f);
  id[3] = sequence & 0xff;
  const time = nowMs.toString(16).padStart(12, '0');
  const rest = id.toString('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-${rest.slice(0, 4)}-${rest.slice(4, 8)}-${rest.slice(8)}`;
}
