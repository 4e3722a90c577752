import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Embedded, startEmbedded } from '../../src/db/embedded/index.ts';
import { eventually, temporaryFolder } from '../support/embedded-service.ts';
import { type Answer, ask, openCounter } from './counter.ts';
import { startDaybook, stopDaybook } from './daybook-process.ts';
import { contradictions, sell } from './selling.ts';
import { openProxy } from './silent-proxy.ts';
import { brokenLaws } from './sound-books.ts';

const settings = { DAYBOOK_RATE_LIMIT: 'off', LOG_LEVEL: 'warn', DAYBOOK_SECRET: 'a secret of thirty-two characters' };
const log = () => undefined;
/** Connecting takes at most 5 s, a statement 8 s; a busy machine adds to that. */
const answerMaxMs = 30_000;

test('a restart of the database under load is answered with 503 until it is over, and loses no sale', async (t) => {
  const { folder, later } = temporaryFolder(t);
  let server: Embedded = await startEmbedded({ folder: join(folder, 'server'), log });
  later(() => server.stop());
  const data = join(folder, 'data');
  const daybook = await startDaybook({ folder: data, settings: { ...settings, DATABASE_URL: server.ownerUrl } });
  later(() => stopDaybook(daybook, data));
  const { url, child } = daybook;
  const counter = await openCounter(url);
  const { history, close } = sell(t, counter, () => url);
  await sleep(700);
  const recoveries: number[] = [];
  for (let round = 0; round < 2; round += 1) {
    await server.stop();
    assert.equal((await ask(url, 'GET /healthz')).status, 200);
    assertUnavailable(await ask(url, 'GET /readyz'));
    assertUnavailable(await ask(url, 'GET /api/clients', undefined, { token: counter.token }));
    await sleep(300);
    server = await startEmbedded({ folder: join(folder, 'server'), log });
    recoveries.push(await readyAgain(url));
    await sleep(500);
  }
  await close();
  t.diagnostic(
    `${history.sold.size} sales answered, ${history.refused.length} answers 503, ${history.replayed} of them had ` +
      `happened; ready ${recoveries.join(' and ')} ms after the database was`,
  );
  assert.equal(child.exitCode ?? child.signalCode, null, 'the service ended');
  assert.ok(history.refused.length > 0, 'no restart met a sale, so this proved nothing');
  for (const answer of history.refused) assertUnavailable(answer);
  assert.deepEqual(await contradictions(history, server.ownerUrl), []);
  assert.deepEqual(await brokenLaws(server.ownerUrl), []);
});

test('a database that falls silent costs callers a bounded wait and a 503, and is found again by itself', async (t) => {
  const { folder, later } = temporaryFolder(t);
  const server = await startEmbedded({ folder: join(folder, 'server'), log });
  later(() => server.stop());
  const proxy = await openProxy(join(folder, 'server', 'postgres', 'socket', '.s.PGSQL.5432'));
  later(() => proxy.close());
  const throughProxy = new URL(server.ownerUrl);
  throughProxy.search = `?host=127.0.0.1&port=${proxy.port}&sslmode=disable`;
  const data = join(folder, 'data');
  const daybook = await startDaybook({ folder: data, settings: { ...settings, DATABASE_URL: throughProxy.href } });
  later(() => stopDaybook(daybook, data));
  const { url } = daybook;
  const counter = await openCounter(url);
  const { history, close } = sell(t, counter, () => url, 30_000);
  await sleep(700);
  const sold = history.sold.size;
  proxy.silence();
  const silentSince = performance.now();
  const probes = Array.from({ length: 12 }, (_, nth) => timed(url, counter.token, nth * 250));
  while (performance.now() - silentSince < 3_000) {
    const [health, healthMs] = await took(() => ask(url, 'GET /healthz'));
    assert.equal(health.status, 200);
    assert.ok(healthMs < 5_000, `/healthz took ${healthMs} ms`);
    await sleep(100);
  }
  const [ready, readyMs] = await took(() => ask(url, 'GET /readyz'));
  assertUnavailable(ready);
  assert.ok(readyMs < 10_000, `/readyz took ${readyMs} ms`);
  const answers = await Promise.all(probes);
  for (const { answer } of answers) assertUnavailable(answer, ['unavailable', 'overloaded']);
  const slowest = Math.max(...answers.map(({ ms }) => ms));
  proxy.resume();
  const recovery = await readyAgain(url);
  const soldThen = history.sold.size;
  await eventually(() => assert.ok(history.sold.size > soldThen));
  await close();
  t.diagnostic(`slowest answer ${slowest} ms, /readyz ${readyMs} ms, ready again after ${recovery} ms`);
  t.diagnostic(`${sold} sales before, ${history.sold.size - soldThen} after, ${history.replayed} had happened`);
  assert.ok(slowest < answerMaxMs, `an answer took ${slowest} ms`);
  assert.deepEqual(await contradictions(history, server.ownerUrl), []);
  assert.deepEqual(await brokenLaws(server.ownerUrl), []);
});

/** A call queued behind others of its own organisation, all waiting for the database, names those alone. */
function assertUnavailable({ status, headers, body }: Answer, codes: readonly string[] = ['unavailable']): void {
  assert.equal(status, 503, JSON.stringify(body));
  assert.ok(codes.includes(body.code), JSON.stringify(body));
  assert.match(headers.get('content-type') ?? '', /^application\/problem\+json/);
  assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/);
}

async function took<Result>(work: () => Promise<Result>): Promise<[Result, number]> {
  const begun = performance.now();
  const result = await work();
  return [result, Math.round(performance.now() - begun)];
}

/** A read that comes so long after, while nobody listens. */
async function timed(url: string, token: string, afterMs: number): Promise<{ answer: Answer; ms: number }> {
  await sleep(afterMs);
  const [answer, ms] = await took(() => ask(url, 'GET /api/clients', undefined, { token, timeoutMs: 60_000 }));
  return { answer, ms };
}

async function readyAgain(url: string): Promise<number> {
  const [, ms] = await took(() => eventually(async () => assert.equal((await ask(url, 'GET /readyz')).status, 200)));
  return ms;
}

test('control: a service that answers at all, or with another status, is not taken for unavailable', () => {
  const problem = { 'content-type': 'application/problem+json', 'retry-after': '2' };
  const right = { status: 503, headers: new Headers(problem), body: { code: 'unavailable' } };
  assertUnavailable(right);
  const { 'retry-after': _, ...withoutRetry } = problem;
  for (const wrong of [{ status: 500 }, { status: 0 }, { headers: new Headers(withoutRetry) }]) {
    assert.throws(() => assertUnavailable({ ...right, ...wrong }));
  }
});
