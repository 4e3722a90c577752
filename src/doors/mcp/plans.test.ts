import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createMcpService } from '../../../test/support/mcp-service.ts';
import type { Wire } from '../../../test/support/world.ts';

const service = await createMcpService();
const ana = await service.owner('Acme');
const { token } = await ana.mint({ preset: 'full' });
const business = { type: 'business', display_name: 'Old Mill' };
const { id: client } = (await service.tool(token, 'create_client', business)).structuredContent;
const sale = (unitPrice: string) => ({
  client_id: client,
  lines: [{ name: 'Binding', quantity: '1', unit_price: unitPrice }],
});
const record = (input: object, more: object = {}): Promise<Wire> =>
  service.tool(token, 'record_sale', { ...input, idempotency_key: randomUUID(), ...more });

test('a preview tells what it would post beside what it would answer, in structure and text', async () => {
  const { structuredContent: told, content } = await record(sale('100.00'), { dry_run: true });
  const { preview } = told;
  assert.match(preview.plan, /^[\w-]{43}$/);
  const [debit] = preview.journal.filter(({ side }: Wire) => side === 'debit');
  assert.deepEqual([debit.amount, debit.currency], [told.total, 'EUR']);
  assert.deepEqual([preview.stock, preview.mails], [[], 0]);
  assert.ok(content.some(({ text }: Wire) => text.includes(preview.plan)));
});

test('who may not see the books is not shown them in a preview', async () => {
  const narrow = await ana.mint({ preset: 'full', scopes: ['sales:confirm', 'clients:read'] });
  const { structuredContent: told } = await service.tool(narrow.token, 'record_sale', {
    ...sale('100.00'),
    dry_run: true,
  });
  assert.equal(told.preview.journal, null);
  assert.ok(told.preview.sentences.every((sentence: string) => !sentence.startsWith('Posts ')));
});

test('a write that is held to the plan of its preview does that, although others wrote in between', async () => {
  const { preview } = (await record(sale('100.00'), { dry_run: true })).structuredContent;
  await record(sale('7.00'));
  const done = await record(sale('100.00'), { plan: preview.plan });
  assert.equal(done.isError, undefined, JSON.stringify(done.structuredContent));
});

test('a write that would do something else than its plan fails and does nothing', async () => {
  const { preview } = (await record(sale('100.00'), { dry_run: true })).structuredContent;
  const other = await record(sale('100.01'), { plan: preview.plan });
  assert.deepEqual([other.isError, other.structuredContent.code], [true, 'plan_changed']);
  const patch = { id: client, display_name: 'New Mill' };
  const change = (more: object) =>
    service.tool(token, 'run_write_action', { name: 'update_client', arguments: patch, ...more });
  const planned = (await change({ dry_run: true })).structuredContent.preview.plan;
  await service.tool(token, 'run_write_action', {
    name: 'update_client',
    arguments: { id: client, website: 'https://mill.example' },
  });
  assert.equal((await change({ plan: planned })).structuredContent.code, 'plan_changed');
  const { structuredContent: left } = await service.tool(token, 'get_client', { id: client });
  assert.equal(left.display_name, 'Old Mill');
});

test('a plan is good for one write, and a retry with its key still answers as before', async () => {
  const { preview } = (await record(sale('31.00'), { dry_run: true })).structuredContent;
  const key = randomUUID();
  const first = await record(sale('31.00'), { plan: preview.plan, idempotency_key: key });
  assert.notEqual(first.isError, true, JSON.stringify(first.structuredContent));
  const again = await record(sale('31.00'), { plan: preview.plan, idempotency_key: key });
  assert.equal(again.structuredContent.id, first.structuredContent.id);
  const others = await Promise.all([1, 2, 3].map(() => record(sale('31.00'), { plan: preview.plan })));
  assert.deepEqual(
    others.map(({ structuredContent }) => structuredContent.code),
    ['plan_used', 'plan_used', 'plan_used'],
  );
  const anew = (await record(sale('31.00'), { dry_run: true })).structuredContent.preview;
  const races = await Promise.all([1, 2, 3].map(() => record(sale('31.00'), { plan: anew.plan })));
  assert.equal(races.filter(({ isError }) => isError !== true).length, 1);
});

test('a plan that is none is refused by its name', async () => {
  const { structuredContent: told } = await record(sale('100.00'), { plan: 'whatever you like' });
  assert.deepEqual([told.code, told.errors[0].pointer], ['validation_failed', '/plan']);
});
