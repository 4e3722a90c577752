import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMcpService, type Owner } from '../../../../test/support/mcp-service.ts';
import type { Wire } from '../../../../test/support/world.ts';

const service = await createMcpService({ rateLimit: true });
const ana = await service.owner('Acme');
const version = '2026-07-28';
const doctor = { name: 'run_read_action', arguments: { name: 'connector_doctor', arguments: {} } };

type Saying = {
  readonly capabilities?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: string;
};

/** Diagnosis as a client of the newest revision reads it. */
async function asked(token: string, { capabilities = {}, headers = {}, query = '' }: Saying = {}): Promise<Wire> {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': { name: 'tester', version: '3.1' },
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  };
  const own = { 'mcp-protocol-version': version, 'mcp-method': 'tools/call', 'mcp-name': doctor.name };
  const accept = 'application/json, text/event-stream';
  const options = { headers: { ...own, accept, ...headers }, query };
  const { body } = await service.rpc(token, 'tools/call', { ...doctor, _meta }, options);
  assert.equal(body.result?.isError, undefined, JSON.stringify(body));
  return body.result.structuredContent;
}

const codes = ({ findings }: Wire): string[] => findings.map(({ code }: Wire) => code);
const diagnosed = (owner: Owner, id: string) => owner.rest('GET', `/mcp/doctor?token_id=${id}`);

test('a client learns what it speaks, who it is, what it may do and how many calls are left', async () => {
  const { token, id } = await ana.mint({ name: 'Desk' });
  const seen = await asked(token, { capabilities: { elicitation: { url: {} } } });
  assert.deepEqual(seen.protocol, { revision: version, era: 'each_message' });
  assert.equal(seen.client, 'tester/3.1');
  assert.deepEqual([seen.token.id, seen.token.preset], [id, 'standard']);
  assert.deepEqual(seen.approvals, { channels: ['page', 'link'], waiting: 0 });
  assert.equal(seen.organization.name, 'Acme');
  assert.deepEqual(seen.narrowed, { toolsets: null, read_only: false });
  const { limit, remaining, resets_in_seconds: seconds } = seen.rate_limit;
  assert.ok(limit === 1_200 && remaining < limit && seconds <= 60);
  assert.deepEqual(codes(seen), ['all_well']);
});

test('it finds what stands in the way, the worst first', async () => {
  const limits = { max_writes_per_day: 1, max_amount_per_day: { EUR: '100.00' } };
  const soon = new Date(Date.now() + 3 * 86_400_000).toISOString();
  const { token } = await ana.mint({ limits, expires_at: soon, toolsets: ['clients', 'connector'] });
  await service.tool(token, 'create_client', { type: 'business', display_name: 'Mill' });
  const behind = new Date(Date.now() - 600_000).toUTCString();
  const seen = await asked(token, { headers: { date: behind }, query: '?toolsets=connector' });
  assert.deepEqual(seen.left_today.writes, { used: 1, max: 1, remaining: 0 });
  assert.deepEqual(seen.left_today.amounts, [{ currency: 'EUR', used: '0.00', max: '100.00', remaining: '100.00' }]);
  assert.ok(Math.abs(seen.clock.difference_seconds + 600) < 30);
  assert.deepEqual(codes(seen), [
    'writes_used_up',
    'clock_behind',
    'ends_soon',
    'narrowed',
    'connection_narrowed',
    'link_only',
  ]);
  assert.equal(seen.findings[2].values.days, '3');
  for (const { level, remedy } of seen.findings) if (level === 'problem') assert.ok(remedy);
  const { token: full } = await ana.mint({ preset: 'full', expires_at: null });
  assert.deepEqual(codes(await asked(full)), ['never_ends', 'unattended']);
});

test('its owner sees the same from what the client last said, and what waits', async () => {
  const { token, id } = await ana.mint({ name: 'Waiting' });
  assert.ok(codes(await diagnosed(ana, id)).includes('never_used'));
  const { id: client } = await ana.rest('POST', '/clients', { type: 'business', display_name: 'Old Mill' });
  const hello = { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'elder', version: '1' } };
  await service.rpc(token, 'initialize', hello);
  await service.tool(token, 'run_destructive_action', { name: 'delete_client', arguments: { id: client } });
  let seen: Wire = await diagnosed(ana, id);
  for (let turn = 0; seen.client === null && turn < 200; turn += 1) seen = await diagnosed(ana, id);
  assert.equal(seen.client, 'elder/1');
  assert.deepEqual(seen.protocol, { revision: '2025-03-26', era: 'handshake' });
  assert.deepEqual(seen.approvals, { channels: ['link'], waiting: 1 });
  assert.deepEqual([seen.narrowed, seen.rate_limit], [null, null]);
  assert.ok(codes(seen).includes('old_protocol') && codes(seen).includes('waiting'));
  await ana.rest('DELETE', `/mcp/tokens/${id}`);
  assert.equal(codes(await diagnosed(ana, id))[0], 'ended');
});

test('a token learns of itself alone, and nobody of another organisation’s', async () => {
  const [one, other] = [await ana.mint(), await ana.mint()];
  const of = { name: 'run_read_action', arguments: { name: 'connector_doctor', arguments: { token_id: other.id } } };
  const own = await service.tool(one.token, of.name, of.arguments);
  assert.equal(own.structuredContent.code, 'not_found');
  const rival = await service.owner('Rival');
  await assert.rejects(diagnosed(rival, one.id), /not_found/);
  await assert.rejects(rival.rest('GET', '/mcp/doctor'), /not_found/);
});

test('odd things that a client says of itself hide nothing and break nothing', async () => {
  const { token } = await ana.mint();
  for (const headers of [{ date: 'yesterday' }, { date: 'x'.repeat(5_000) }, { date: '275760-09-13' }]) {
    assert.equal((await asked(token, { headers })).client, 'tester/3.1');
  }
  for (const capabilities of [{ elicitation: {} }, { elicitation: { form: {} } }, { sampling: {} }]) {
    assert.deepEqual((await asked(token, { capabilities })).approvals.channels, ['link'], JSON.stringify(capabilities));
  }
});
