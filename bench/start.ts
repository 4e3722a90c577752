import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { httpLoad } from './http-load.ts';
import { median } from './pages.ts';
import { type Figure, freePort, register, startService } from './stage.ts';

const rounds = 3;
const writers = 8;
const writingMs = 2_000;
/** Long enough for what a start leaves to be done. */
const idleMs = 10_000;

/**
 * From the command to the first ready answer, on an empty folder, on one with a database in it, and on one whose
 * service was killed while it wrote.
 */
export async function benchStart(): Promise<Figure[]> {
  const [empty, existing, killed] = [[] as number[], [] as number[], [] as number[]];
  const idle: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const folder = mkdtempSync(join(tmpdir(), 'daybook-start-'));
    empty.push(await startSeconds(folder));
    existing.push(await startSeconds(folder));
    idle.push(...(await idleMegabytes(folder)));
    await killWhileWriting(folder);
    killed.push(await startSeconds(folder));
    rmSync(folder, { recursive: true, force: true });
  }
  return [
    seconds('start on an empty folder', median(empty), 6),
    seconds('start on an existing folder', median(existing), 2),
    seconds('start after kill -9 while it wrote', median(killed), 5),
    ...(idle.length === 0 ? [] : [megabytes('memory of an idle service, without its database', median(idle), 160)]),
  ];
}

/** Callers write until the service dies; its database is ended by a watchdog, or by whoever starts next. */
async function killWhileWriting(folder: string): Promise<void> {
  const port = await freePort();
  const service = await startService(folder, port);
  const token = await register(port);
  const body = (index: number) => ({ type: 'individual', display_name: `Client ${index}` });
  const make = (index: number) => ({ method: 'POST', path: '/api/clients', body: body(index) });
  const writing = httpLoad({ port, token, callers: writers, requests: Infinity, make }).catch(() => undefined);
  await sleep(writingMs);
  service.kill('SIGKILL');
  await writing;
}

async function startSeconds(folder: string): Promise<number> {
  const port = await freePort();
  const begun = performance.now();
  const service = await startService(folder, port);
  const took = (performance.now() - begun) / 1_000;
  service.kill('SIGTERM');
  await new Promise((done) => service.once('exit', done));
  return took;
}

/** Resident, where the system tells it. */
async function idleMegabytes(folder: string): Promise<number[]> {
  const service = await startService(folder, await freePort());
  await sleep(idleMs);
  const status = `/proc/${service.pid}/status`;
  const [, kilobytes] = existsSync(status) ? (/^VmRSS:\s+(\d+)/m.exec(readFileSync(status, 'utf8')) ?? []) : [];
  service.kill('SIGTERM');
  await new Promise((done) => service.once('exit', done));
  return kilobytes === undefined ? [] : [Number(kilobytes) / 1_024];
}

function megabytes(what: string, value: number, atMost: number): Figure {
  const reached = value <= atMost ? 'yes' : 'no';
  return { what, value: `${value.toFixed(0)} MB`, reach: `≤ ${atMost} MB`, reached, note: `median of ${rounds}` };
}

function seconds(what: string, value: number, atMost: number): Figure {
  const reached = value <= atMost ? 'yes' : 'no';
  return { what, value: `${value.toFixed(2)} s`, reach: `≤ ${atMost} s`, reached, note: `median of ${rounds}` };
}
