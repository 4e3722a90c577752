import { createHash } from 'node:crypto';

/** Of 26 bits: what a step of a practice makes up comes after that of the steps before, in its own order. */
const countBits = 20;

type Place = {
  /** A uuid. */
  readonly practice: string;
  readonly step: number;
  /** RFC 3339. */
  readonly at: string;
};

/**
 * Ids that a write of a practice makes up: the same each time that it is made again, in the order in which it makes
 * them, and of nothing else. They are uuids v7, as those of `newId`.
 */
export function practisedIds({ practice, step, at }: Place): () => string {
  const time = Date.parse(at).toString(16).padStart(12, '0');
  let count = 0;
  return () => {
    const sequence = (step << countBits) + count;
    const id = createHash('sha256').update(`${practice} ${step} ${count}`).digest().subarray(0, 10);
    count += 1;
    id[0] = 0x70 | (sequence >>> 22);
    id[1] = (sequence >>> 14) & 0xff;
    id[2] = 0x80 | ((sequence >>> 8) & 0x3f);
    id[3] = sequence & 0xff;
    const rest = id.toString('hex');
    return `${time.slice(0, 8)}-${time.slice(8)}-${rest.slice(0, 4)}-${rest.slice(4, 8)}-${rest.slice(8)}`;
  };
}
