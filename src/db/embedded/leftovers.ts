import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAnswered, type Address } from './address.ts';
import { codeOf, EmbeddedError } from './embedded-error.ts';
import { findProcesses, inspectProcess } from './processes.ts';
import { signalServer } from './signal-server.ts';

type Leftovers = {
  readonly cluster: string;
  readonly tag: string;
  readonly address: Address;
  /** pg_ctl */
  readonly control: string;
};

const lookIntervalMs = 25;
/** A fast shutdown writes what is in memory; on a slow disk that takes its time. */
const fastShutdownMs = 20_000;
const immediateShutdownMs = 10_000;
const orphanGraceMs = 500;
/** More than any system counts to. */
const impossiblePid = 4_194_305;

/**
 * Makes way for a server: ends what a killed service has left running on the cluster, and disarms a pid file that
 * names a stranger. Only for the holder of the folder's lock.
 */
export async function clearLeftovers({ cluster, tag, address, control }: Leftovers): Promise<void> {
  const file = join(cluster, 'postmaster.pid');
  const pid = recordedPid(file);
  if (pid === undefined) return;
  if (isOurs(pid, tag)) await endServer(pid, { tag, control });
  else if (await isAnswered(address)) {
    throw new EmbeddedError(`A server in another container is using ${cluster}. Stop that one first.`);
  }
  disarm(file);
  await endOrphans(tag);
}

function isOurs(pid: number, tag: string): boolean {
  const command = inspectProcess(pid)?.command;
  return command !== undefined && command.includes('postgres') && command.includes(tag);
}

async function endServer(pid: number, { tag, control }: Pick<Leftovers, 'tag' | 'control'>): Promise<void> {
  const gone = () => !isOurs(pid, tag);
  signalServer(pid, 'SIGINT', control);
  if (await isSoon(gone, fastShutdownMs)) return;
  signalServer(pid, 'SIGQUIT', control);
  if (await isSoon(gone, immediateShutdownMs)) return;
  throw new EmbeddedError(`The database server that an earlier Daybook left behind, process ${pid}, does not end.`);
}

/**
 * A pid that now belongs to a stranger would stop the server from starting, for ever in a container, where numbers
 * repeat. The file stays, with a pid that cannot be: by its other lines PostgreSQL itself checks that no process of the
 * former server still holds the shared memory.
 */
function disarm(file: string): void {
  try {
    const [, ...rest] = readFileSync(file, 'utf8').split('\n');
    writeFileSync(file, [impossiblePid, ...rest].join('\n'), { flag: 'r+' });
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

/** Sessions whose server was killed end by themselves, unless they are deep in a computation. */
async function endOrphans(tag: string): Promise<void> {
  const orphans = () => findProcesses('postgres', tag);
  if (await isSoon(() => orphans().length === 0, orphanGraceMs)) return;
  for (const pid of orphans()) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if (codeOf(error) !== 'ESRCH') throw error;
    }
  }
  await isSoon(() => orphans().length === 0, orphanGraceMs);
}

async function isSoon(condition: () => boolean, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  while (!condition()) {
    if (performance.now() > deadline) return false;
    await sleep(lookIntervalMs);
  }
  return true;
}

function recordedPid(file: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
    return pid > 0 ? pid : undefined;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
