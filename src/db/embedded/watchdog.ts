import { spawn, type ChildProcess } from 'node:child_process';
import type { Account } from './account.ts';
import { plainEnvironment } from './program.ts';

const replacementDelayMs = 250;

export type Watchdog = {
  /** Names the server to end when this process ends, however it ends. */
  readonly watch: (pid: number) => void;
  readonly stop: () => void;
};

type WatchdogOptions = { readonly account: Account | undefined; readonly control: string };

/** It reads a pipe whose other end only this process holds: the system closes that even after a kill -9. */
const shellScript = `trap '' INT TERM HUP
pid=$1
while read -r line; do pid=$line; done
[ -n "$pid" ] && kill -INT "$pid"`;

/** Windows has neither that shell nor signals; pg_ctl stands in. */
const nodeScript = `let [, control, pid] = process.argv;
process.stdin.on('data', (data) => (pid = data.toString().trim().split('\\n').at(-1)));
process.stdin.on('end', () => require('child_process').spawnSync(control, ['kill', 'INT', pid]));`;

/** A small process that outlives this one just long enough to shut the server down. If it dies, another takes over. */
export function startWatchdog({ account, control }: WatchdogOptions): Watchdog {
  let watched: number | undefined;
  let stopped = false;
  let dog = unleash();

  function unleash(): ChildProcess {
    const windows = process.platform === 'win32';
    const [file, ...args] = windows
      ? [process.execPath, '-e', nodeScript, control]
      : ['/bin/sh', '-c', shellScript, 'watchdog'];
    // One that takes over knows whom it watches from its first moment: this process may end before it writes.
    const started = spawn(file, [...args, String(watched ?? '')], {
      ...account,
      cwd: '/',
      env: plainEnvironment,
      // Its own session: a Ctrl-C meant for the service must not reach it.
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
      windowsHide: true,
    });
    started.stdin?.on('error', () => undefined);
    started.on('error', () => undefined);
    started.on('exit', () => {
      if (!stopped) setTimeout(replace, replacementDelayMs).unref();
    });
    return started;
  }

  function replace(): void {
    if (stopped) return;
    dog = unleash();
  }

  function watch(pid: number): void {
    watched = pid;
    dog.stdin?.write(`${pid}\n`);
  }

  return {
    watch,
    stop: () => {
      stopped = true;
      dog.kill('SIGKILL');
    },
  };
}
