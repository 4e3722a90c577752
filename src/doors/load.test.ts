import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { longTest } from '../../test/support/dose.ts';
import { createHttpServer } from './http.ts';
import { openLog } from '../log.ts';
import { unauthenticated } from '../operation/errors.ts';
import { openLimits } from './limits.ts';
import { watchLoad } from './load.ts';
import type { SchedulerLimits } from './call-scheduler.ts';

const small: SchedulerLimits = {
  placesMin: 2,
  placesMax: 16,
  placesFirst: 4,
  waitingMax: 40,
  waitingMin: 4,
  patienceMs: 60_000,
  heldMs: 60_000,
  underWayMax: 64,
  lookEveryMs: 5,
};

type Setting = {
  readonly limits?: Partial<SchedulerLimits>;
  readonly workedPart?: () => number;
  readonly isGuarded?: boolean;
};

/** A server whose calls are answered when it is let go. `Bearer who` is a member of the organisation `who`. */
async function gatedServer(t: TestContext, { limits = {}, workedPart = () => 1, isGuarded = true }: Setting = {}) {
  const config = { tls: undefined, trustProxy: [], publicUrl: 'http://127.0.0.1:4400' };
  const server = createHttpServer(config, openLog('silent'));
  const load = watchLoad(workedPart, { ...small, ...limits });
  if (isGuarded) load.guard(server);
  const counting = openLimits(false, { load });
  const gate = Promise.withResolvers<void>();
  const begun: string[] = [];
  const revoked = new Set<string>();
  const admitted = async (authorization: string | undefined, reply: FastifyReply) => {
    const who = authorization?.replace('Bearer ', '') ?? 'nobody';
    begun.push(who);
    if (revoked.has(who)) throw unauthenticated();
    await counting.count('organization', who, 1, reply);
  };
  server.get('/hello', async ({ headers }, reply) => {
    await admitted(headers.authorization, reply);
    return { done: true };
  });
  server.get('/work', async ({ headers }, reply) => {
    await admitted(headers.authorization, reply);
    await gate.promise;
    return { done: true };
  });
  server.post('/work', async ({ headers }, reply) => {
    await admitted(headers.authorization, reply);
    return { done: true };
  });
  // Work as an answer is: some of it at each of several turns of the loop.
  server.get('/turns', async ({ headers }, reply) => {
    await admitted(headers.authorization, reply);
    for (let part = 0; part < 4; part += 1) {
      for (const over = performance.now() + 1; performance.now() < over;);
      await turn();
    }
    return { done: true };
  });
  server.get('/stream', async ({ headers }, reply) => {
    await admitted(headers.authorization, reply);
    const stream = new Readable({ read: () => undefined });
    stream.push('begins');
    return reply.send(stream);
  });
  server.get('/healthz', async () => ({ status: 'ok' }));
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  t.after(async () => {
    gate.resolve();
    server.server.closeAllConnections();
    await server.close();
    load.stop();
  });
  const ask = (path: string, who: string, init: RequestInit = {}) =>
    fetch(`${url}${path}`, { ...init, headers: { authorization: `Bearer ${who}` } });
  return { load, begun, revoked, port: Number(new URL(url).port), answer: gate.resolve, ask };
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(5);
}

test('a flood waits for itself, the most of it is sent away, and the others are answered as ever', async (t) => {
  const { load, ask, answer } = await gatedServer(t, { limits: { heldMs: 20, underWayMax: 2 } });
  await ask('/hello', 'busy');
  await ask('/hello', 'calm');
  const away: Response[] = [];
  const sendAway = (response: Response) => (response.status === 503 ? away.push(response) : 0);
  const floods = Array.from({ length: 100 }, async () => sendAway(await ask('/work', 'busy')));
  // Forty may wait, and four places are there at the most.
  await until(() => away.length >= 100 - 40 - 4);
  assert.ok(load.counts().underWay <= 4, `${load.counts().underWay} at once`);
  assert.equal((await ask('/hello', 'calm')).status, 200);
  assert.equal((await ask('/healthz', 'busy')).status, 200);
  assert.ok(load.counts().waiting >= 36, `${load.counts().waiting} wait`);
  answer();
  await Promise.all(floods);
  assert.equal(load.sentAway(), away.length);
  const [first] = away;
  assert.equal(first?.headers.get('retry-after'), '2');
  assert.equal(first.headers.get('x-content-type-options'), 'nosniff');
  assert.match(first.headers.get('content-type') ?? '', /^application\/problem\+json/);
  const problem = (await first.json()) as Readonly<Record<string, unknown>>;
  assert.deepEqual([problem['code'], problem['instance'], problem['status']], ['overloaded', '/work', 503]);
  assert.equal(problem['request_id'], first.headers.get('x-request-id'));
  assert.deepEqual([load.counts().underWay, load.counts().waiting], [0, 0]);
});

test('somebody else is answered before a flood that came first; without places they come last', longTest, async (t) => {
  const overtaken: Record<string, number> = {};
  for (const isGuarded of [true, false]) {
    const { ask, begun } = await gatedServer(t, { isGuarded, limits: { waitingMax: 500 } });
    await ask('/hello', 'busy');
    await ask('/hello', 'calm');
    let answered = 0;
    const floods = Array.from({ length: 150 }, async () => {
      assert.equal((await ask('/turns', 'busy')).status, 200);
      answered += 1;
    });
    await until(() => begun.length > (isGuarded ? 3 : 100));
    await ask('/turns', 'calm');
    overtaken[isGuarded ? 'guarded' : 'open'] = answered;
    await Promise.all(floods);
  }
  t.diagnostic(`answers to the flood before that to the other: ${JSON.stringify(overtaken)}`);
  assert.ok((overtaken['guarded'] ?? 150) < (overtaken['open'] ?? 0));
});

test('who is sent away is so before their body is read and their credential checked', async (t) => {
  const { load, ask, answer, begun, port } = await gatedServer(t, {
    limits: { waitingMax: 1, waitingMin: 1, placesFirst: 2 },
  });
  await ask('/hello', 'busy');
  const held: Promise<Response>[] = [];
  // Others are forgotten after a second, and all places taken then.
  while (load.counts().underWay < 2 || load.counts().waiting < 1) {
    held.push(ask('/work', 'busy'));
    await sleep(20);
  }
  const before = begun.length;
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  const head = ['POST /work HTTP/1.1', 'host: a', 'authorization: Bearer busy', 'content-type: application/json'];
  socket.write(`${[...head, 'content-length: 500000'].join('\r\n')}\r\n\r\n{"begins":`);
  const [said] = (await once(socket, 'data')) as [string];
  socket.destroy();
  assert.match(said, /^HTTP\/1\.1 503 /);
  assert.equal(begun.length, before);
  answer();
  await Promise.all(held);
});

test('who waits too long is told so, and who leaves waits no longer', async (t) => {
  const impatient = await gatedServer(t, { limits: { patienceMs: 100, placesFirst: 2 } });
  const asked = Array.from({ length: 8 }, () => impatient.ask('/work', 'busy'));
  await until(() => impatient.load.sentAway() === 6);
  impatient.answer();
  const answers = await Promise.all(asked);
  const refused = answers.filter(({ status }) => status === 503);
  assert.deepEqual(
    refused.map(({ headers }) => headers.get('retry-after')),
    Array.from({ length: 6 }, () => '2'),
  );
  const { load, ask, answer } = await gatedServer(t, { limits: { placesFirst: 2 } });
  const leaver = new AbortController();
  const leaving = Array.from({ length: 8 }, () => ask('/work', 'busy', { signal: leaver.signal }).catch(() => 'left'));
  await until(() => load.counts().waiting === 6);
  leaver.abort();
  assert.deepEqual(new Set(await Promise.all(leaving)), new Set(['left']));
  await until(() => load.counts().waiting === 0 && load.counts().underWay === 0);
  assert.equal(load.sentAway(), 0);
  answer();
});

test('a call that waits for something else gives its place up, and a stream when it begins', async (t) => {
  const { load, ask, answer } = await gatedServer(t, { workedPart: () => 0.1, limits: { heldMs: 20, placesMax: 2 } });
  const slow = Array.from({ length: 10 }, () => ask('/work', 'slow'));
  await until(() => load.counts().underWay === 10);
  assert.equal((await ask('/hello', 'slow')).status, 200);
  answer();
  await Promise.all(slow);
  const patient = await gatedServer(t);
  await patient.ask('/hello', 'reader');
  const streams = await Promise.all(Array.from({ length: 10 }, () => patient.ask('/stream', 'reader')));
  assert.deepEqual(new Set(streams.map(({ status }) => status)), new Set([200]));
  assert.equal(patient.load.counts().underWay, 0);
});

test('a busy process works at less at once, and one that is not at more', async (t) => {
  let worked = 1;
  const { load, ask, answer } = await gatedServer(t, { workedPart: () => worked });
  const asked = Array.from({ length: 30 }, () => ask('/work', 'busy'));
  await until(() => load.counts().places === 2);
  worked = 0.2;
  await until(() => load.counts().places === 16 && load.counts().underWay === 16);
  answer();
  for (const { status } of await Promise.all(asked)) assert.equal(status, 200);
});

test('strangers wait together, who is known not among them, and who is refused is a stranger again', async (t) => {
  const { load, ask, answer, revoked } = await gatedServer(t, {
    limits: { heldMs: 20, underWayMax: 2, waitingMax: 4 },
  });
  await ask('/hello', 'known');
  const strangers = 'a b c d e f g h i j k l'.split(' ').map((who) => ask('/work', who));
  await until(() => load.sentAway() >= 4);
  assert.equal((await ask('/hello', 'known')).status, 200);
  revoked.add('known');
  assert.equal((await ask('/hello', 'known')).status, 401);
  assert.equal((await ask('/hello', 'known')).status, 503);
  answer();
  const statuses = (await Promise.all(strangers)).map(({ status }) => status);
  assert.ok(statuses.includes(200) && statuses.includes(503), statuses.join(' '));
});

test('how late the process is, is seen soon and forgotten soon', longTest, async (t) => {
  const load = watchLoad();
  t.after(() => load.stop());
  const busyUntil = performance.now() + 1_200;
  while (performance.now() < busyUntil);
  await sleep(1);
  await turn();
  assert.ok(load.lateMs() > 200, `${load.lateMs()} ms`);
  while (load.lateMs() > 100) await sleep(50);
});
