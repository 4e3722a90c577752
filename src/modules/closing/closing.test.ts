/** A month is closed when nothing is open in it and the books are sound, and not before. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createExpenseFixture } from '../../../test/support/expense-fixture.ts';
import { refused } from '../../../test/support/refused.ts';
import { shopOf } from '../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';

const world = await createWorld();
const noon = (day: string) => world.setNow(`${day}T12:00:00Z`);

async function books(name: string, day: string) {
  noon(day);
  const as = await world.found(name);
  const fixture = createExpenseFixture(world, as);
  const call = (operation: string, input: object = {}) => world.call(operation, input, { as });
  return { call, shop: shopOf(world, as), ...fixture };
}

const openIn = ({ items }: Wire) =>
  Object.fromEntries(items.filter(({ open }: Wire) => open > 0).map(({ name, open }: Wire) => [name, open]));

test('what is open is named with what mends it, and the month closes once it is done', async () => {
  const { call, keyed, shop, draft } = await books('Open', '2026-10-10');
  await shop.sold('100', { currency: 'USD', exchange_rate: '0.9' });
  const sale = await shop.draft(['50']);
  const expense = await draft('20');
  const entry = await call('create_journal_entry', {
    memo: 'To be cleared',
    lines: [
      { account_code: '1900', debit: '5' },
      { account_code: '3000', credit: '5' },
    ],
  });
  await keyed('create_schedule', {
    description: 'Licence',
    account_code: '6200',
    amount: '120',
    from: '2026-10-01',
    to: '2027-09-30',
  });
  await keyed('create_asset', { name: 'Lathe', account_code: '1500', cost: '120', life_months: 12 });
  await call('update_vat_settings', { period: 'month', starts_on: '2026-10-01' });
  noon('2026-11-02');
  const list = await call('get_close_checklist');
  assert.equal(list.through, '2026-10-31');
  assert.deepEqual(openIn(list), {
    draft_sales: 1,
    unposted_expenses: 1,
    draft_journal_entries: 1,
    schedules_due: 1,
    depreciation_due: 1,
    revaluation_missing: 1,
    vat_return_not_filed: 1,
  });
  assert.deepEqual([list.is_ready, list.is_closed], [false, false]);
  await call('post_journal_entry', { id: entry.id });
  assert.equal(openIn(await call('get_close_checklist'))['suspense_not_empty'], 1);
  await assert.rejects(
    keyed('close_month'),
    refused('month_not_ready', ({ open }) => {
      assert.deepEqual(open[0].mended_by, ['confirm_sale', 'delete_sale']);
    }),
  );
  await call('delete_sale', { id: sale.id });
  await call('delete_expense', { id: expense.id });
  await call('reverse_journal_entry', { id: entry.id, date: '2026-10-31' });
  await call('run_schedules');
  await call('run_depreciation');
  await keyed('revalue_currency', { rates: [{ currency: 'USD', rate: '0.91' }] });
  assert.deepEqual(openIn(await call('get_close_checklist')), { vat_return_not_filed: 1 });
  world.emitted();
  const closed = await keyed('close_month', { accept: ['vat_return_not_filed'] });
  assert.deepEqual(
    world.emitted().map(({ type }) => type),
    ['period.locked'],
  );
  const { is_closed, trial_balance_hash: hash } = await call('get_close_checklist', { through: '2026-10-31' });
  assert.deepEqual([is_closed, hash], [true, closed.trial_balance_hash]);
  assert.equal((await call('get_period_locks')).soft.through, '2026-10-31');
  await assert.rejects(keyed('void_sale', { id: (await shop.sold('1')).id, date: '2026-10-31' }), () => true);
  await keyed('close_month', { through: '2026-09-30' });
  assert.equal((await call('get_period_locks')).soft.through, '2026-10-31', 'an earlier month leaves the lock');
  await call('set_period_locks', { soft: null, reason: 'A bill came late.' });
  assert.equal((await call('get_close_checklist')).is_closed, false);
});

test('only the last day of a month that is over is closed, and a hard lock stays', async () => {
  const { call, keyed } = await books('Days', '2026-11-30');
  const code = (expected: string) =>
    refused('validation_failed', ({ errors }) => assert.equal(errors[0].code, expected));
  await assert.rejects(keyed('close_month', { through: '2026-10-30' }), code('no_month_end'));
  await assert.rejects(keyed('close_month', { through: '2026-12-31' }), code('in_future'));
  await assert.rejects(call('get_close_checklist', { through: '2026-10-30' }), code('no_month_end'));
  await keyed('close_month', { through: '2026-11-30', lock: 'hard' });
  await assert.rejects(keyed('close_month', { through: '2026-10-31', lock: 'hard' }), refused('hard_lock_stays'));
});

test('books that fail a check are not closed', async () => {
  const { call, keyed } = await books('Unsound', '2026-11-02');
  await keyed('create_asset', { name: 'Lathe', account_code: '1500', cost: '120', life_months: 12 });
  const { asOwner } = await import('../../../test/support/database.ts');
  await asOwner(world.database.ownerUrl, async (db) => {
    await db.query('alter table assets disable trigger all');
    await db.query(`update assets set cost = cost + 100`);
    await db.query('alter table assets enable trigger all');
  });
  await assert.rejects(
    keyed('close_month', { through: '2026-10-31' }),
    refused('checks_fail', ({ failed }) => assert.deepEqual(failed, ['assets_depreciated'])),
  );
  assert.equal((await call('get_period_locks')).soft, null);
});
