import { fillClients } from './clients.ts';
import { type Figure, ratio, type Stage } from './stage.ts';

const pageSize = 100;
const deepPage = 1_000;
const samples = 200;

/** Any page costs what the first one costs. */
export async function benchPages(stage: Stage): Promise<Figure[]> {
  await fillClients(stage);
  const first = `/api/clients?limit=${pageSize}`;
  let path = first;
  for (let page = 1; page < deepPage; page += 1) {
    const { next_cursor: cursor } = await read(stage, path);
    if (cursor === null) break;
    path = `${first}&cursor=${cursor}`;
  }
  const [firstMs, deepMs] = [[] as number[], [] as number[]];
  for (let sample = 0; sample < samples; sample += 1) {
    firstMs.push(await timed(() => read(stage, first)));
    deepMs.push(await timed(() => read(stage, path)));
  }
  const note = `p50 ${median(firstMs).toFixed(2)} ms and ${median(deepMs).toFixed(2)} ms, ${pageSize} rows a page`;
  return [ratio(`page ${deepPage} against page 1`, median(deepMs) / median(firstMs), { atMost: 1.2 }, note)];
}

async function read({ port, token }: Stage, path: string): Promise<{ next_cursor: string | null }> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${token}` } });
  return (await answer.json()) as { next_cursor: string | null };
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
