/** An overdue invoice emits one event for each due date, unless it is paid. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createWorld, type Wire } from '../../../test/support/world.ts';
import { sql } from '../../db/sql.ts';
import { overdueFinder } from './overdue-job.ts';

const world = await createWorld();
const runner = overdueFinder({ runtime: () => world.runtime });
world.setNow('2026-03-01T08:00:00Z');
const as = await world.found('Patient', { timezone: 'America/New_York', country: 'US', currency: 'USD' });
const organizationId = as.organization?.id ?? '';
const call = (operation: string, input: object = {}) => world.call(operation, input, { as, key: randomUUID() });

async function invoiced(due_date: string): Promise<Wire> {
  const client = await call('create_client', { type: 'business', display_name: `Client ${randomUUID()}` });
  const lines = [{ name: 'Hour', quantity: '1', unit_price: '100' }];
  return call('create_document', { type: 'invoice', client_id: client.id, lines, due_date, issue: true });
}

/** Events after the jobs of a moment have run, however often. */
async function toldAt(instant: string): Promise<unknown[]> {
  world.setNow(instant);
  world.emitted();
  const job = { id: world.runtime.newId(), organizationId, kind: '', payload: {}, attempts: 1, error: null };
  for (let turn = 0; turn < 2; turn += 1) await runner(job, async () => undefined);
  return world.emitted().map(({ type, data }) => [type, (data as Wire).number, (data as Wire).amount_due]);
}

test('an invoice is told of on the day after the one that it was due on, where the organisation is', async () => {
  const invoice = await invoiced('2026-03-09');
  const paid = await invoiced('2026-03-09');
  await call('pay_sale', { id: paid.sale_id, method: 'Bank transfer' });
  await invoiced('2026-03-20');
  assert.deepEqual(await toldAt('2026-03-10T03:00:00.000Z'), []);
  const owed = { minor: 10_000n, currency: 'USD' };
  assert.deepEqual(await toldAt('2026-03-10T05:00:00.000Z'), [['invoice.overdue', invoice.number, owed]]);
  assert.deepEqual(await toldAt('2026-03-11T05:00:00.000Z'), []);
});

test('nights on which nobody looked are made up for, and what was overdue long before is left alone', async () => {
  const [recent, old] = [await invoiced('2026-03-28'), await invoiced('2026-03-12')];
  const numbers = (await toldAt('2026-04-02T12:00:00.000Z')).map((event) => (event as unknown[])[1]);
  assert.deepEqual(numbers, [recent.number]);
  assert.notEqual(old.number, recent.number);
});

test('one day waits at a time, in the first hour after midnight of the organisation', async () => {
  await toldAt('2026-05-05T12:00:00.000Z');
  const { rows } = await world.db.transaction({}, async (tx) => ({
    rows: await tx.many<{ run_at: string }>(sql`
      select run_at from jobs where kind = 'find_overdue_invoices' and organization_id = ${organizationId}
        and state = 'queued' and run_at > '2026-05-05'`),
  }));
  assert.equal(rows.length, 1);
  assert.match(rows[0]?.run_at ?? '', /^2026-05-06T0[45]:/);
});

async function quoted(valid_until: string): Promise<Wire> {
  const client = await call('create_client', { type: 'business', display_name: `Client ${randomUUID()}` });
  const lines = [{ name: 'Hour', quantity: '1', unit_price: '100' }];
  return call('create_document', { type: 'quote', client_id: client.id, lines, valid_until, issue: true });
}

test('a quote is told of once it has expired, unless it was answered, and again where it was extended', async () => {
  world.setNow('2026-06-01T12:00:00.000Z');
  const quote = await quoted('2026-06-09');
  const [accepted, cancelled, later] = [
    await quoted('2026-06-09'),
    await quoted('2026-06-09'),
    await quoted('2026-06-20'),
  ];
  await call('accept_document', { id: accepted.id });
  await call('void_document', { id: cancelled.id, reason: 'Not wanted.' });
  assert.deepEqual(await toldAt('2026-06-10T03:00:00.000Z'), [], 'there it is still the ninth');
  world.setNow('2026-06-10T05:00:00.000Z');
  world.emitted();
  const job = { id: world.runtime.newId(), organizationId, kind: '', payload: {}, attempts: 1, error: null };
  for (let turn = 0; turn < 2; turn += 1) await runner(job, async () => undefined);
  const [event, ...others] = world.emitted();
  assert.deepEqual(others, []);
  const { number, status, version, valid_until: until }: Wire = event?.data ?? {};
  assert.deepEqual([event?.type, number], ['quote.expired', quote.number]);
  assert.deepEqual([status, until], ['expired', '2026-06-09']);
  const shown = await call('get_document', { id: quote.id });
  assert.deepEqual([shown.version, shown.updated_at], [version, quote.updated_at], 'nothing of it changed');
  await call('update_document', { id: quote.id, valid_until: '2026-06-12' });
  const told = [await toldAt('2026-06-12T12:00:00.000Z'), await toldAt('2026-06-13T12:00:00.000Z')];
  const types = told.map((events) => events.map((one) => (one as unknown[]).slice(0, 2)));
  assert.deepEqual(types, [[], [['quote.expired', quote.number]]]);
  assert.notEqual(later.number, quote.number);
});
