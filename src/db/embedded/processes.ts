import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Distinguishes a process from a later one with the same number. */
export type ProcessFacts = { readonly started: string; readonly command: string };

const lookTimeoutMs = 5_000;

/** Answers undefined when no such process runs. A zombie counts as gone: in a container nobody may ever collect it. */
export function inspectProcess(pid: number): ProcessFacts | undefined {
  if (process.platform === 'linux') return inspectByProc(pid);
  return process.platform === 'win32' ? inspectByPowershell(pid) : inspectByPs(pid);
}

/** The processes whose command line holds all the words. Windows answers none. */
export function findProcesses(...words: readonly string[]): number[] {
  if (process.platform === 'win32') return [];
  const running = process.platform === 'linux' ? listByProc() : listByPs();
  return running.filter(({ command }) => words.every((word) => command.includes(word))).map(({ pid }) => pid);
}

// Only files that every account may read: root in a container often may not look at another account's `cwd` or `exe`.
function inspectByProc(pid: number): ProcessFacts | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may hold anything, so count the fields from its end: 3 is the state, 22 the start.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
    return { started: `${bootId()} ${fields[19]}`, command: commandLine(pid) };
  } catch {
    return undefined;
  }
}

/** Start times count from the boot, and a virtual machine boots much the same each time. */
function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}

function commandLine(pid: number): string {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
}

function listByProc(): { pid: number; command: string }[] {
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  return pids.flatMap((pid) => {
    const facts = inspectByProc(pid);
    return facts === undefined ? [] : [{ pid, command: facts.command }];
  });
}

/** For macOS: state, start and command of one process. */
export function inspectByPs(pid: number): ProcessFacts | undefined {
  const [, state, started, command] =
    /^(\S+)\s+(.{24})\s(.*)$/m.exec(ps('-p', String(pid), '-o', 'stat=,lstart=,command=')) ?? [];
  if (started === undefined || command === undefined || state?.startsWith('Z')) return undefined;
  return { started, command };
}

function listByPs(): { pid: number; command: string }[] {
  const lines = ps('-ax', '-o', 'pid=,command=').matchAll(/^\s*(\d+)\s(.*)$/gm);
  return [...lines].map(([, pid, command]) => ({ pid: Number(pid), command: command ?? '' }));
}

function ps(...args: readonly string[]): string {
  try {
    return execFileSync('ps', ['-ww', ...args], { encoding: 'utf8', env: { LC_ALL: 'C' }, timeout: lookTimeoutMs });
  } catch {
    return '';
  }
}

function inspectByPowershell(pid: number): ProcessFacts | undefined {
  const script = `Get-CimInstance Win32_Process -Filter "ProcessId=${pid}" |
    ForEach-Object { "$($_.CreationDate.Ticks) $($_.CommandLine)" }`;
  try {
    const shown = execFileSync('powershell', ['-NoProfile', '-Command', script], {
      encoding: 'utf8',
      timeout: lookTimeoutMs,
      windowsHide: true,
    });
    const [, started, command] = /^(\d+) (.*)$/m.exec(shown) ?? [];
    return started === undefined || command === undefined ? undefined : { started, command };
  } catch {
    return undefined;
  }
}
