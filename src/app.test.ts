import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createTestDatabase } from '../test/support/database.ts';
import { longTest } from '../test/support/dose.ts';
import { metricsToken } from '../test/support/metrics-token.ts';
import { serve, startService } from '../test/support/running-service.ts';

test('a node that only works tells that it lives and serves nobody', async () => {
  const service = await startService({ role: 'jobs' });
  for (const [path, status] of [
    ['/healthz', 200],
    ['/readyz', 200],
    ['/api/clients', 404],
    ['/api/docs', 404],
    ['/api/mcp/mcp', 404],
  ] as const) {
    assert.equal((await service.send({ method: 'GET', path })).status, status, path);
  }
  assert.equal((await service.send({ method: 'GET', path: '/metrics', token: metricsToken })).status, 200);
});

const services = 4;
/** The stack may hold on to the last one. */
const keptMax = 1;

test('a service that has stopped is not kept in memory', longTest, async (t) => {
  const database = await createTestDatabase();
  t.after(() => database.drop());
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const started: WeakRef<object>[] = [];
  for (let at = 0; at < services; at += 1) started.push(await startedAndStopped());
  const kept = () => started.filter((server) => server.deref() !== undefined).length;
  // More than once, since an object with a finalizer takes two collections.
  for (let round = 0; round < 100 && kept() > keptMax; round += 1) {
    await nextTurn();
    collectGarbage();
  }
  assert.ok(kept() <= keptMax, `${kept()} of ${services}`);

  async function startedAndStopped(): Promise<WeakRef<object>> {
    const { service, stop } = await serve(database);
    await service.register('Ana');
    await stop();
    return new WeakRef(service.app.server);
  }
});
