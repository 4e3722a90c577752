import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { catalogue } from '../src/catalogue.ts';
import { type Database, openDatabase } from '../src/db/database.ts';
import { openAccess } from '../src/modules/identity/index.ts';
import type { Actor } from '../src/operation/actor.ts';
import { newId } from '../src/operation/new-id.ts';
import { registerEvents } from '../src/operation/outbox.ts';
import { run, type Runtime } from '../src/operation/run.ts';
import { openSecrets } from '../src/secrets.ts';
import { cpuSecondsOf } from './cpu.ts';
import { readOwnerUrls, type Urls } from './urls.ts';

/** One line of the result. `reached` compares `value` with what the project holds itself to. */
export type Figure = {
  readonly what: string;
  readonly value: string;
  readonly reach: string;
  readonly reached: 'yes' | 'no' | '';
  readonly note: string;
  /** For those who draw it. */
  readonly numbers?: Readonly<Record<string, number>>;
};

/** A running service with an owner signed in, and the same database for direct use. */
export type Stage = {
  readonly port: number;
  readonly token: string;
  readonly actor: Actor;
  readonly urls: Urls;
  readonly db: Database;
  readonly runtime: Runtime;
  /** Runs an operation here, beside the service: for setting the scene. */
  readonly call: (name: string, input: object) => Promise<Record<string, never>>;
  /** CPU seconds so far of service and database together. */
  cpuSeconds(): number;
  /** The same of the database alone. */
  databaseCpuSeconds(): number;
  close(): Promise<void>;
};

/** Address of the user that `register` creates. */
export const ownerEmail = 'bench@example.com';

const startTimeoutMs = 120_000;

type Staging = {
  /** Loaded into the process of the service before it. */
  readonly preload?: URL;
};

export async function openStage({ preload }: Staging = {}): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-bench-'));
  const port = await freePort();
  const service = await startService(folder, port, preload);
  const token = await register(port);
  const urls = readOwnerUrls(folder);
  const db = openDatabase({ url: urls.runtime });
  const secrets = openSecrets(folder, undefined);
  const clock = { now: () => new Date().toISOString(), newId: () => newId(Date.now()) };
  const issuer = `http://127.0.0.1:${port}`;
  const access = openAccess({ db, secrets, issuer, ...clock });
  registerEvents(catalogue.flatMap(({ emits = [] }) => emits));
  const settings = { signup: 'first', publicUrl: issuer, throttle: false } as const;
  const runtime: Runtime = { db, secrets, ...clock, access, settings };
  const actor = await access.actorOf(token);
  const pids = pidsOf(folder, service);
  return {
    port,
    token,
    actor,
    urls,
    db,
    runtime,
    call: async (name, input) => {
      const operation = catalogue.find((one) => one.name === name);
      if (operation === undefined) throw new Error(`no operation ${name}`);
      const request = { actor, input, origin: { door: 'rest', requestId: 'bench' } } as const;
      return (await run(runtime, operation, request)).output as Record<string, never>;
    },
    cpuSeconds: () => cpuSecondsOf(pids.service, pids.database),
    databaseCpuSeconds: () => cpuSecondsOf(pids.database),
    close: async () => {
      await db.close();
      service.kill('SIGTERM');
      await new Promise((done) => service.once('exit', done));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts the service as a user would and waits until it is ready. */
export async function startService(folder: string, port: number, preload?: URL): Promise<ChildProcess> {
  const main = new URL('../bin/daybook.js', import.meta.url).pathname;
  const environment = { PATH: process.env['PATH'], DAYBOOK_DATA: folder, PORT: String(port) };
  const before = preload === undefined ? [] : ['--import', preload.href];
  const service = spawn(process.execPath, [...before, main, 'start'], {
    env: { ...environment, DAYBOOK_RATE_LIMIT: 'off', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const deadline = performance.now() + startTimeoutMs;
  while (performance.now() < deadline) {
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    if (ready?.ok === true) return service;
    await sleep(10);
  }
  throw new Error('the service did not become ready');
}

export async function register(port: number): Promise<string> {
  const organization = { name: 'Bench', country: 'DE', base_currency: 'EUR', timezone: 'Europe/Berlin' };
  const body = { email: ownerEmail, password: 'a passphrase for benches', name: 'Bench', organization };
  const answer = await fetch(`http://127.0.0.1:${port}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  return token;
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/** The postmaster is found by its pid file, since it is no direct child when a watchdog stands between. */
function pidsOf(folder: string, service: ChildProcess): { service: number; database: number } {
  const file = readFileSync(join(folder, 'postgres', 'cluster', 'postmaster.pid'), 'utf8');
  return { service: service.pid ?? 0, database: Number(file.split('\n')[0]) };
}

/** A figure that is reached when the ratio is at least, or at most, what is asked. */
export function ratio(what: string, value: number, reach: { atLeast?: number; atMost?: number }, note: string): Figure {
  const reached = value >= (reach.atLeast ?? -Infinity) && value <= (reach.atMost ?? Infinity);
  const asked = reach.atLeast === undefined ? `≤ ${reach.atMost}×` : `≥ ${reach.atLeast * 100} %`;
  const shown = reach.atLeast === undefined ? `${value.toFixed(2)}×` : `${(value * 100).toFixed(0)} %`;
  return { what, value: shown, reach: asked, reached: reached ? 'yes' : 'no', note };
}
