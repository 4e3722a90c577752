import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryFolder } from '../support/embedded-service.ts';
import { type Answer, ask, openCounter } from './counter.ts';
import { type Daybook, startDaybook, stopDaybook } from './daybook-process.ts';

const connectionsAtOnce = 500;
const floodMs = 3_000;
/** A caller who was turned away asks again until served. */
const servedMaxMs = 60_000;
const answerMaxMs = 60_000;
const memoryMaxMiB = 512;
/** Headers may take 10 s, a whole request 15. Whoever waits so long was not cut off by that. */
const uncutMs = 20_000;
/** Both are looked at each second, on a busy machine much later. */
const cutMaxMs = 120_000;

test('five hundred connections are all answered, in bounded time and memory, and leave no trace', async (t) => {
  const { folder, later } = temporaryFolder(t);
  const settings = { DAYBOOK_RATE_LIMIT: 'off', LOG_LEVEL: 'warn' };
  const daybook = await startDaybook({ folder, settings });
  later(() => stopDaybook(daybook, folder));
  const { token } = await openCounter(daybook.url, { goods: 1 });
  const before = memoryMiB(daybook);
  const flood = floodWith(daybook.url, token);
  const health: number[] = [];
  while (!flood.isOver()) {
    health.push(await healthMs(daybook.url));
    await sleep(100);
  }
  const { statuses, slowestMs } = await flood.outcome;
  const peak = memoryMiB(daybook, 'VmHWM');
  const afterwards = await healthMs(daybook.url);
  t.diagnostic(`${JSON.stringify(statuses)}, slowest ${slowestMs} ms, /healthz ${Math.max(...health)} ms at worst`);
  t.diagnostic(`memory ${before} MiB before, ${peak} at the peak; /healthz then ${afterwards} ms`);
  assert.deepEqual(
    Object.keys(statuses).filter((status) => !['200', '503'].includes(status)),
    [],
  );
  assert.ok((statuses['200'] ?? 0) >= connectionsAtOnce);
  assert.ok(slowestMs < answerMaxMs && Math.max(...health) < answerMaxMs && afterwards < 10_000);
  assert.ok(peak < memoryMaxMiB, `${peak} MiB`);
});

test('a flood from an address or a credential is told how long to wait; without limits it is served', async (t) => {
  const { folder, later } = temporaryFolder(t);
  const counts: Record<string, Record<string, number>> = {};
  for (const limit of ['on', 'off']) {
    const daybook = await startDaybook({ folder, settings: { DAYBOOK_RATE_LIMIT: limit, LOG_LEVEL: 'warn' } });
    later(() => stopDaybook(daybook, folder));
    const { token } = await openCounter(daybook.url, { goods: 0 });
    const strangers = await burst(200, () => ask(daybook.url, 'POST /api/auth/refresh', { refresh_token: 'dbr_none' }));
    const members = await burst(1_400, () => ask(daybook.url, 'GET /api/clients?limit=1', undefined, { token }));
    for (const answer of [...strangers, ...members]) if (answer.status === 429) assertRateLimited(answer);
    counts[limit] = { strangers: refused(strangers), members: refused(members) };
    assert.equal((await ask(daybook.url, 'GET /readyz')).status, 200);
    await stopDaybook(daybook, folder);
  }
  t.diagnostic(JSON.stringify(counts));
  assert.ok((counts['on']?.['strangers'] ?? 0) > 0);
  assert.ok((counts['on']?.['members'] ?? 0) > 0);
  assert.deepEqual(counts['off'], { strangers: 0, members: 0 });
});

describe('callers who send slowly or without end', { concurrency: true }, () => {
  test('are cut off, while others are served', async (t) => {
    const { folder, later } = temporaryFolder(t);
    const daybook = await startDaybook({ folder, settings: { LOG_LEVEL: 'warn' } });
    later(() => stopDaybook(daybook, folder));
    const head = 'POST /api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
    const slow = Promise.all([
      ...Array.from({ length: 50 }, () =>
        heldFor(daybook.url, { head: 'GET /healthz HTTP/1.1\r\n', drip: 'X-A: b\r\n' }),
      ),
      ...Array.from({ length: 50 }, () =>
        heldFor(daybook.url, { head: `${head}Content-Length: 5000\r\n\r\n`, drip: '1' }),
      ),
    ]);
    const endless = await heldFor(daybook.url, {
      head: `${head}Transfer-Encoding: chunked\r\n\r\n`,
      drip: `ffff\r\n${'1'.repeat(0xffff)}\r\n`,
      everyMs: 5,
    });
    // Whoever goes on sending after the answer may lose it with the connection.
    assert.match(endless.said, /^(HTTP\/1\.1 413 |$)/);
    assert.ok(endless.ms < cutMaxMs, `${endless.ms} ms`);
    const huge = await ask(daybook.url, 'POST /api/auth/login', { email: 'a'.repeat(3_000_000) });
    assert.ok(huge.status === 413 || huge.status === 0, String(huge.status));
    const health: number[] = [];
    for (let second = 0; second < 10; second += 1) {
      health.push(await healthMs(daybook.url));
      await sleep(500);
    }
    const held = await slow;
    const longest = Math.max(...held.map(({ ms }) => ms));
    t.diagnostic(`the slowest were cut after ${longest} ms; /healthz ${Math.max(...health)} ms at worst`);
    assert.ok(longest < cutMaxMs, `${longest} ms`);
    for (const { said } of held) assert.match(said, /^(HTTP\/1\.1 408 |$)/);
    assert.ok(Math.max(...health) < 10_000);
  });

  test('control: a server without limits is held for longer than that', async (t) => {
    const limitless = createServer({ headersTimeout: 0, requestTimeout: 0 }, (_, response) => void response.end());
    await new Promise<void>((listening) => limitless.listen(0, '127.0.0.1', listening));
    t.after(() => limitless.close());
    const url = `http://127.0.0.1:${(limitless.address() as AddressInfo).port}`;
    const held = await heldFor(url, { head: 'GET /healthz HTTP/1.1\r\n', drip: 'X-A: b\r\n', forMs: uncutMs });
    assert.ok(held.ms >= uncutMs);
  });
});

type Flood = {
  readonly isOver: () => boolean;
  readonly outcome: Promise<{ statuses: Record<string, number>; slowestMs: number }>;
};

/** Keeps every connection busy. */
function floodWith(url: string, token: string): Flood {
  const agent = new Agent({ keepAlive: true, maxSockets: connectionsAtOnce });
  const statuses: Record<string, number> = {};
  const begun = performance.now();
  let slowestMs = 0;
  let over = false;
  const one = async () => {
    let isServed = false;
    while (performance.now() - begun < floodMs || (!isServed && performance.now() - begun < servedMaxMs)) {
      const asked = performance.now();
      const status = await getBy(agent, `${url}/api/clients`, token);
      if (status === 200) isServed = true;
      statuses[status] = (statuses[status] ?? 0) + 1;
      slowestMs = Math.max(slowestMs, Math.round(performance.now() - asked));
    }
  };
  const outcome = Promise.all(Array.from({ length: connectionsAtOnce }, one)).then(() => {
    over = true;
    agent.destroy();
    return { statuses, slowestMs };
  });
  return { isOver: () => over, outcome };
}

/** The status; 0 where there was no answer, -1 where a 503 does not say when to ask again. */
function getBy(agent: Agent, url: string, token: string): Promise<number> {
  return new Promise((resolve) => {
    const sent = request(url, { agent, timeout: answerMaxMs * 2, headers: { authorization: `Bearer ${token}` } });
    sent.on('timeout', () => sent.destroy());
    sent.on('error', () => resolve(0));
    sent.on('response', (response) => {
      const { statusCode = 0, headers } = response;
      response.resume().on('error', () => resolve(0));
      response.on('end', () => resolve(statusCode === 503 && headers['retry-after'] === undefined ? -1 : statusCode));
    });
    sent.end();
  });
}

async function burst(count: number, asked: () => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = [];
  while (answers.length < count) answers.push(...(await Promise.all(Array.from({ length: 100 }, asked))));
  return answers;
}

function refused(answers: readonly Answer[]): number {
  return answers.filter(({ status }) => status === 429).length;
}

function assertRateLimited({ headers, body }: Answer): void {
  assert.equal(body.code, 'rate_limited');
  assert.match(headers.get('content-type') ?? '', /^application\/problem\+json/);
  assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/);
  assert.match(headers.get('ratelimit') ?? '', /r=0;t=\d+$/);
}

type Slow = {
  readonly head: string;
  readonly drip: string;
  readonly everyMs?: number;
  readonly forMs?: number;
};

/** Sends the head, then a drip again and again; how long it was borne, and what was said at the end. */
async function heldFor(
  url: string,
  { head, drip, everyMs = 500, forMs = cutMaxMs }: Slow,
): Promise<{ ms: number; said: string }> {
  const { hostname, port } = new URL(url);
  const begun = performance.now();
  const socket = connect(Number(port), hostname);
  let said = '';
  socket.on('error', () => undefined);
  socket.setEncoding('utf8').on('data', (text: string) => (said += text));
  socket.write(head);
  while (!socket.closed && performance.now() - begun < forMs) {
    await sleep(everyMs);
    if (!socket.destroyed && !socket.writableNeedDrain) socket.write(drip);
  }
  socket.destroy();
  return { ms: Math.round(performance.now() - begun), said };
}

async function healthMs(url: string): Promise<number> {
  const begun = performance.now();
  const { status } = await ask(url, 'GET /healthz');
  assert.equal(status, 200);
  return Math.round(performance.now() - begun);
}

/** Linux alone tells it so simply. */
function memoryMiB({ child }: Daybook, field = 'VmRSS'): number {
  if (process.platform !== 'linux') return 0;
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return Math.round(Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1_024);
}
