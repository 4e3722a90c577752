import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createHttpServer } from './http.ts';
import { openLog } from '../log.ts';
import { openLimits } from './limits.ts';
import { watchLoad } from './load.ts';

/** A server that answers when it is let go, and that is as late as it is told. */
async function serverThatIsLate(t: { after: (end: () => Promise<unknown>) => void }, lateMs: number) {
  const server = createHttpServer(
    { tls: undefined, trustProxy: [], publicUrl: 'http://127.0.0.1:4400' },
    openLog('silent'),
  );
  const load = watchLoad({ ms: () => lateMs, stop: () => undefined });
  const limits = openLimits(false, { load });
  const gate = Promise.withResolvers<void>();
  server.get('/work/:who', async (request, reply) => {
    const { who } = request.params as { who: string };
    await limits.count('organization', who, 1, reply);
    await gate.promise;
    return { done: true };
  });
  server.get('/healthz', async () => ({ status: 'ok' }));
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  t.after(() => server.close());
  return { load, answer: gate.resolve, ask: (path: string) => fetch(`${url}${path}`) };
}

test('a process that is late sends away whoever asks for most, and answers the others and how it is', async (t) => {
  const { load, ask, answer } = await serverThatIsLate(t, 500);
  const away: Response[] = [];
  const sendAway = (response: Response) => (response.status === 503 ? away.push(response) : 0);
  const floods = Array.from({ length: 200 }, async () => sendAway(await ask('/work/busy')));
  // A flood may have 64 under way, since nobody else wants anything; whoever comes then is let in all the same.
  while (away.length < 200 - 64) await sleep(5);
  const calm = [ask('/work/calm'), ask('/work/calm')];
  assert.equal((await ask('/healthz')).status, 200);
  while (load.underWay() < 66) await sleep(5);
  answer();
  for (const { status } of await Promise.all(calm)) assert.equal(status, 200);
  await Promise.all(floods);
  assert.equal(away.length, 200 - 64);
  const [first] = away;
  assert.equal(first?.headers.get('retry-after'), '2');
  assert.match(first.headers.get('content-type') ?? '', /^application\/problem\+json/);
  const problem = (await first.json()) as { code: string };
  assert.equal(problem.code, 'overloaded');
  assert.equal(load.underWay(), 0);
});

test('control: one that is in time answers all of them', async (t) => {
  const { load, ask, answer } = await serverThatIsLate(t, 10);
  const asked = Array.from({ length: 200 }, () => ask('/work/busy'));
  while (load.underWay() < 200) await sleep(5);
  answer();
  const answers = await Promise.all(asked);
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
});

test('how late the process is, is seen soon and forgotten soon', async (t) => {
  const load = watchLoad();
  t.after(() => load.stop());
  const busyUntil = performance.now() + 1_200;
  while (performance.now() < busyUntil);
  await sleep(1);
  await new Promise(setImmediate);
  assert.ok(load.lateMs() > 200, `${load.lateMs()} ms`);
  while (load.lateMs() > 100) await sleep(50);
});
