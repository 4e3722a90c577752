import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { startBare } from './bare-server.ts';
import type { FloodWork, Outcome } from './flood.ts';
import { type Connection, openConnection, textOf } from './http-load.ts';
import { anotherOrganization, post } from './organizations.ts';
import { type Figure, type Stage } from './stage.ts';

/** Seconds for each part. `DAYBOOK_BENCH_SECONDS` shortens a trial; the figures count with what stands here. */
const seconds = Number(process.env['DAYBOOK_BENCH_SECONDS'] ?? 20);
const capacityCallers = 16;
const offered = 10;
/** Of being alone, beside a flood that goes elsewhere, and beside one of the service. */
const rounds = 2;
const probeEveryMs = 20;
const recoveredAnswers = 20;
const recoveryMaxMs = 30_000;

export const floodPriority = constants.priority.PRIORITY_BELOW_NORMAL;

const list = { method: 'GET', path: '/api/clients?limit=50' };
const health = { method: 'GET', path: '/healthz' };

/** Ten times what the service can answer is offered to it, by everybody and by one organisation beside another. */
export async function benchOverload(stage: Stage): Promise<Figure[]> {
  const { call, port, token } = stage;
  for (let made = 0; made < 50; made += 1)
    await call('create_client', { type: 'individual', display_name: `C ${made}` });
  const forMs = seconds * 1_000;
  const asked = { port, text: textOf(list, token), forMs };
  await startFlood({ ...asked, forMs: forMs / 4, load: { callers: capacityCallers } });
  const { answered } = await startFlood({ ...asked, load: { callers: capacityCallers } });
  const capacity = answered / seconds;
  const tenfold = { ...asked, load: { perSecond: capacity * offered } };
  const before = await probed(port, token, list, sleep(forMs));
  const under = startFlood(tenfold);
  const [healthy, outcome] = await Promise.all([probed(port, token, health, under), under]);
  const recoveredMs = await recovery(port, token, 2 * quantile(before, 0.99));
  const beside = await besideFloods(port, await neighbourOf(port, token), tenfold);
  const { refused, withoutWait } = outcome;
  const sent = sentOf(outcome) / seconds / capacity;
  const p99 = quantile(healthy, 0.99);
  return [
    figure('capacity: list of 50 clients', `${capacity.toFixed(0)}/s`, '', true, `${capacityCallers} callers`),
    figure('offered', `${sent.toFixed(1)}×`, '', true, toldOf(outcome)),
    figure('/healthz p99 beside it', ms(p99), '< 100 ms', p99 < 100, `${healthy.length} asked`),
    figure('503 without Retry-After', String(withoutWait), '0', withoutWait === 0 && refused > 0, `${refused} refused`),
    figure('back to normal after it', ms(recoveredMs), '< 5 s', recoveredMs < 5_000, `${recoveredAnswers} in a row`),
    ...beside,
  ];
}

/**
 * Effect of another organisation's flood on a neighbour, in turn with a time without load and one in which the same
 * flood goes to a process that has nothing to do with the service: that much is due to the shared cores, and a flood
 * from elsewhere would not take it.
 */
async function besideFloods(port: number, neighbour: string, flood: FloodWork): Promise<Figure[]> {
  const bare = await startBare('bare-refuser.ts');
  const [alone, elsewhere, beside]: [number[], number[], number[]] = [[], [], []];
  const outcomes: Outcome[] = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      const probe = (over: Promise<unknown>) => probed(port, neighbour, list, over);
      alone.push(...(await probe(sleep(flood.forMs))));
      elsewhere.push(...(await probe(startFlood({ ...flood, port: bare.port }))));
      const under = startFlood(flood);
      beside.push(...(await probe(under)));
      outcomes.push(await under);
    }
  } finally {
    bare.stop();
  }
  const [p99Alone, p99Elsewhere, p99Beside] = [
    quantile(alone, 0.99),
    quantile(elsewhere, 0.99),
    quantile(beside, 0.99),
  ] as const;
  const [ratio, shared] = [p99Beside / p99Alone, p99Elsewhere / p99Alone];
  const note =
    `${ms(p99Alone)} alone, ${ms(p99Beside)} beside a flood, ${ms(p99Elsewhere)} beside one that goes elsewhere; ` +
    `medians ${[alone, beside, elsewhere].map((took) => ms(quantile(took, 0.5))).join(', ')}`;
  return [
    figure('p99 of a neighbour', `${ratio.toFixed(2)}×`, '< 2×', ratio < 2, note),
    figure(
      'of it by sharing the cores with the flood',
      `${shared.toFixed(2)}×`,
      '',
      true,
      outcomes.map(toldOf).join('; '),
    ),
  ];
}

function figure(what: string, value: string, reach: string, isReached: boolean, note: string): Figure {
  return { what, value, reach, reached: reach === '' ? '' : isReached ? 'yes' : 'no', note };
}

const ms = (value: number) => `${value.toFixed(1)} ms`;

function sentOf({ answered, refused, failed }: Outcome): number {
  return answered + refused + failed;
}

function toldOf({ answered, refused, unsent, failed }: Outcome): string {
  return `${answered} answered, ${refused} refused, ${unsent} not sent for want of room, ${failed} failed`;
}

async function startFlood(work: FloodWork): Promise<Outcome> {
  const script = new URL('./flood.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [script, JSON.stringify(work)], { stdio: ['ignore', 'pipe', 'inherit'] });
  // It would come from other machines: here it takes what the service and the neighbour leave, and says what it sent.
  if (child.pid !== undefined) setPriority(child.pid, floodPriority);
  const said = await readText(child.stdout);
  return JSON.parse(said) as Outcome;
}

/** Asks again and again, over a new connection where the last one was closed. 0: there was no answer. */
export function callerOf(port: number) {
  let connection: Connection | undefined;
  return {
    ask: async (text: string): Promise<number> => {
      try {
        if (connection?.isOpen() !== true) connection = await openConnection(port);
        return await connection.send(text);
      } catch {
        connection = undefined;
        return 0;
      }
    },
    close: () => connection?.close(),
  };
}

/** Latencies, in milliseconds, of one caller who asks until something else is over. */
export async function probed(
  port: number,
  token: string,
  asked: typeof list,
  over: Promise<unknown>,
): Promise<number[]> {
  const state = { isOver: false };
  const end = over.then(() => (state.isOver = true));
  const caller = callerOf(port);
  const text = textOf(asked, token);
  const took: number[] = [];
  while (!state.isOver) {
    const begun = performance.now();
    await caller.ask(text);
    took.push(performance.now() - begun);
    await sleep(probeEveryMs);
  }
  caller.close();
  await end;
  return took;
}

/** After how long as many answers in a row are good and no slower than that. */
async function recovery(port: number, token: string, atMostMs: number): Promise<number> {
  const caller = callerOf(port);
  const text = textOf(list, token);
  const begun = performance.now();
  let [since, good] = [0, 0];
  while (good < recoveredAnswers && performance.now() - begun < recoveryMaxMs) {
    const asked = performance.now();
    const status = await caller.ask(text);
    const isGood = status === 200 && performance.now() - asked <= atMostMs;
    good = isGood ? good + 1 : 0;
    if (!isGood) since = performance.now() - begun;
  }
  caller.close();
  return good < recoveredAnswers ? recoveryMaxMs : since;
}

/** An access token for another organisation, with as many clients. */
async function neighbourOf(port: number, token: string): Promise<string> {
  const own = await anotherOrganization(port, token);
  for (let made = 0; made < 50; made += 1)
    await post(port, own, '/clients', { type: 'individual', display_name: `N ${made}` });
  return own;
}

/** The value that this part of the values is not above. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
