import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asOwner } from '../../../../test/support/database.ts';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';
import type { Actor } from '../../../operation/actor.ts';

const world = await createWorld();
const { call } = world;
const now = '2026-04-15T10:00:00Z';
world.setNow(now);

const tomorrow = '2026-04-16T10:00:00Z';

async function closed(locks: object): Promise<{ as: Actor; shop: ReturnType<typeof shopOf> }> {
  const as = await world.found('Locked');
  await call('set_period_locks', locks, { as });
  return { as, shop: shopOf(world, as) };
}

function except(as: Actor, more: object): Promise<Wire> {
  const input = { lock: 'soft', reason: 'The auditor asked.', expires_at: tomorrow, ...more };
  return call('create_lock_exception', input, { as });
}

test('an exception for 1 to 10 March lets an entry of 5 March in, and none of the days around', async () => {
  const { as, shop } = await closed({ soft: '2026-03-31' });
  const exception = await except(as, { from: '2026-03-01', to: '2026-03-10' });
  assert.deepEqual([exception.status, exception.until_date, exception.entry_count], ['active', null, 0]);
  for (const day of ['2026-03-01', '2026-03-05', '2026-03-10']) await shop.sold('1.00', { sale_date: day });
  for (const day of ['2026-02-28', '2026-03-11']) {
    await assert.rejects(shop.sold('1.00', { sale_date: day }), refused('period_locked'));
  }
});

test('an earlier lock for a while opens all days after it', async () => {
  const { as, shop } = await closed({ soft: '2026-03-31' });
  const exception = await except(as, { until_date: '2026-02-28' });
  assert.deepEqual([exception.from, exception.to, exception.until_date], ['2026-03-01', null, '2026-02-28']);
  for (const day of ['2026-03-01', '2026-03-31']) await shop.sold('1.00', { sale_date: day });
  await assert.rejects(shop.sold('1.00', { sale_date: '2026-02-28' }), refused('period_locked'));
});

test('what is written under an exception is listed, and so is the exception', async () => {
  const { as, shop } = await closed({ soft: '2026-03-31' });
  const { id } = await except(as, { until_date: '2026-02-28' });
  const sale = await shop.sold('1.00', { sale_date: '2026-03-10' });
  await shop.sold('1.00');
  const { data } = await call('list_journal_entries', { exception_id: id }, { as });
  assert.deepEqual(
    data.map(({ source }: Wire) => source.id),
    [sale.id],
  );
  assert.equal((await call('get_lock_exception', { id }, { as })).entry_count, 1);
  const standing = await call('list_lock_exceptions', { revoked: false, expires_at: { gt: now } }, { as });
  assert.deepEqual(
    standing.data.map((one: Wire) => one.id),
    [id],
  );
  await assert.rejects(call('get_lock_exception', { id }, { as: world.rival }), refused('not_found'));
});

test('an exception ends when it expires, and at once when it is revoked', async () => {
  const { as, shop } = await closed({ soft: '2026-03-31' });
  const { id } = await except(as, { until_date: '2026-02-28', expires_at: '2026-04-15T11:00:00Z' });
  world.setNow('2026-04-15T11:00:00Z');
  await assert.rejects(shop.sold('1.00', { sale_date: '2026-03-10' }), refused('period_locked'));
  assert.equal((await call('get_lock_exception', { id }, { as })).status, 'expired');
  await assert.rejects(call('revoke_lock_exception', { id }, { as }), refused('invalid_state_transition'));
  const second = await except(as, { until_date: '2026-02-28' });
  await shop.sold('1.00', { sale_date: '2026-03-10' });
  await assert.rejects(
    call('revoke_lock_exception', { id: second.id, version: 9 }, { as }),
    refused('version_conflict'),
  );
  const revoked = await call('revoke_lock_exception', { id: second.id }, { as });
  assert.deepEqual([revoked.status, revoked.entry_count, revoked.revoked_by.name], ['revoked', 1, as.name]);
  await assert.rejects(shop.sold('1.00', { sale_date: '2026-03-10' }), refused('period_locked'));
  world.setNow(now);
});

test('an exception for one member opens nothing to another', async () => {
  const { as, shop } = await closed({ soft: '2026-03-31' });
  const [{ id: mine }] = (await call('list_members', {}, { as })).data;
  await except(as, { until_date: '2026-02-28', member_id: mine });
  await shop.sold('1.00', { sale_date: '2026-03-10' });
  const colleague = { ...as, userId: world.rival.userId };
  await assert.rejects(shopOf(world, colleague).sold('1.00', { sale_date: '2026-03-10' }), refused('period_locked'));
});

test('each lock that closes a day needs an exception of its own, and a hard one has none', async () => {
  const { as, shop } = await closed({ soft: '2026-03-31', sales: '2026-03-31', hard: '2026-01-31' });
  await except(as, { until_date: '2026-01-15' });
  await assert.rejects(
    shop.sold('1.00', { sale_date: '2026-03-10' }),
    refused('period_locked', ({ lock }) => assert.equal(lock, 'sales')),
  );
  const { id } = await except(as, { lock: 'sales', until_date: '2026-01-15' });
  await shop.sold('1.00', { sale_date: '2026-03-10' });
  assert.equal((await call('get_lock_exception', { id }, { as })).entry_count, 1);
  await assert.rejects(
    shop.sold('1.00', { sale_date: '2026-01-20' }),
    refused('period_locked', ({ lock }) => assert.equal(lock, 'hard')),
  );
  await assert.rejects(
    except(as, { from: '2026-01-01', to: '2026-01-31' }),
    refused('validation_failed', ({ open_from }) => assert.equal(open_from, '2026-02-01')),
  );
});

test('a reversal goes to a day that an exception has opened, where that comes first', async () => {
  const { as, shop } = await closed({});
  const sale = await shop.sold('1.00', { sale_date: '2026-04-10' });
  await call('set_period_locks', { soft: '2026-04-15' }, { as });
  await except(as, { from: '2026-04-15', to: '2026-04-15' });
  assert.equal((await shop.keyed('void_sale', { id: sale.id })).voided_on, '2026-04-15');
});

test('an exception needs days, a reason and an end that make sense', async () => {
  const { as } = await closed({ soft: '2026-03-31' });
  const wrong = [
    {},
    { from: '2026-03-01' },
    { from: '2026-03-02', to: '2026-03-01' },
    { until_date: '2026-03-01', from: '2026-03-01' },
    { until_date: '9999-12-31' },
    { until_date: '2026-03-01', reason: '' },
    { until_date: '2026-03-01', expires_at: now },
    { until_date: '2026-03-01', expires_at: '2027-06-01T00:00:00Z' },
    { until_date: '2026-03-01', lock: 'hard' },
  ];
  for (const input of wrong) await assert.rejects(except(as, input), refused('validation_failed'));
  const [{ id: foreign }] = (await call('list_members', {}, { as: world.rival })).data;
  await assert.rejects(except(as, { until_date: '2026-03-01', member_id: foreign }), refused('not_found'));
});

test('an exception is never changed, and what was written under it is neither added nor removed by hand', async () => {
  const { as } = await closed({ soft: '2026-03-31' });
  const organization = as.organization?.id ?? '';
  await except(as, { until_date: '2026-03-01' });
  const attempt = (statement: string) =>
    asOwner(world.database.ownerUrl, async (client) => {
      await client.query(`select set_config('daybook.organization', $1, false)`, [organization]);
      await client.query(statement);
    });
  await assert.rejects(attempt(`update lock_exceptions set expires_at = 'infinity'`), {
    constraint: 'lock_exceptions_frozen',
  });
  await assert.rejects(attempt('delete from lock_exception_entries'), { constraint: 'append_only' });
  await assert.rejects(attempt('set role daybook_runtime; insert into lock_exception_entries values (null)'), {
    code: '42501',
  });
});
