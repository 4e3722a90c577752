import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { everyFont, fontFolders } from './fonts.ts';
import type { Greeting, Order, Reply } from './render-job.ts';

export type SandboxOptions = {
  /** A namespace of its own, by bubblewrap; `where_possible` does without it where the host does not allow it. */
  readonly namespace: 'where_possible' | 'never';
  /** Address space of a render process; a template that wants more dies with its process. Not on macOS and Windows. */
  readonly memoryMaxKb?: number;
};

export type Renderer = {
  send(order: Order): void;
  onReply(listener: (reply: Reply) => void): void;
  onExit(listener: (how: string) => void): void;
  kill(): void;
  end(): Promise<void>;
};

const defaultMemoryMaxKb = 2_500_000;
const nobody = 65_534;
const heapMaxMb = 256;
const mayLimit = process.platform === 'linux';
const script = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './render-process.ts' : './render-process.js', import.meta.url),
);

/** A process that holds nothing but fonts: no secret in its environment, an empty workspace, and no way out. */
export function startRenderer({ namespace, memoryMaxKb = defaultMemoryMaxKb }: SandboxOptions): Renderer {
  const workspace = mkdtempSync(join(tmpdir(), 'daybook-render-'));
  const node = [process.execPath, `--max-old-space-size=${heapMaxMb}`, '--no-warnings', script];
  const limited = mayLimit ? ['/bin/sh', '-c', `ulimit -v ${memoryMaxKb}; ulimit -c 0; exec "$0" "$@"`, ...node] : node;
  const [program = process.execPath, ...args] =
    namespace === 'where_possible' && namespacesWork() ? bwrap(limited, workspace) : limited;
  const child = spawn(program, args, {
    env: emptyEnvironment,
    cwd: workspace,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  child.once('exit', () => rmSync(workspace, { recursive: true, force: true }));
  const greeting: Greeting = { workspace, fonts: everyFont };
  child.send(greeting);
  return rendererOf(child);
}

function rendererOf(child: ChildProcess): Renderer {
  // A failed spawn emits no `exit`, and writing to a dead process fails: both count as an exit.
  const exited = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? String(code)));
    child.once('error', ({ message }) => child.pid === undefined && resolve(message));
  });
  child.on('error', () => undefined);
  return {
    send: (order) => void child.send(order, () => undefined),
    onReply: (listener) => void child.on('message', (message: Reply) => listener(message)),
    onExit: (listener) => void exited.then(listener),
    kill: () => void child.kill('SIGKILL'),
    async end() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/**
 * Nothing of the service's. The proxies lead nowhere, for the engine would fetch packages from the internet; threads
 * are one, since two processes share the cores already.
 */
const emptyEnvironment: NodeJS.ProcessEnv = {
  HOME: '/nonexistent',
  XDG_CACHE_HOME: '/nonexistent',
  XDG_DATA_HOME: '/nonexistent',
  HTTP_PROXY: 'http://127.0.0.1:9',
  HTTPS_PROXY: 'http://127.0.0.1:9',
  ALL_PROXY: 'http://127.0.0.1:9',
  RAYON_NUM_THREADS: '1',
  MALLOC_ARENA_MAX: '2',
};

/** Sees the runtime, the engine, our fonts and its own folder; everything else of the host is not there. */
function bwrap(command: readonly string[], workspace: string): string[] {
  const readable = [
    ...['/usr', '/lib', '/lib64', '/bin', '/etc/ld.so.cache'].filter((path) => existsSync(path)),
    dirname(process.execPath),
    dirname(script),
    ...engineFolders(),
    ...fontFolders,
  ];
  return [
    'bwrap',
    '--unshare-all',
    '--die-with-parent',
    '--new-session',
    '--cap-drop',
    'ALL',
    '--uid',
    String(nobody),
    '--gid',
    String(nobody),
    ...readable.flatMap((path) => ['--ro-bind', path, path]),
    ...hostFontFolders.filter((path) => existsSync(path)).flatMap((path) => ['--tmpfs', path]),
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    '--ro-bind',
    workspace,
    workspace,
    '--chdir',
    workspace,
    ...command,
  ];
}

const hostFontFolders = ['/usr/share/fonts', '/usr/local/share/fonts'];

/** What the process loads; of a scope all of it, since packages for each platform lie beside one another. */
const engines = ['@myriaddreamin/typst-ts-node-compiler', 'sharp', '@img/colour', 'detect-libc', 'semver'];

/** The engines where their real files are and where the script looks for them, which links may make two places. */
function engineFolders(): string[] {
  const above = ancestors(dirname(script));
  const places = engines.flatMap((name) => {
    const entry = fileURLToPath(import.meta.resolve(name));
    const [top = name] = name.split('/');
    const inModules = `${sep}node_modules${sep}`;
    const real = join(entry.slice(0, entry.lastIndexOf(inModules) + inModules.length), top);
    return [real, above.map((folder) => join(folder, 'node_modules', top)).find((path) => existsSync(path))];
  });
  // The manifest above the script says that it is a module.
  const manifest = above.map((folder) => join(folder, 'package.json')).find((path) => existsSync(path));
  return [...new Set([...places, manifest])].filter((path) => path !== undefined);
}

function ancestors(folder: string): string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...ancestors(above)];
}

let working: boolean | undefined;

/** Many hosts and most containers forbid namespaces to those who are not root: asked once. */
function namespacesWork(): boolean {
  if (process.platform !== 'linux') return false;
  working ??=
    spawnSync('bwrap', ['--unshare-all', '--ro-bind', '/', '/', '--proc', '/proc', '--dev', '/dev', 'true'], {
      stdio: 'ignore',
      timeout: 5_000,
    }).status === 0;
  return working;
}
