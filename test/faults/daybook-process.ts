import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually, serverProcesses } from '../support/embedded-service.ts';
import { metricsToken } from '../support/metrics-token.ts';

const command = fileURLToPath(new URL('../../bin/daybook.js', import.meta.url));
const startWithinMs = 90_000;

/** As people start it: by the command, under whatever Node the PATH has, which may be an old one. */
export const userCommand = ['node', command];

/** `npm test` puts the Node that came with the packages before the one that people have. */
export const userPath = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter);

export type Daybook = {
  readonly child: ChildProcess;
  /** Address of the service. */
  readonly url: string;
  /** All it has written so far. */
  readonly output: () => string;
  readonly exited: Promise<Exit>;
};

export type Exit = { readonly code: number | null; readonly signal: NodeJS.Signals | null };

export type LaunchOptions = {
  readonly folder: string;
  readonly settings?: Readonly<Record<string, string>>;
  /** The command that runs it: by default this Node, without the launcher. */
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  /** Account of the process, where root starts it. */
  readonly account?: { readonly uid: number; readonly gid: number };
};

/** The service as its own process, on a free port, with no setting but these. */
export function launch({ folder, settings = {}, ...options }: LaunchOptions): Omit<Daybook, 'url'> {
  const { args = ['start'], account } = options;
  const [file = process.execPath, ...before] = options.command ?? [process.execPath, command];
  const child = spawn(file, [...before, ...args], {
    env: {
      PATH: userPath,
      PORT: '0',
      DAYBOOK_DATA: folder,
      DAYBOOK_SIGNUP: 'open',
      DAYBOOK_METRICS_TOKEN: metricsToken,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...account,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const exited = once(child, 'close').then(([code, signal]: unknown[]) => ({ code, signal }) as Exit);
  return { child, output: () => output, exited };
}

/** Starts it and waits until it listens; fails with what it said where it ends instead. */
export async function startDaybook(options: LaunchOptions): Promise<Daybook> {
  const launched = launch(options);
  let ended = false;
  void launched.exited.then(() => (ended = true));
  const url = await eventually(() => {
    const listening = /(?:listening on|runs at) (http:\/\/127\.0\.0\.1:[1-9]\d*)/.exec(launched.output())?.[1];
    if (listening === undefined && !ended) throw new Error(`it does not listen: ${launched.output()}`);
    return listening;
  });
  if (url === undefined) throw new Error(`it ended: ${launched.output()}`);
  return { ...launched, url };
}

/** Runs it where it is expected to end by itself. */
export async function runDaybook(options: LaunchOptions): Promise<Exit & { readonly output: string }> {
  const launched = launch(options);
  const impatience = setTimeout(() => launched.child.kill('SIGKILL'), startWithinMs);
  const exit = await launched.exited;
  clearTimeout(impatience);
  return { ...exit, output: launched.output() };
}

/** Ends it as an operator does, and waits until its database is gone too. */
export async function stopDaybook({ child, exited }: Omit<Daybook, 'url'>, folder: string): Promise<Exit> {
  child.kill('SIGTERM');
  const exit = await exited;
  await eventually(() => {
    if (serverProcesses(folder).length > 0) throw new Error('its database still runs');
  });
  return exit;
}

/** A superuser's connection to its embedded database: whom no policy binds. */
export function ownerUrlOf(folder: string): string {
  const password = readFileSync(join(folder, 'keys', 'daybook_owner'), 'utf8').trim();
  const host = encodeURIComponent(join(folder, 'postgres', 'socket'));
  return `postgresql://daybook_owner:${password}@localhost/daybook?host=${host}&port=5432&sslmode=disable`;
}
