import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { documentJob } from '../src/render/document.ts';
import type { DocumentFacts } from '../src/render/facts.ts';
import { everyFont } from '../src/render/fonts.ts';
import { openPool, type RenderPool } from '../src/render/pool.ts';
import type { RenderJob } from '../src/operation/renderer.ts';
import { sampleFacts, sampleLogo } from '../src/render/samples.ts';
import { plainTemplate } from '../src/render/template.ts';
import type { BareRender, BareTimes } from './bare-render.ts';
import { median } from './pages.ts';
import { httpLoad, lastFailure } from './http-load.ts';
import { post } from './organizations.ts';
import { probed, quantile } from './overload.ts';
import { type Figure, openStage, ratio, type Stage } from './stage.ts';

const run = promisify(execFile);
const processes = 2;
const rounds = 3;
const warmUp = 6;
const latencies = [
  { lines: 3, documents: 80 },
  { lines: 200, documents: 16 },
] as const;
const burst = 120;
const bursts = 5;
const callers = 8;

/** Documents through the pool against the bare engine: from facts to bytes, one at a time and as many as there are. */
export async function benchDocuments(): Promise<Figure[]> {
  const pool = openPool({ size: processes, namespace: 'where_possible' });
  try {
    const figures: Figure[] = [];
    for (const { lines, documents } of latencies) figures.push(await latency(pool, lines, documents));
    figures.push(await throughput(pool));
    return [...figures, await besides()];
  } finally {
    await pool.close();
  }
}

const besideMs = 10_000;
const besideRounds = 3;
const previewsAtOnce = 40;

/** Latency of a list of clients while all render processes are busy, against an idle service. */
async function besides(): Promise<Figure> {
  const stage = await openStage();
  try {
    for (let made = 0; made < 50; made += 1)
      await stage.call('create_client', { type: 'individual', display_name: `C ${made}` });
    const { id } = await post(stage.port, stage.token, '/document-templates', { name: 'Bench' });
    const list = { method: 'GET', path: '/api/clients?limit=50' };
    const asked = (over: Promise<unknown>) => probed(stage.port, stage.token, list, over);
    await asked(previewed(stage, id));
    const [alone, beside]: [number[], number[]] = [[], []];
    for (let round = 0; round < besideRounds; round += 1) {
      alone.push(...(await asked(sleep(besideMs))));
      beside.push(...(await asked(previewed(stage, id))));
    }
    const [idle, busy] = [quantile(alone, 0.99), quantile(beside, 0.99)];
    const note = `${idle.toFixed(1)} ms, and ${busy.toFixed(1)} ms beside ${callers} callers of pages`;
    return ratio('p99 of a client list while pages are set', busy / idle, { atMost: 2 }, note);
  } finally {
    await stage.close();
  }
}

/** Keeps the render processes busy with pages of which no two in a row are alike. */
async function previewed({ port, token }: Stage, id: string): Promise<void> {
  const path = (index: number) =>
    `/api/document-templates/${id}/preview?lines=${3 + (index % 50)}&language=${languages[index % 3] ?? 'en'}`;
  const make = (index: number) => ({ method: 'GET', path: path(index) });
  for (const until = performance.now() + besideMs; performance.now() < until;) {
    const { failures } = await httpLoad({ port, token, callers, requests: previewsAtOnce, make });
    if (failures > 0) throw new Error(`${failures} previews failed: ${lastFailure}`);
  }
}

const languages = ['en', 'de', 'fr'] as const;

async function latency(pool: RenderPool, lines: number, documents: number): Promise<Figure> {
  const [ours, bare] = [[] as number[], [] as number[]];
  for (let round = 0; round < rounds; round += 1) {
    const all = different(lines, documents, round);
    const times: number[] = [];
    for (const facts of all) {
      const begun = performance.now();
      await pool.render(jobOf(facts));
      times.push(performance.now() - begun);
    }
    ours.push(median(times.slice(warmUp)));
    const [{ milliseconds } = { milliseconds: [] }] = await bareTimes([all]);
    bare.push(median(milliseconds.slice(warmUp)));
  }
  const note = `p50 ${median(ours).toFixed(1)} ms against ${median(bare).toFixed(1)} ms of the bare engine`;
  const ratios = ours.map((value, round) => value / (bare[round] ?? 1));
  return ratio(`PDF of ${lines} lines`, median(ratios), { atMost: 1.5 }, note);
}

async function throughput(pool: RenderPool): Promise<Figure> {
  const ratios: number[] = [];
  let [ours, bare] = [0, 0];
  for (let round = 0; round < bursts; round += 1) {
    const all = different(3, burst, round);
    const begun = performance.now();
    const left = all.values();
    const call = async (): Promise<void> => {
      for (const facts of left) await pool.render(jobOf(facts));
    };
    await Promise.all(Array.from({ length: callers }, call));
    ours = burst / ((performance.now() - begun) / 1_000);
    // The same documents dealt out to as many bare processes; starting them is not counted.
    const dealt = Array.from({ length: processes }, (_, at) => all.filter((__, index) => index % processes === at));
    const times = await bareTimes(dealt);
    const slowest = Math.max(...times.map(({ milliseconds }) => milliseconds.reduce((sum, each) => sum + each, 0)));
    bare = burst / (slowest / 1_000);
    ratios.push(ours / bare);
  }
  const note = `${ours.toFixed(0)}/s against ${bare.toFixed(0)}/s of ${processes} bare processes, ${callers} callers`;
  return ratio('PDFs of 3 lines in a burst', median(ratios), { atLeast: 0.85 }, note);
}

/** No two alike: the engine remembers what it has set. */
function different(lines: number, count: number, round: number): DocumentFacts[] {
  const facts = sampleFacts('invoice', 'en', lines);
  return Array.from({ length: count }, (_, index) => {
    const number = `2026-${round}-${String(index).padStart(5, '0')}`;
    const each = facts.lines.map((line) => ({ ...line, name: `${line.name} ${index}`, net: line.net + BigInt(index) }));
    return { ...facts, number, lines: each };
  });
}

function jobOf(facts: DocumentFacts): RenderJob {
  const output = { kind: 'pdf', standard: 'a-3a', createdAt: 1_795_000_000 } as const;
  return documentJob({ organization: 'bench', facts, template: plainTemplate, logo: sampleLogo, output });
}

async function bareTimes(dealt: readonly (readonly DocumentFacts[])[]): Promise<BareTimes[]> {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-bare-render-'));
  const script = new URL('./bare-render.ts', import.meta.url).pathname;
  try {
    return await Promise.all(
      dealt.map(async (all, at) => {
        const file = join(folder, `${at}.json`);
        const work: BareRender = { fonts: everyFont, jobs: all.map(jobOf) };
        writeFileSync(file, JSON.stringify(work));
        const env = { RAYON_NUM_THREADS: '1', MALLOC_ARENA_MAX: '2' };
        const { stdout } = await run(process.execPath, [script, file], { env, maxBuffer: 10_000_000 });
        return JSON.parse(stdout) as BareTimes;
      }),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
