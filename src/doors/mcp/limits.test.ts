import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMcpService } from '../../../test/support/mcp-service.ts';
import { limits } from '../limits.ts';

const service = await createMcpService({ rateLimit: true });
const ana = await service.owner('Acme');
const { token } = await ana.mint();

test('guessing at tokens is slowed down by address, and leaves those with a token alone', async () => {
  const guess = () => service.rpc(`svc_${'a'.repeat(64)}`, 'ping');
  let refused = 0;
  for (let count = 0; count <= limits.address && refused === 0; count += 1) {
    const { status, headers } = await guess();
    if (status === 429) refused += Number(headers.get('retry-after') !== null);
  }
  assert.equal(refused, 1);
  assert.equal((await service.rpc(token, 'ping')).status, 200);
});

test('every message counts against its token, and tells how many are left', async () => {
  const left = (headers: Headers) => Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
  const first = left((await service.rpc(token, 'ping')).headers);
  assert.equal(left((await service.rpc(token, 'tools/list')).headers), first - 1);
});
