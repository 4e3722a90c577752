import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from './pages.ts';
import { type Figure, freePort, startService } from './stage.ts';

const rounds = 3;

/** From the command to the first ready answer, on an empty folder and on one with a database in it. */
export async function benchStart(): Promise<Figure[]> {
  const [empty, existing] = [[] as number[], [] as number[]];
  for (let round = 0; round < rounds; round += 1) {
    const folder = mkdtempSync(join(tmpdir(), 'daybook-start-'));
    empty.push(await startSeconds(folder));
    existing.push(await startSeconds(folder));
    rmSync(folder, { recursive: true, force: true });
  }
  return [
    seconds('start on an empty folder', median(empty), 6),
    seconds('start on an existing folder', median(existing), 2),
  ];
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

function seconds(what: string, value: number, atMost: number): Figure {
  const reached = value <= atMost ? 'yes' : 'no';
  return { what, value: `${value.toFixed(2)} s`, reach: `≤ ${atMost} s`, reached, note: `median of ${rounds}` };
}
