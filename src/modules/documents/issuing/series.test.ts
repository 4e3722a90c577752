import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refused } from '../../../../test/support/refused.ts';
import { createInvoiceFixture } from '../../../../test/support/invoice-fixture.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire, withPermissions } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
const shop = shopOf(world);
const { invoiced } = createInvoiceFixture(world, shop);
world.setNow('2026-03-02T10:00:00.000Z');

const series = async (type = 'invoice'): Promise<Wire> =>
  (await call('list_numbering_series', { record_type: type })).data[0];
const change = async (patch: object, type?: string): Promise<Wire> =>
  call('update_numbering_series', { id: (await series(type)).id, ...patch });
const next = async () => (await invoiced()).number;

async function wrong(): Promise<Wire[]> {
  const { checks } = await call('check_books');
  return checks.filter(({ ok }: Wire) => !ok);
}

test('a series says which number comes next, and that is the one that comes', async () => {
  const before = await series();
  assert.deepEqual(
    [before.record_type, before.pattern, before.resets, before.period, before.next],
    ['invoice', 'INV-{YYYY}-{SEQ:5}', 'yearly', '2026', 'INV-2026-00001'],
  );
  assert.equal(await next(), before.next);
  const after = await call('get_numbering_series', { id: before.id });
  assert.deepEqual([after.next_number, after.next], [2, 'INV-2026-00002']);
  await assert.rejects(call('get_numbering_series', { id: before.id }, { as: world.rival }), refused('not_found'));
  await assert.rejects(
    call('update_numbering_series', { id: before.id, next_number: 9 }, { as: withPermissions(world.ana, []) }),
    refused('forbidden'),
  );
});

test('the next number is raised and never lowered, and what was left out is no gap', async () => {
  await assert.rejects(
    change({ next_number: 1 }),
    refused('next_number_too_low', ({ min }) => assert.equal(min, 2)),
  );
  world.emitted();
  assert.equal((await change({ next_number: 100 })).next, 'INV-2026-00100');
  assert.deepEqual(
    world.emitted().map(({ type }) => type),
    ['numbering_series.updated'],
  );
  assert.deepEqual([await next(), await next()], ['INV-2026-00100', 'INV-2026-00101']);
  await change({ next_number: 200 });
  assert.deepEqual(await wrong(), []);
});

test('another pattern goes on where the one before was, there and back again', async () => {
  await change({ pattern: 'RE/{YYYY}/{MM}/{SEQ:3}' });
  assert.equal(await next(), 'RE/2026/03/200');
  await change({ pattern: 'INV-{YYYY}-{SEQ:5}' });
  assert.equal(await next(), 'INV-2026-00201');
  assert.deepEqual(await wrong(), []);
});

test('numbers that begin again otherwise never come twice', async () => {
  const never = await change({ resets: 'never' });
  assert.deepEqual([never.period, never.next], ['', 'INV-2026-00202']);
  assert.equal(await next(), 'INV-2026-00202');
  const monthly = await change({ pattern: 'INV-{YYYY}-{MM}-{SEQ:5}', resets: 'monthly' });
  assert.deepEqual([monthly.period, monthly.next], ['2026-03', 'INV-2026-03-00203']);
  assert.equal(await next(), 'INV-2026-03-00203');
  world.setNow('2026-04-01T10:00:00.000Z');
  assert.equal((await series()).next, 'INV-2026-04-00001');
  assert.equal(await next(), 'INV-2026-04-00001');
  const yearly = await change({ pattern: 'INV-{YYYY}-{SEQ:5}', resets: 'yearly' });
  assert.equal(yearly.next, 'INV-2026-00204');
  assert.equal(await next(), 'INV-2026-00204');
  assert.deepEqual(await wrong(), []);
});

test('a pattern that could give the same number twice is refused', async () => {
  const pointed = (code: string) => refused('validation_failed', ({ errors: [one] }) => assert.equal(one.code, code));
  await assert.rejects(change({ pattern: 'INV-{YYYY}' }), pointed('no_sequence'));
  await assert.rejects(change({ pattern: 'INV-{SEQ}' }), pointed('repeats'));
  await assert.rejects(change({ pattern: '{YYYY}{SEQ:5}' }), pointed('not_told_apart'));
  await assert.rejects(change({ resets: 'monthly' }), pointed('repeats'));
  const { version } = await series();
  await assert.rejects(change({ version: version - 1, next_number: 900 }), refused('version_conflict'));
});

test('every kind of record is numbered by its own', async () => {
  await change({ pattern: 'VK-{YYYY}-{SEQ:4}' }, 'sale');
  assert.match((await invoiced()).sale_number, /^VK-2026-\d{4}$/);
  assert.deepEqual(await wrong(), []);
});
