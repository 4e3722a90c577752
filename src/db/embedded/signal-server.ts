import { spawnSync } from 'node:child_process';
import { codeOf } from './embedded-error.ts';

/** SIGINT is PostgreSQL's fast shutdown, SIGQUIT the immediate one. On Windows pg_ctl (`control`) knows how. */
export function signalServer(pid: number, signal: 'SIGINT' | 'SIGQUIT', control: string): void {
  if (process.platform === 'win32') {
    spawnSync(control, ['kill', signal.slice(3), String(pid)], { windowsHide: true });
    return;
  }
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error;
  }
}
