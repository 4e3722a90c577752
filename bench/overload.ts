import { setTimeout as sleep } from 'node:timers/promises';
import { type Connection, openConnection, textOf } from './http-load.ts';
import type { Figure, Stage } from './stage.ts';

/** How long each part lasts. `DAYBOOK_BENCH_SECONDS` shortens a trial; the figures count with what stands here. */
const seconds = Number(process.env['DAYBOOK_BENCH_SECONDS'] ?? 20);
const capacityCallers = 16;
const offered = 10;
const connectionsMax = 500;
const probeEveryMs = 20;
const recoveredAnswers = 20;
const recoveryMaxMs = 30_000;

const list = { method: 'GET', path: '/api/clients?limit=50' };
const health = { method: 'GET', path: '/healthz' };

/** Ten times what the service can answer is offered to it, by everybody and by one organisation beside another. */
export async function benchOverload(stage: Stage): Promise<Figure[]> {
  const { call, port, token } = stage;
  for (let made = 0; made < 50; made += 1)
    await call('create_client', { type: 'individual', display_name: `C ${made}` });
  const flood = floodOf(port, token);
  const capacity = await capacityOf(flood);
  const before = await probed(port, token, list, sleep(seconds * 1_000));
  const under = flood.offer(capacity * offered);
  const [healthy, outcome] = await Promise.all([probed(port, token, health, under), under]);
  const recoveredMs = await recovery(port, token, 2 * quantile(before, 0.99));
  const neighbour = await secondToken(port, token);
  const alone = await probed(port, neighbour, list, sleep(seconds * 1_000));
  const again = flood.offer(capacity * offered);
  const beside = await probed(port, neighbour, list, again);
  await again;
  flood.close();
  const { answered, refused, withoutWait, failed, unsent } = outcome;
  const told = `${answered} answered, ${refused} refused, ${unsent} not sent for want of room, ${failed} failed`;
  const [p99Alone, p99Beside] = [quantile(alone, 0.99), quantile(beside, 0.99)];
  return [
    figure('capacity: list of 50 clients', `${capacity.toFixed(0)}/s`, '', true, `${capacityCallers} callers`),
    figure(
      '/healthz p99 at 10× capacity',
      ms(quantile(healthy, 0.99)),
      '< 100 ms',
      quantile(healthy, 0.99) < 100,
      told,
    ),
    figure('503 without Retry-After', String(withoutWait), '0', withoutWait === 0 && refused > 0, `${refused} refused`),
    figure('back to normal after it', ms(recoveredMs), '< 5 s', recoveredMs < 5_000, `${recoveredAnswers} in a row`),
    figure(
      ...(['p99 of a neighbour', `${(p99Beside / p99Alone).toFixed(2)}×`, '< 2×', p99Beside < 2 * p99Alone] as const),
      `${ms(p99Alone)} alone, ${ms(p99Beside)} beside a flood`,
    ),
  ];
}

function figure(what: string, value: string, reach: string, isReached: boolean, note: string): Figure {
  return { what, value, reach, reached: reach === '' ? '' : isReached ? 'yes' : 'no', note };
}

const ms = (value: number) => `${value.toFixed(1)} ms`;

/** How many are answered in a second when each caller waits for its answer. */
async function capacityOf(flood: Flood): Promise<number> {
  await flood.fill(capacityCallers, (seconds * 1_000) / 4);
  return (await flood.fill(capacityCallers, seconds * 1_000)) / seconds;
}

type Outcome = { answered: number; refused: number; withoutWait: number; failed: number; unsent: number };
type Flood = {
  /** Keeps so many connections busy; answers how many requests were answered. */
  fill(callers: number, forMs: number): Promise<number>;
  /** Sends so many each second, whether those before were answered or not. */
  offer(perSecond: number): Promise<Outcome>;
  close(): void;
};

function floodOf(port: number, token: string): Flood {
  const text = textOf(list, token);
  const [idle, open]: [Connection[], Set<Connection>] = [[], new Set()];
  const take = async (): Promise<Connection> => {
    for (let known = idle.pop(); known !== undefined; known = idle.pop()) {
      if (known.isOpen()) return known;
      open.delete(known);
    }
    const connection = await openConnection(port);
    open.add(connection);
    return connection;
  };
  const send = async (outcome: Outcome): Promise<void> => {
    try {
      const connection = await take();
      const status = await connection.send(text);
      if (status < 300) outcome.answered += 1;
      else if (status === 503) outcome.refused += 1;
      else outcome.failed += 1;
      if (status === 503 && !/\r\nretry-after: \d/i.test(connection.head())) outcome.withoutWait += 1;
      idle.push(connection);
    } catch {
      outcome.failed += 1;
    }
  };
  const nothing = (): Outcome => ({ answered: 0, refused: 0, withoutWait: 0, failed: 0, unsent: 0 });
  return {
    fill: async (callers, forMs) => {
      const [outcome, until] = [nothing(), performance.now() + forMs];
      const caller = async () => {
        while (performance.now() < until) await send(outcome);
      };
      await Promise.all(Array.from({ length: callers }, caller));
      return outcome.answered;
    },
    offer: async (perSecond) => {
      const [outcome, begun] = [nothing(), performance.now()];
      const under = new Set<Promise<void>>();
      for (let due = 0; performance.now() - begun < seconds * 1_000; await sleep(1)) {
        for (const want = ((performance.now() - begun) / 1_000) * perSecond; due < want; due += 1) {
          if (under.size >= connectionsMax) {
            outcome.unsent += 1;
            continue;
          }
          const one: Promise<void> = send(outcome).finally(() => under.delete(one));
          under.add(one);
        }
      }
      await Promise.all(under);
      return outcome;
    },
    close: () => {
      for (const connection of open) connection.close();
    },
  };
}

/** Asks the same again and again, over a new connection where the last one was closed. 0: there was no answer. */
function callerOf(port: number, text: string) {
  let connection: Connection | undefined;
  return {
    ask: async (): Promise<number> => {
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

/** How long each of the answers to one caller took, in milliseconds, who asks until something else is over. */
async function probed(port: number, token: string, asked: typeof list, over: Promise<unknown>): Promise<number[]> {
  const state = { isOver: false };
  const end = over.then(() => (state.isOver = true));
  const caller = callerOf(port, textOf(asked, token));
  const took: number[] = [];
  while (!state.isOver) {
    const begun = performance.now();
    await caller.ask();
    took.push(performance.now() - begun);
    await sleep(probeEveryMs);
  }
  caller.close();
  await end;
  return took;
}

/** After how long as many answers in a row are good and no slower than that. */
async function recovery(port: number, token: string, atMostMs: number): Promise<number> {
  const caller = callerOf(port, textOf(list, token));
  const begun = performance.now();
  let [since, good] = [0, 0];
  while (good < recoveredAnswers && performance.now() - begun < recoveryMaxMs) {
    const asked = performance.now();
    const status = await caller.ask();
    const isGood = status === 200 && performance.now() - asked <= atMostMs;
    good = isGood ? good + 1 : 0;
    if (!isGood) since = performance.now() - begun;
  }
  caller.close();
  return good < recoveredAnswers ? recoveryMaxMs : since;
}

/** An access token for another organisation, with as many clients. */
async function secondToken(port: number, token: string): Promise<string> {
  const post = async (path: string, as: string, body: object) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${as}` };
    const url = `http://127.0.0.1:${port}/api${path}`;
    return (await (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).json()) as {
      readonly id: string;
      readonly access_token: string;
    };
  };
  const organization = { name: 'Neighbour', country: 'DE', base_currency: 'EUR', timezone: 'Europe/Berlin' };
  const { id } = await post('/organizations', token, organization);
  const { access_token: own } = await post('/auth/switch', token, { organization_id: id });
  for (let made = 0; made < 50; made += 1)
    await post('/clients', own, { type: 'individual', display_name: `N ${made}` });
  return own;
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
