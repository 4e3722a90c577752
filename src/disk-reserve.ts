import { randomBytes } from 'node:crypto';
import { open, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from './log.ts';

const lookEveryMs = 250;
const chunkBytes = 1_048_576;
const reserveName = 'disk-reserve';
/** Of the volume, within bounds: PostgreSQL writes its log in segments of 16 MiB. */
const reservePart = 0.05;
const reserveMinBytes = 16 * 1_048_576;
const reserveMaxBytes = 64 * 1_048_576;

export type DiskReserve = {
  /** True while so little space is left that writes are refused. */
  readonly isFull: () => boolean;
  stop(): Promise<void>;
};

/** In bytes. `held`: the reserve lies on the disk. */
export type DiskState = { readonly free: number; readonly held: boolean; readonly isFull: boolean };
export type DiskDecision = { readonly isFull: boolean; readonly reserve: 'keep' | 'take' | 'give_up' };

/**
 * Writes end while there is still room for a reserve beside the one on the disk; that one is given up when others fill
 * even this room, so that PostgreSQL can still write its log and does not stop, which would end reading too. Both come
 * back only when there is plenty of space, so that the answer does not change with every file that is removed.
 */
export function decideDisk({ free, held, isFull }: DiskState, reserveBytes: number): DiskDecision {
  const plenty = reserveBytes * (held ? 2 : 3);
  const full = free < reserveBytes || (isFull && free < plenty);
  if (held && free < reserveBytes / 2) return { isFull: true, reserve: 'give_up' };
  return { isFull: full, reserve: !held && !full && free >= plenty ? 'take' : 'keep' };
}

/** Keeps a reserve of space in a folder, and looks how much more there is. */
export async function keepDiskReserve(folder: string, log: Pick<Log, 'warn' | 'info'>): Promise<DiskReserve> {
  const path = join(folder, reserveName);
  let isFull = false;
  const stopping = new AbortController();
  const look = async () => {
    const { bavail, blocks, bsize } = await statfs(folder);
    const reserveBytes = Math.min(reserveMaxBytes, Math.max(reserveMinBytes, blocks * bsize * reservePart));
    const held = (await stat(path).catch(() => undefined)) !== undefined;
    const decision = decideDisk({ free: bavail * bsize, held, isFull }, reserveBytes);
    if (decision.isFull !== isFull) tell(log, decision.isFull, folder);
    ({ isFull } = decision);
    if (decision.reserve === 'give_up') await rm(path, { force: true });
    if (decision.reserve === 'take') await fill(path, reserveBytes).catch(() => rm(path, { force: true }));
  };
  const looking = (async () => {
    while (!stopping.signal.aborted) {
      // A folder that cannot be looked at is told of by whoever writes into it.
      await look().catch(() => undefined);
      await sleep(lookEveryMs, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined);
    }
  })();
  return {
    isFull: () => isFull,
    stop: async () => {
      stopping.abort();
      await looking;
    },
  };
}

function tell(log: Pick<Log, 'warn' | 'info'>, isFull: boolean, folder: string): void {
  if (isFull) log.warn({ folder }, 'the disk is nearly full: writes are refused until there is room again');
  else log.info({ folder }, 'the disk has room again');
}

/** Random bytes, since some file systems store nothing for zeros. */
async function fill(path: string, bytes: number): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    for (let written = 0; written < bytes; written += chunkBytes) await handle.write(randomBytes(chunkBytes));
    await handle.sync();
  } finally {
    await handle.close();
  }
}
