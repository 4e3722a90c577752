import assert from 'node:assert/strict';
import { test } from 'node:test';
import { metricsToken } from '../test/support/metrics-token.ts';
import { startService } from '../test/support/running-service.ts';

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
