import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import { Client, type QueryResultRow } from 'pg';
import type { Embedded } from '../../src/db/embedded/index.ts';
import { findProcesses } from '../../src/db/embedded/processes.ts';
import { clusterTag } from '../../src/db/embedded/site.ts';

const program = `
import { startEmbedded } from ${JSON.stringify(new URL('../../src/db/embedded/index.ts', import.meta.url).href)};
process.on('SIGINT', () => console.log('interrupted'));
try {
  const embedded = await startEmbedded({ folder: process.argv[1], log: (line) => console.error(line), fast: true });
  console.log(JSON.stringify(embedded));
  setInterval(() => undefined, 1_000);
} catch (error) {
  console.log(JSON.stringify({ refused: error.message, name: error.name }));
}`;

export type Service = Pick<Embedded, 'ownerUrl' | 'runtimeUrl'> & {
  readonly child: ChildProcess;
  readonly refused?: string;
  readonly name?: string;
  readonly nextLine: () => Promise<string>;
  readonly log: () => string;
};

/** A process that serves the folder and does nothing else, to be killed. Answers when it serves or has refused to. */
export async function spawnService(folder: string): Promise<Service> {
  const child = launchService(folder);
  let log = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (log += text));
  if (child.stdout === null) throw new Error('the service has no output');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const nextLine = async () => String((await lines.next()).value);
  return { ...JSON.parse(await nextLine()), child, nextLine, log: () => log };
}

/** The same, in its own session as under a terminal, answering at once. */
export function launchService(folder: string): ChildProcess {
  return spawn(process.execPath, ['--input-type=module', '-e', program, folder], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

export async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

/** A folder for one test. What is handed to `later` happens at its end, the last first, and then the folder goes. */
export function temporaryFolder(t: TestContext): { folder: string; later: (end: () => Promise<unknown>) => void } {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-'));
  const endings: (() => Promise<unknown>)[] = [];
  t.after(async () => {
    const failures: unknown[] = [];
    // One that fails must not keep the others from ending what they started.
    for (const end of endings.toReversed()) await end().catch((failure: unknown) => failures.push(failure));
    rmSync(folder, { recursive: true, force: true });
    if (failures.length > 0) throw failures[0];
  });
  return { folder, later: (end) => void endings.push(end) };
}

/** The process id that the server itself has written down. */
export function serverPid(folder: string): number {
  return Number.parseInt(readFileSync(join(folder, 'postgres', 'cluster', 'postmaster.pid'), 'utf8'), 10);
}

/** Every process of the folder's server, the main one and its sessions. */
export function serverProcesses(folder: string): number[] {
  const cluster = join(folder, 'postgres', 'cluster');
  return existsSync(cluster) ? findProcesses('postgres', clusterTag(cluster)) : [];
}

export async function rowsOf<Row extends QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000, query_timeout: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Longer than a machine that is busy with much else takes for anything here. */
const patienceMs = 300_000;

/** Looks again and again until what it sees is right. Nothing here says how soon: speed belongs to the benchmarks. */
export async function eventually<Value>(look: () => Promise<Value> | Value): Promise<Value> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    try {
      return await look();
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** A program of someone else's, under the given account. */
export function spawnStranger(account: { uid: number; gid: number } | object): ChildProcess {
  return spawn('sleep', ['60'], { ...account, stdio: 'ignore' });
}

export function isAlive(pid: number): boolean {
  return spawnSync('kill', ['-0', String(pid)]).status === 0;
}
