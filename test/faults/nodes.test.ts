import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '../../src/doors/limits.ts';
import { type Embedded, startEmbedded } from '../../src/db/embedded/index.ts';
import { eventually, rowsOf, temporaryFolder } from '../support/embedded-service.ts';
import { fromHeader, openBalancer } from './balancer.ts';
import { ask, must, openCounter, password } from './counter.ts';
import { type Daybook, startDaybook } from './daybook-process.ts';
import { contradictions, sell } from './selling.ts';
import { brokenLaws } from './sound-books.ts';

type Cleaning = ReturnType<typeof temporaryFolder>;
type Role = 'web' | 'jobs';

const salesPerRound = 15;
/** Nodes over one database and one folder of files, as they stand behind a load balancer. */
async function openNodes({ folder, later }: Cleaning, settings: Readonly<Record<string, string>> = {}) {
  const server: Embedded = await startEmbedded({ folder: join(folder, 'server'), log: () => undefined });
  later(() => server.stop());
  const secret = { DAYBOOK_SECRET: 'a secret of thirty-two characters', DATABASE_URL: server.ownerUrl };
  const start = async (role: Role): Promise<Daybook> => {
    const node = await startDaybook({
      folder: join(folder, 'data'),
      settings: { LOG_LEVEL: 'warn', ...secret, DAYBOOK_ROLE: role, ...settings },
    });
    later(() => kill(node));
    return node;
  };
  return { start, ownerUrl: server.ownerUrl };
}

async function kill({ child, exited }: Daybook): Promise<void> {
  child.kill('SIGKILL');
  await exited;
}

test('two web nodes and a worker are killed in turn under load: nothing is lost, nothing done twice', async (t) => {
  const { start, ownerUrl } = await openNodes(temporaryFolder(t), { DAYBOOK_RATE_LIMIT: 'off' });
  const nodes = { first: await start('web'), second: await start('web'), worker: await start('jobs') };
  const counter = await openCounter(nodes.first.url);
  let asked = 0;
  // A load balancer takes turns, and learns of a dead node by asking it.
  const { history, close } = sell(t, counter, () => ((asked += 1) % 2 === 0 ? nodes.first : nodes.second).url);
  for (const [round, name] of (['first', 'worker', 'second', 'worker', 'first', 'second'] as const).entries()) {
    const sold = history.sold.size;
    await eventually(() => assert.ok(history.sold.size >= sold + salesPerRound));
    await sleep((round * 97) % 400);
    await kill(nodes[name]);
    nodes[name] = await start(name === 'worker' ? 'jobs' : 'web');
  }
  await close();
  t.diagnostic(
    `${history.sold.size} sales answered, ${history.unknown} lost, of which ${history.replayed} had happened`,
  );
  assert.ok(history.unknown > 0, 'no kill met a request, so this proved nothing');
  assert.deepEqual(await contradictions(history, ownerUrl), []);
  assert.deepEqual(await brokenLaws(ownerUrl), []);
  // The next worker completes the work during which the first was killed.
  await eventually(async () => assert.deepEqual(await leftOver(ownerUrl), { events: 0, entries: 0 }));
});

async function leftOver(ownerUrl: string): Promise<{ events: number; entries: number } | undefined> {
  const [left] = await rowsOf<{ events: number; entries: number }>(
    ownerUrl,
    `select (select count(*)::int from unpublished_events) as events,
       (select count(*)::int from audit_unsealed) as entries`,
  );
  return left;
}

test('limits hold for all nodes together, and for each caller alone', async (t) => {
  const cleaning = temporaryFolder(t);
  const { start } = await openNodes(cleaning, { DAYBOOK_TRUST_PROXY: '127.0.0.1' });
  const [here, there] = [await start('web'), await start('web')];
  const [busy, calm] = [await openCounter(here.url, { goods: 0 }), await openCounter(here.url, { goods: 0 })];
  const list = (url: string, { token }: { token: string }) => ask(url, 'GET /api/clients', undefined, { token });
  assert.equal((await list(there.url, busy)).status, 200);
  // A batch counts as many calls as it has items, also one that is refused.
  const operations = Array.from({ length: 100 }, () => ({ action: 'nothing' }));
  for (let calls = 0; calls < limits.credential; calls += 100) {
    const asking = { token: busy.token, key: `batch ${calls}` };
    await ask(here.url, 'POST /api/clients/batch', { mode: 'independent', operations }, asking);
  }
  assert.equal((await list(here.url, busy)).status, 429);
  await eventually(async () => assert.equal((await list(there.url, busy)).status, 429));
  assert.equal((await list(there.url, calm)).status, 200);

  const balancer = await openBalancer(() => [here.url, there.url]);
  cleaning.later(balancer.close);
  const stranger = (from: string, headers = {}) =>
    ask(
      balancer.url,
      'POST /api/auth/refresh',
      { refresh_token: 'dbr_none' },
      { headers: { [fromHeader]: from, ...headers } },
    );
  const asked = await Promise.all(Array.from({ length: 2 * limits.address + 20 }, () => stranger('203.0.113.7')));
  assert.ok(asked.some(({ status }) => status === 429));
  // A forged address in the header does not replace the one that the proxy sets: each of these would be another caller.
  // A node under load sheds some of the calls, which then do not count.
  let forged = 0;
  await eventually(async () => {
    forged += 1;
    const answer = await stranger('203.0.113.7', { 'x-forwarded-for': `198.51.100.${forged % 250}` });
    assert.equal(answer.status, 429);
  });
  assert.equal((await stranger('203.0.113.8')).status, 401);
});

test('behind a proxy, nodes replaced or killed in turn lose no sale, and callers are themselves', async (t) => {
  const cleaning = temporaryFolder(t);
  const { start, ownerUrl } = await openNodes(cleaning, {
    DAYBOOK_TRUST_PROXY: '127.0.0.1',
    DAYBOOK_RATE_LIMIT: 'off',
  });
  const nodes = { first: await start('web'), second: await start('web'), worker: await start('jobs') };
  const balancer = await openBalancer(() => [nodes.first.url, nodes.second.url]);
  cleaning.later(balancer.close);
  const counter = await openCounter(balancer.url);
  const { history, close } = sell(t, counter, () => balancer.url);
  cleaning.later(close);
  for (const [name, signal] of [
    ['first', 'SIGTERM'],
    ['second', 'SIGKILL'],
    ['worker', 'SIGTERM'],
  ] as const) {
    const sold = history.sold.size;
    await eventually(() => assert.ok(history.sold.size >= sold + salesPerRound));
    nodes[name].child.kill(signal);
    await nodes[name].exited;
    // The other one goes on alone meanwhile.
    const before = history.sold.size;
    await eventually(() => assert.ok(history.sold.size > before));
    nodes[name] = await start(name === 'worker' ? 'jobs' : 'web');
  }
  await close();
  assert.deepEqual(await contradictions(history, ownerUrl), []);
  assert.deepEqual(await brokenLaws(ownerUrl), []);

  const login = { email: counter.email, password };
  await must(balancer.url, 'POST /api/auth/login', login, { headers: { [fromHeader]: '203.0.113.9' } });
  const [entry] = await rowsOf<{ ip: string }>(
    ownerUrl,
    `select ip from audit_log where action = 'login' order by at desc limit 1`,
  );
  assert.equal(entry?.ip, '203.0.113.9');
});
