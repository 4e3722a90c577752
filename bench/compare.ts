import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalogue } from '../src/catalogue.ts';
import { run } from '../src/operation/run.ts';
import type { BareWork, Recorded } from './bare-load.ts';
import { httpLoad, lastFailure, type Request } from './http-load.ts';
import { recordingDatabase } from './record.ts';
import { type Figure, ratio, type Stage } from './stage.ts';

const callers = 16;
const roundsOfEach = 3;

type Comparison = {
  readonly what: string;
  /** Requests per round. */
  readonly requests: number;
  readonly make: (index: number) => Request;
  /** The operation behind the request and its input, recorded for the bare loop. */
  readonly operation: string;
  readonly input: (index: number) => object;
  /** Number of different transactions to record; a write needs one for each time it is sent. */
  readonly recordings: number;
  readonly atLeast: number;
};

/**
 * The service's throughput against that of its own statements sent by a bare driver loop, in turn, at the same
 * concurrency; the median of the pairs counts.
 */
export async function compare(stage: Stage, comparison: Comparison): Promise<Figure[]> {
  const { what, requests, make, recordings, atLeast } = comparison;
  const ratios: number[] = [];
  let [serviceRate, bareRate, serviceCpu, bareCpu] = [0, 0, 0, 0];
  for (let round = -1; round < roundsOfEach; round += 1) {
    const first = (round + 1) * requests;
    const transactions = await record(stage, comparison, { first, count: Math.min(recordings, requests) });
    const databaseBefore = stage.databaseCpuSeconds();
    const bare = bareLoad({ url: stage.urls.runtime, callers, rounds: requests, transactions });
    bareCpu = (stage.databaseCpuSeconds() - databaseBefore + bare.cpuSeconds) / requests;
    const before = stage.cpuSeconds();
    const load = { port: stage.port, token: stage.token, callers, requests };
    const served = await httpLoad({ ...load, make: (index) => make(first + index) });
    serviceCpu = (stage.cpuSeconds() - before) / requests;
    if (served.failures > 0) throw new Error(`${what}: ${served.failures} requests failed: ${lastFailure}`);
    serviceRate = requests / served.seconds;
    bareRate = requests / bare.seconds;
    if (round >= 0) ratios.push(serviceRate / bareRate);
  }
  const median = ratios.toSorted((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? 0;
  const cpu = `CPU per operation with the database: service ${micros(serviceCpu)}, bare loop ${micros(bareCpu)}`;
  const rates = `${serviceRate.toFixed(0)}/s against ${bareRate.toFixed(0)}/s at ${callers} callers`;
  return [ratio(what, median, { atLeast }, `${rates}; ${cpu}`)];
}

export function micros(seconds: number): string {
  return `${(seconds * 1_000_000).toFixed(0)} µs`;
}

/**
 * Statements of the operation, as often as asked, in one transaction that is rolled back: numbers and stock go on from
 * one recording to the next, and the bare loop is the first to commit them.
 */
async function record(
  { actor, db, runtime }: Stage,
  { operation: name, input }: Comparison,
  { first, count }: { first: number; count: number },
): Promise<Recorded[]> {
  const operation = catalogue.find((one) => one.name === name);
  if (operation === undefined) throw new Error(`no operation ${name}`);
  const origin = { door: 'rest', requestId: 'bench' } as const;
  return db.transaction({ organization: actor.organization?.id, user: actor.userId, rollback: true }, async (outer) => {
    const recording = recordingDatabase(db, outer);
    for (let index = first; index < first + count; index += 1) {
      const idempotencyKey = operation.keyRequired === true ? `bare-${index}` : undefined;
      await run({ ...runtime, db: recording.db }, operation, { actor, input: input(index), idempotencyKey, origin });
    }
    return recording.take();
  });
}

function bareLoad(work: BareWork): { seconds: number; cpuSeconds: number } {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-bare-'));
  const file = join(folder, 'work.json');
  writeFileSync(file, JSON.stringify(work));
  const script = new URL('./bare-load.ts', import.meta.url).pathname;
  const output = execFileSync(process.execPath, [script, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  rmSync(folder, { recursive: true, force: true });
  return JSON.parse(output.toString()) as { seconds: number; cpuSeconds: number };
}
