/** Fixed assets are depreciated month by month, leave with their gain or loss, and the register equals the ledger. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { schedulesRunner } from '../../doors/jobs/schedules-job.ts';
import { catalogue } from '../../catalogue.ts';
import { asOwner } from '../../../test/support/database.ts';
import { createExpenseFixture } from '../../../test/support/expense-fixture.ts';
import { refused } from '../../../test/support/refused.ts';
import { shopOf } from '../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';

const world = await createWorld();
const noon = (day: string) => world.setNow(`${day}T12:00:00Z`);
const runner = schedulesRunner({ catalogue, runtime: () => world.runtime });

/** An organisation of its own, in which nothing else happens. */
async function books(name: string, day: string) {
  noon(day);
  const as = await world.found(name);
  const fixture = createExpenseFixture(world, as);
  const shop = shopOf(world, as);
  const call = (operation: string, input: object = {}) => world.call(operation, input, { as });
  const sound = async () => {
    const { checks } = await call('check_books');
    assert.deepEqual(
      checks.filter(({ ok }: Wire) => !ok).map(({ name: check, found }: Wire) => [check, found]),
      [],
    );
  };
  /** Whatever is on the accounts of fixed assets is registered. */
  const registered = async (to?: string) => {
    const register = await call('get_asset_register', { from: '2020-01-01', ...(to && { to }) });
    for (const account of register.accounts) assert.equal(account.difference.amount ?? account.difference, '0.00');
    return register;
  };
  const brought = async (cost: string, code = '1500') => {
    const lines = [
      { account_code: code, debit: cost },
      { account_code: '3000', credit: cost },
    ];
    await call('create_journal_entry', { memo: 'Brought in', lines, post: true });
  };
  const night = () =>
    runner(
      {
        id: world.runtime.newId(),
        organizationId: as.organization?.id ?? '',
        kind: 'run_schedules',
        payload: {},
        attempts: 1,
        error: null,
      },
      () => Promise.resolve(),
    );
  return { as, call, shop, sound, night, registered, brought, ...fixture };
}

const machine = {
  name: 'Lathe',
  class: 'plant_and_machinery',
  account_code: '1500',
  cost: '12000',
  acquired_on: '2026-04-15',
  life_months: 60,
};

function perYear({ parts }: Wire): Record<string, number> {
  const years: Record<string, number> = {};
  for (const { due_date: day, amount } of parts) {
    const year = day.slice(0, 4);
    years[year] = Math.round(((years[year] ?? 0) + Number(amount)) * 100) / 100;
  }
  return years;
}

describe('a machine', () => {
  test('is depreciated by months from the one it is bought in, and sold with its gain', async () => {
    const { keyed, call, shop, balance, sound, registered, brought } = await books('Machine', '2026-04-15');
    await brought('12000');
    const asset = await keyed('create_asset', machine);
    assert.deepEqual(perYear(asset), { 2026: 1800, 2027: 2400, 2028: 2400, 2029: 2400, 2030: 2400, 2031: 600 });
    noon('2026-12-31');
    assert.equal((await call('run_depreciation')).posted, 9);
    assert.equal((await call('run_depreciation')).posted, 0, 'each part is posted once');
    assert.equal(await balance('6750'), 180_000n);
    await registered();
    noon('2028-06-30');
    const tax = await shop.tax('19');
    const sale = await shop.sold('7000', {
      lines: [{ name: 'Lathe', quantity: '1', unit_price: '7000', tax_rate_ids: [tax] }],
      prices_include_tax: false,
    });
    world.emitted();
    const { disposal, status, book_value: left } = await keyed('dispose_asset', { id: asset.id, sale_id: sale.id });
    assert.deepEqual([status, left, disposal.book_value, disposal.gain], ['disposed', '0.00', '6600.00', '400.00']);
    assert.ok(world.emitted().some(({ type }) => type === 'asset.disposed'));
    await shop.pay(sale);
    assert.deepEqual(await Promise.all(['1010', '1500', '1590', '2200', '4000', '4840', '6750'].map(balance)), [
      833_000n,
      0n,
      0n,
      -133_000n,
      0n,
      -40_000n,
      540_000n,
    ]);
    const { totals } = await registered();
    assert.deepEqual(
      [totals.additions, totals.disposals, totals.cost_closing, totals.depreciation, totals.depreciation_disposed],
      ['12000.00', '12000.00', '0.00', '5400.00', '5400.00'],
    );
    await sound();
  });

  test('whose sale was no disposal goes on where it had ended', async () => {
    const { keyed, call, shop, balance, sound, registered, brought } = await books('Reinstated', '2026-04-15');
    await brought('12000');
    const { id } = await keyed('create_asset', machine);
    noon('2026-12-31');
    const sale = await shop.sold('9000');
    await keyed('dispose_asset', { id, sale_id: sale.id });
    await assert.rejects(keyed('void_sale', { id: sale.id }), refused('sale_disposed_asset'));
    await assert.rejects(keyed('write_down_asset', { id, amount: '1' }), refused('invalid_state_transition'));
    await assert.rejects(
      keyed('dispose_asset', { id, sale_id: sale.id }),
      refused('invalid_state_transition', ({ allowed }) => assert.deepEqual(allowed, ['reinstate_asset'])),
    );
    const back = await keyed('reinstate_asset', { id });
    assert.deepEqual([back.status, back.book_value, back.next_date], ['in_use', '10200.00', '2027-01-31']);
    assert.deepEqual(perYear(back), { 2026: 1800, 2027: 2400, 2028: 2400, 2029: 2400, 2030: 2400, 2031: 600 });
    await keyed('void_sale', { id: sale.id });
    await registered();
    await keyed('void_asset', { id });
    for (const name of ['update_asset', 'void_asset']) {
      await assert.rejects(keyed(name, { id }), refused('invalid_state_transition'));
    }
    assert.deepEqual(await Promise.all(['1500', '1590', '6750', '4840', '6920'].map(balance)), [
      1_200_000n,
      0n,
      0n,
      0n,
      0n,
    ]);
    assert.equal((await call('list_assets', { status: ['voided'] })).data[0].book_value, '0.00');
    await sound();
  });

  test('that is scrapped is a loss of what was left', async () => {
    const { keyed, balance, sound, registered, brought } = await books('Scrapped', '2026-04-15');
    await brought('12000');
    const { id } = await keyed('create_asset', machine);
    noon('2026-07-10');
    const { disposal } = await keyed('dispose_asset', { id, reason: 'Burnt down' });
    assert.deepEqual([disposal.kind, disposal.gain], ['scrapping', '-11400.00'], 'whole months count');
    assert.equal(await balance('6920'), 1_140_000n);
    await registered();
    await sound();
  });

  test('that lost value is written down, and up again no further than its plan', async () => {
    const { keyed, balance, sound, registered, brought } = await books('Impaired', '2026-01-01');
    await brought('12000');
    const { id } = await keyed('create_asset', { ...machine, acquired_on: '2026-01-01' });
    noon('2026-12-31');
    const down = await keyed('write_down_asset', { id, amount: '4800', reason: 'Flood' });
    assert.deepEqual([down.book_value, perYear(down)['2027']], ['4800.00', 1200]);
    await assert.rejects(
      keyed('write_down_asset', { id, amount: '4800.01' }),
      refused('validation_failed', ({ errors }) => assert.equal(errors[0].code, 'too_large')),
    );
    noon('2027-12-31');
    await assert.rejects(
      keyed('write_up_asset', { id, amount: '3600.01' }),
      refused('validation_failed', ({ errors }) => assert.equal(errors[0].code, 'too_large')),
    );
    const up = await keyed('write_up_asset', { id, amount: '3600' });
    assert.deepEqual([up.book_value, perYear(up)['2028']], ['7200.00', 2400]);
    assert.equal(await balance('1590'), -480_000n);
    await registered();
    await sound();
  });
});

test('declining balance goes over to equal parts of the rest', async () => {
  const { keyed, sound, brought } = await books('Declining', '2026-01-01');
  await brought('10000');
  const asset = await keyed('create_asset', {
    ...machine,
    acquired_on: '2026-01-01',
    cost: '10000',
    method: 'declining_balance',
    yearly_rate: '30',
    life_months: 96,
  });
  assert.deepEqual(Object.values(perYear(asset)), [3000, 2100, 1470, 1029, 720.3, 560.23, 560.24, 560.23]);
  await sound();
});

describe('in Germany', () => {
  test('799.00 is written off at once and 800.01 is not; a pool takes a fifth each year', async () => {
    const { keyed, call, brought, sound } = await books('Low value', '2026-11-20');
    await call('update_organization', { country: 'DE' });
    await brought('3000');
    const thing = { name: 'Desk', account_code: '1500', acquired_on: '2026-11-20' };
    const desk = await keyed('create_asset', { ...thing, cost: '799', method: 'immediate' });
    assert.deepEqual(perYear(desk), { 2026: 799 });
    await assert.rejects(
      keyed('create_asset', { ...thing, cost: '800.01', method: 'immediate' }),
      refused('validation_failed', ({ errors }) => assert.equal(errors[0].code, 'not_of_low_value')),
    );
    const pooled = await keyed('create_asset', { ...thing, cost: '600', method: 'pool', life_months: 60 });
    assert.deepEqual(Object.values(perYear(pooled)), [120, 120, 120, 120, 120]);
    await assert.rejects(keyed('dispose_asset', { id: pooled.id }), refused('asset_pooled'));
    await assert.rejects(
      keyed('create_asset', {
        ...thing,
        cost: '3000',
        method: 'declining_balance',
        yearly_rate: '31',
        life_months: 60,
      }),
      refused('validation_failed', ({ errors }) => assert.equal(errors[0].code, 'too_large')),
    );
    await sound();
  });
});

describe('the line of a bill', () => {
  test('moves from the cost it was posted to, once, and its bill stays as long as the asset', async () => {
    const { keyed, owed, balance, sound, registered } = await books('Bill', '2026-04-15');
    const bill = await owed('2400', { lines: [{ category: 'Office and software', amount: '2400' }] });
    const laptop = { name: 'Laptop', class: 'computers', expense_id: bill.id, account_code: '1500', life_months: 12 };
    const one = await keyed('create_asset', { ...laptop, cost: '1400' });
    await keyed('create_asset', { ...laptop, name: 'Screen' });
    assert.deepEqual([await balance('6200'), await balance('1500'), one.cost], [0n, 240_000n, '1400.00']);
    await assert.rejects(
      keyed('create_asset', laptop),
      refused('validation_failed', ({ errors }) => assert.equal(errors[0].code, 'too_large')),
    );
    await assert.rejects(
      keyed('void_expense', { id: bill.id }),
      refused('expense_is_asset', ({ asset }) => assert.equal(asset, 'Laptop')),
    );
    await registered();
    await sound();
  });
});

test('an asset of before these books goes on with its rest', async () => {
  const { keyed, brought, sound, registered, call } = await books('Before', '2026-01-01');
  await brought('12000');
  const lines = [
    { account_code: '3000', debit: '7000' },
    { account_code: '1590', credit: '7000' },
  ];
  await call('create_journal_entry', { memo: 'Depreciated before', lines, post: true });
  const asset = await keyed('create_asset', {
    ...machine,
    acquired_on: '2023-01-10',
    opening_depreciation: '7000',
    depreciated_through: '2025-12-31',
  });
  assert.deepEqual([asset.book_value, perYear(asset)], ['5000.00', { 2026: 2500, 2027: 2500 }]);
  await registered();
  await sound();
});

describe('a closed period', () => {
  test('takes no depreciation: it goes to the first open day and says so', async () => {
    const { keyed, call, night, brought, sound, registered } = await books('Closed', '2026-04-15');
    await brought('12000');
    const { id } = await keyed('create_asset', machine);
    noon('2026-06-05');
    await call('set_period_locks', { soft: '2026-05-31' });
    assert.deepEqual(await night(), { posted: 2 });
    const { parts } = await call('get_asset', { id });
    assert.deepEqual(
      parts.slice(0, 2).map((part: Wire) => [part.due_date, part.posted_on]),
      [
        ['2026-04-30', '2026-06-01'],
        ['2026-05-31', '2026-06-01'],
      ],
    );
    const { memo } = await call('get_journal_entry', { id: parts[1].journal_entry_id });
    assert.match(memo, /2026-05, whose period is closed/);
    const { data: accounts } = await call('list_accounts', { limit: 100 });
    const equity = accounts.find(({ code }: Wire) => code === '3000');
    await assert.rejects(keyed('dispose_asset', { id, date: '2026-05-31' }), refused('validation_failed'));
    await assert.rejects(keyed('create_asset', { ...machine, from_account_id: equity.id }), refused('period_locked'));
    await registered();
    await sound();
  });
});

test('two runs at once post each part once', async () => {
  const { keyed, balance, night, call, sound, brought } = await books('Twins', '2026-01-01');
  await brought('60000');
  for (let made = 0; made < 5; made += 1) await keyed('create_asset', { ...machine, acquired_on: '2026-01-01' });
  noon('2026-03-31');
  const answers = await Promise.all([night(), call('run_depreciation'), night(), call('run_depreciation')]);
  const posted = answers.map((answer) => (answer as { posted: number } | null)?.posted ?? 0);
  assert.equal(
    posted.reduce((sum, one) => sum + one, 0),
    15,
  );
  assert.equal(await balance('6750'), 300_000n);
  await sound();
});

test('an account with an asset on it stays, and a drift is noticed', async () => {
  const { keyed, call, brought, as } = await books('Drift', '2026-01-01');
  const account = await call('create_account', { code: '1510', name: 'Vans', type: 'fixed_asset' });
  await brought('12000', '1510');
  const { id } = await keyed('create_asset', {
    ...machine,
    account_code: '1510',
    name: 'Van',
    acquired_on: '2026-01-01',
  });
  await assert.rejects(
    call('archive_account', { id: account.id }),
    refused('account_in_use', ({ used_by }) => assert.deepEqual(used_by, ['Van'])),
  );
  await asOwner(world.database.ownerUrl, async (db) => {
    await db.query('alter table assets disable trigger all');
    await db.query('update assets set cost = cost + 100 where organization_id = $1', [as.organization?.id]);
    await db.query('alter table assets enable trigger all');
  });
  const { checks } = await call('check_books');
  assert.deepEqual(checks.find(({ name }: Wire) => name === 'assets_depreciated').found.length, 1, id);
});
