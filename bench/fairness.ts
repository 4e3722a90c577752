import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { addDays } from '../src/core/calendar.ts';
import { catalogue } from '../src/catalogue.ts';
import type { Operation } from '../src/operation/operation.ts';
import { restRequest } from '../test/support/rest-request.ts';
import { copySales, openShop } from './books.ts';
import { type Request, textOf } from './http-load.ts';
import { anotherOrganization } from './organizations.ts';
import { callerOf, floodPriority, quantile } from './overload.ts';
import { type Figure, openStage, type Stage } from './stage.ts';
import type { Worst } from './worst.ts';

/** Seconds for each operation. `DAYBOOK_BENCH_SECONDS` shortens a trial; the figures count with this. */
const seconds = Number(process.env['DAYBOOK_BENCH_SECONDS'] ?? 1);
const aloneSeconds = 10 * seconds;
const callers = 8;
const sales = 2_000;
const probeEveryMs = 10;
const namedMax = 4;
const aim = 2;
/** A little less than a request may be. */
const largeBytes = 1_000_000;

/** A kind of call that costs, and every operation of the catalogue that takes it. */
type Kind = { readonly name: string; readonly calls: readonly Call[] };
type Call = { readonly name: string; readonly request: Request };

/** Effect of one organisation's worst load on another, with fair queues and, as the control, without. */
export async function benchFairness(stage: Stage): Promise<Figure[]> {
  const figures = await beside(stage, kinds(), 'a neighbour');
  const without = await openStage({ preload: new URL('./without-turns.ts', import.meta.url) });
  try {
    const [heavy] = kinds();
    const [control] = await beside(without, heavy === undefined ? [] : [heavy], 'control, without turns: a neighbour');
    return control === undefined ? figures : [...figures, asControl(control)];
  } finally {
    await without.close();
  }
}

/** Without turns the neighbour must suffer, or nothing was measured. */
function asControl(figure: Figure): Figure {
  return { ...figure, reach: `≥ ${aim}×`, reached: figure.reached === 'no' ? 'yes' : 'no' };
}

/** Read off the catalogue: what answers without being told which record, files of it, and a body that is too much. */
function kinds(): readonly Kind[] {
  const readable = catalogue.filter(({ effect, http }) => effect === 'read' && http.startsWith('GET '));
  const takes = (operation: Operation, input: object) => operation.input.safeParse(input).success;
  const asking = (operations: readonly Operation[], input: Readonly<Record<string, string>>): Call[] =>
    operations
      .filter((operation) => takes(operation, input))
      .map((operation) => ({ name: operation.name, request: requestOf(operation, input) }));
  const isCostly = ({ cost = 1 }: Operation) => cost > 1;
  const body = { filling: Array.from({ length: largeBytes / 10 }, () => [1, [2]]) };
  const writes = catalogue.filter(({ effect, http }) => effect !== 'read' && !http.includes('{'));
  return [
    { name: 'reads that cost', calls: asking(readable.filter(isCostly), {}) },
    {
      name: 'other reads',
      calls: asking(
        readable.filter((operation) => !isCostly(operation)),
        {},
      ),
    },
    { name: 'files', calls: asking(readable, { format: 'xlsx' }) },
    {
      name: 'large bodies',
      calls: writes.map((operation) => ({ name: operation.name, request: { ...requestOf(operation, {}), body } })),
    },
  ];
}

function requestOf(operation: Operation, input: Readonly<Record<string, string>>): Request {
  const { method, path } = restRequest(operation, input);
  return { method, path };
}

async function beside(stage: Stage, asked: readonly Kind[], who: string): Promise<Figure[]> {
  const shop = await openShop(stage);
  await copySales(stage, shop, { count: sales, from: addDays(shop.soldOn, -300), days: 300 });
  const calm = calmOne(stage.port, await anotherOrganization(stage.port, stage.token));
  await calm.probe(sleep(aloneSeconds * 100));
  const figures: Figure[] = [];
  for (const { name, calls } of asked) {
    const alone = await calm.probe(sleep(aloneSeconds * 1_000));
    const took = new Map<string, number[]>();
    const worst = startWorst(stage, calls, (operation) => took.set(operation, []));
    await calm.probe(worst, (ms) => [...took.values()].at(-1)?.push(ms));
    const figure = figureOf(`p99 of ${who} beside ${name}`, alone, took);
    console.error(`${figure.what}: ${figure.value}, ${figure.note}`);
    figures.push(figure);
  }
  calm.close();
  return figures;
}

/** Floods the service with one call after the other; tells which one begins. */
async function startWorst(stage: Stage, calls: readonly Call[], begins: (name: string) => void): Promise<void> {
  const script = new URL('./worst.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  // It would come from other machines: here it takes what the service and the neighbour leave.
  if (child.pid !== undefined) setPriority(child.pid, floodPriority);
  const texts = calls.map(({ name, request }) => ({ name, text: textOf(request, stage.token) }));
  const work: Worst = { port: stage.port, calls: texts, forMs: seconds * 1_000, load: { callers } };
  createInterface({ input: child.stdout }).on('line', begins);
  const ended = once(child, 'exit');
  child.stdin.end(JSON.stringify(work));
  await ended;
}

function figureOf(what: string, alone: readonly number[], took: ReadonlyMap<string, readonly number[]>): Figure {
  const all = [...took.values()].flat();
  const ratio = quantile(all, 0.99) / quantile(alone, 0.99);
  const worst = [...took]
    .map(([name, times]) => ({ name, most: quantile(times, 1) }))
    .toSorted((a, b) => b.most - a.most)
    .slice(0, namedMax);
  const said = (times: readonly number[]) => `p50 ${ms(quantile(times, 0.5))} p99 ${ms(quantile(times, 0.99))}`;
  return {
    what,
    value: `${ratio.toFixed(2)}×`,
    reach: `< ${aim}×`,
    reached: ratio < aim ? 'yes' : 'no',
    note:
      `${said(alone)} alone, ${said(all)} beside ${took.size} operations; ` +
      `longest ${worst.map(({ name, most }) => `${name} ${ms(most)}`).join(', ')}`,
  };
}

const ms = (value: number) => `${value.toFixed(1)} ms`;

/** Somebody of another organisation, who reads a list and writes a client in turn. */
function calmOne(port: number, token: string) {
  const caller = callerOf(port);
  let made = 0;
  const next = (): Request => {
    made += 1;
    if (made % 2 === 0) return { method: 'GET', path: '/api/clients?limit=20' };
    return { method: 'POST', path: '/api/clients', body: { type: 'individual', display_name: `Calm ${made}` } };
  };
  return {
    /** Latencies of its calls until something else is over. */
    probe: async (over: Promise<unknown>, tell?: (tookMs: number) => void): Promise<number[]> => {
      const state = { isOver: false };
      const end = over.then(() => (state.isOver = true));
      const took: number[] = [];
      while (!state.isOver) {
        const text = textOf(next(), token);
        const begun = performance.now();
        const status = await caller.ask(text);
        if (status < 200 || status >= 300) throw new Error(`the neighbour was answered ${status}`);
        took.push(performance.now() - begun);
        tell?.(performance.now() - begun);
        await sleep(probeEveryMs);
      }
      await end;
      return took;
    },
    close: caller.close,
  };
}
