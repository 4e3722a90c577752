import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK']).toString());

/** CPU seconds spent so far by processes and all that descend from them, each counted once. Linux only. */
export function cpuSecondsOf(...rootPids: readonly number[]): number {
  const processes = listProcesses();
  const wanted = new Set(rootPids);
  for (let grown = true; grown;) {
    const before = wanted.size;
    for (const { pid, parent } of processes) if (wanted.has(parent)) wanted.add(pid);
    grown = wanted.size > before;
  }
  return processes.filter(({ pid }) => wanted.has(pid)).reduce((sum, { seconds }) => sum + seconds, 0);
}

type Process = { readonly pid: number; readonly parent: number; readonly seconds: number };

function listProcesses(): Process[] {
  const pids = execFileSync('ls', ['/proc'])
    .toString()
    .split('\n')
    .filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    try {
      const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
      // utime, stime, and those of children that have ended and been waited for
      const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0);
      return [{ pid: Number(pid), parent: Number(fields[1]), seconds: ticks / ticksPerSecond }];
    } catch {
      return []; // ended in between
    }
  });
}
