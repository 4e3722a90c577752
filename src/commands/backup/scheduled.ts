import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BackupConfig } from '../../config.ts';
import type { Log } from '../../log.ts';

const lookEveryMs = 60_000;
const saidMax = 2_000;
const dayMs = 86_400_000;
const backupName = /^daybook-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar$/;

/**
 * Backs up once a day, in a process of its own and with the least right to the cores, and keeps the newest. What is due
 * is told by what lies in the folder: a night that the machine slept through is made up for at the next start.
 */
export function scheduleBackups(config: BackupConfig, log: Log): { stop: () => Promise<void> } {
  const ending = new AbortController();
  const { signal } = ending;
  const loop = (async () => {
    while (!signal.aborted) {
      try {
        mkdirSync(config.folder, { recursive: true, mode: 0o700 });
        if (isDue(readdirSync(config.folder), config.at, Date.now())) await backUp(config, { log, signal });
      } catch (error) {
        if (!signal.aborted) log.error({ err: error }, 'backup failed');
      }
      await sleep(lookEveryMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  })();
  return {
    stop: async () => {
      ending.abort();
      await loop;
    },
  };
}

/** True where no backup was made since the scheduled time last passed. */
export function isDue(names: readonly string[], at: BackupConfig['at'], now: number): boolean {
  const today = Math.floor(now / dayMs) * dayMs + (at.hour * 60 + at.minute) * 60_000;
  const last = today <= now ? today : today - dayMs;
  return !names.some((name) => momentOf(name) >= last);
}

/** The backups beyond the newest, and what a backup that was killed left. */
export function superfluous(names: readonly string[], keep: number): string[] {
  const whole = names.filter((name) => backupName.test(name)).toSorted();
  const unfinished = names.filter(
    (name) => backupName.test(name.replace(/\.unfinished$/, '')) && !whole.includes(name),
  );
  return [...whole.slice(0, Math.max(0, whole.length - keep)), ...unfinished];
}

function momentOf(name: string): number {
  const [, day, hour, minute, second] = backupName.exec(name) ?? [];
  return day === undefined ? Number.NEGATIVE_INFINITY : Date.parse(`${day}T${hour}:${minute}:${second}Z`);
}

type Running = { readonly log: Log; readonly signal: AbortSignal };

async function backUp({ folder, keep }: BackupConfig, { log, signal }: Running): Promise<void> {
  const child = spawn(process.execPath, [process.argv[1] ?? '', 'backup', folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
    windowsHide: true,
  });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-saidMax)));
  }
  const [code]: unknown[] = await once(child, 'close');
  if (code !== 0) throw new Error(`it ended with ${String(code)}: ${said.trim()}`);
  for (const name of superfluous(readdirSync(folder), keep)) rmSync(join(folder, name), { force: true });
  log.info({ folder }, 'backup made');
}
