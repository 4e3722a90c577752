/** Prepaid expenses and deferred income move month by month, each share once, and never into a closed period. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { schedulesRunner } from '../../../doors/jobs/schedules-job.ts';
import { catalogue } from '../../../catalogue.ts';
import { asOwner } from '../../../../test/support/database.ts';
import { createExpenseFixture } from '../../../../test/support/expense-fixture.ts';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const noon = (day: string) => world.setNow(`${day}T12:00:00Z`);
const year = { from: '2026-10-01', to: '2027-09-30' };
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
  const bill = (more: object = {}) =>
    fixture.owed('1200', { expense_date: day, lines: [{ category: 'Insurance', amount: '1200' }], ...more });
  const id = as.organization?.id ?? '';
  const night = () =>
    runner(
      { id: world.runtime.newId(), organizationId: id, kind: 'run_schedules', payload: {}, attempts: 1, error: null },
      () => Promise.resolve(),
    );
  return { as, call, fixture, shop, sound, bill, night, ...fixture };
}

describe('a bill for twelve months', () => {
  test('costs what falls into the year, and waits on prepaid expenses for the rest', async () => {
    const { keyed, balance, call, sound, bill } = await books('Insured', '2026-10-01');
    const expense = await bill();
    const schedule = await keyed('spread_expense', { id: expense.id, ...year });
    assert.deepEqual([schedule.status, schedule.moved, schedule.next_date], ['active', '0.00', '2026-10-31']);
    assert.deepEqual([await balance('6400'), await balance('1400')], [0n, 120_000n]);
    noon('2026-12-31');
    assert.equal((await call('run_schedules')).posted, 3);
    assert.equal((await call('run_schedules')).posted, 0, 'each share is posted once');
    assert.deepEqual([await balance('6400'), await balance('1400')], [30_000n, 90_000n]);
    const { parts } = await call('get_schedule', { id: schedule.id });
    assert.deepEqual(
      parts.slice(0, 4).map((part: Wire) => part.posted_on),
      ['2026-10-31', '2026-11-30', '2026-12-31', null],
    );
    await sound();
  });

  test('by days costs 302.47 of it in the first year', async () => {
    const { keyed, balance, call, sound, bill } = await books('By days', '2026-10-01');
    await keyed('spread_expense', { id: (await bill()).id, ...year, method: 'day' });
    noon('2026-12-31');
    await call('run_schedules');
    assert.deepEqual([await balance('6400'), await balance('1400')], [30_247n, 89_753n]);
    await sound();
  });

  test('entered late catches up at once, none of it before the bill', async () => {
    const { keyed, balance, bill, sound } = await books('Late', '2026-12-15');
    const { parts } = await keyed('spread_expense', { id: (await bill()).id, ...year });
    assert.deepEqual(
      parts.slice(0, 3).map((part: Wire) => part.posted_on),
      ['2026-12-15', '2026-12-15', null],
    );
    assert.equal(await balance('6400'), 20_000n);
    await sound();
  });

  test('in another currency waits at its value of its day, and is not revalued', async () => {
    const { keyed, balance, bill, sound } = await books('Abroad', '2026-10-01');
    const expense = await bill({ currency: 'USD', exchange_rate: '0.92' });
    await keyed('spread_expense', { id: expense.id, ...year });
    assert.deepEqual([await balance('6400'), await balance('1400')], [0n, 110_400n]);
    await sound();
  });

  test('costs what is paid of it on the cash basis, when it is paid', async () => {
    const { keyed, bill, call, sound, fixture } = await books('Cash', '2026-10-01');
    const expense = await bill();
    await keyed('spread_expense', { id: expense.id, ...year });
    const spent = async () =>
      (await call('get_profit_and_loss', { from: '2026-10-01', to: '2026-12-31', basis: 'cash' })).totals.net_profit
        .amount;
    assert.equal(await spent(), '0.00');
    noon('2026-11-30');
    await fixture.pay(expense);
    await call('run_schedules');
    assert.equal(await spent(), '-1200.00');
    await sound();
  });
});

test('a subscription earns month by month; its tax is owed at once', async () => {
  const { shop, keyed, balance, call, sound } = await books('Magazine', '2026-11-01');
  const tax = await shop.tax('19');
  const sale = await shop.sold('240', {
    lines: [{ name: 'Subscription', quantity: '1', unit_price: '240', tax_rate_ids: [tax] }],
    prices_include_tax: false,
  });
  await keyed('spread_sale', { id: sale.id, from: '2026-11-01', to: '2027-10-31' });
  noon('2026-12-31');
  await call('run_schedules');
  assert.deepEqual([await balance('4000'), await balance('2400'), await balance('2200')], [-4_000n, -20_000n, -4_560n]);
  await keyed('void_sale', { id: sale.id });
  assert.deepEqual([await balance('4000'), await balance('2400')], [0n, 0n]);
  await sound();
});

describe('a closed period', () => {
  test('takes no share: it goes to the first open day and says so', async () => {
    const { keyed, call, bill, night, sound, as } = await books('Closed', '2026-10-01');
    const schedule = await keyed('spread_expense', { id: (await bill()).id, ...year });
    noon('2026-12-05');
    await call('set_period_locks', { soft: '2026-11-30' });
    assert.deepEqual(await night(), { posted: 2 });
    const { parts } = await call('get_schedule', { id: schedule.id });
    assert.deepEqual(
      parts.slice(0, 2).map((part: Wire) => [part.due_date, part.posted_on]),
      [
        ['2026-10-31', '2026-12-01'],
        ['2026-11-30', '2026-12-01'],
      ],
    );
    const entry = await call('get_journal_entry', { id: parts[1].journal_entry_id });
    assert.match(entry.memo, /2026-11, whose period is closed/);
    await assert.rejects(
      world.call(
        'spread_expense',
        { id: (await bill({ expense_date: '2026-12-01' })).id, ...year, date: '2026-11-01' },
        { as, key: 'closed' },
      ),
      refused('period_locked'),
    );
    await sound();
  });
});

describe('two at once', () => {
  test('post each share once', async () => {
    const { keyed, balance, night, call, sound, bill } = await books('Twins', '2026-10-01');
    for (let made = 0; made < 5; made += 1) await keyed('spread_expense', { id: (await bill()).id, ...year });
    noon('2026-12-31');
    const answers = await Promise.all([night(), call('run_schedules'), night(), call('run_schedules')]);
    const posted = answers.map((answer) => (answer as { posted: number } | null)?.posted ?? 0);
    assert.equal(
      posted.reduce((sum, one) => sum + one, 0),
      15,
    );
    assert.deepEqual([await balance('6400'), await balance('1400')], [150_000n, 450_000n]);
    await sound();
  });

  test('that spread the same line make one schedule', async () => {
    const { keyed, bill, call } = await books('Same line', '2026-10-01');
    const { id } = await bill();
    const both = await Promise.allSettled([1, 2].map(() => keyed('spread_expense', { id, ...year })));
    assert.deepEqual(both.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
    await assert.rejects(keyed('spread_expense', { id, ...year }), refused('line_spread'));
    assert.equal((await call('list_schedules', { source_id: id })).data.length, 1);
  });
});

describe('an end before its time', () => {
  test('voiding the bill after months takes all of it back, and the schedule posts no more', async () => {
    const { keyed, balance, call, night, sound, bill } = await books('Voided', '2026-10-01');
    const { id } = await bill();
    await keyed('spread_expense', { id, ...year });
    noon('2026-12-31');
    await call('run_schedules');
    world.emitted();
    await keyed('void_expense', { id });
    assert.ok(world.emitted().some(({ type }) => type === 'schedule.voided'));
    assert.deepEqual([await balance('6400'), await balance('1400'), await balance('2000')], [0n, 0n, 0n]);
    noon('2027-03-31');
    assert.equal(await night(), null);
    assert.equal((await call('list_schedules', { status: 'voided' })).data[0].remaining, '0.00');
    await sound();
  });

  test('a contract that is cancelled costs the rest at once', async () => {
    const { keyed, balance, call, sound, bill } = await books('Cancelled', '2026-10-01');
    const { id } = await keyed('spread_expense', { id: (await bill()).id, ...year });
    noon('2026-12-10');
    await call('run_schedules');
    await assert.rejects(
      keyed('end_schedule', { id, date: '2026-11-15' }),
      refused('validation_failed', ({ errors }) => assert.equal(errors[0].code, 'wrong_day')),
    );
    const ended = await keyed('end_schedule', { id, reason: 'The car is sold.' });
    assert.deepEqual([ended.status, ended.moved, ended.next_date, ended.parts.length], ['ended', '1200.00', null, 3]);
    assert.deepEqual([await balance('6400'), await balance('1400')], [120_000n, 0n]);
    await assert.rejects(keyed('end_schedule', { id }), refused('invalid_state_transition'));
    await sound();
  });

  test('a schedule that was a mistake is voided, and its line can be spread anew', async () => {
    const { keyed, balance, bill, sound } = await books('Mistaken', '2026-10-01');
    const { id } = await bill();
    const first = await keyed('spread_expense', { id, ...year });
    await keyed('void_schedule', { id: first.id, reason: 'Wrong months.' });
    assert.deepEqual([await balance('6400'), await balance('1400')], [120_000n, 0n]);
    await keyed('spread_expense', { id, from: '2026-10-01', to: '2026-12-31' });
    await sound();
  });
});

describe('an account', () => {
  test('is not archived while a schedule posts to it', async () => {
    const { keyed, call } = await books('Archived', '2026-10-01');
    const account = await call('create_account', { code: '6410', name: 'Licences', type: 'expense' });
    const made = { description: 'Licence', account_code: '6410', amount: '90', from: '2026-10-01', to: '2026-12-31' };
    const { id } = await keyed('create_schedule', made);
    await assert.rejects(
      call('archive_account', { id: account.id }),
      refused('account_in_use', ({ used_by }) => assert.deepEqual(used_by, ['Licence'])),
    );
    await keyed('void_schedule', { id });
    await call('archive_account', { id: account.id });
    await assert.rejects(
      keyed('create_schedule', made),
      refused('validation_failed', ({ errors }) => assert.equal(errors[0].code, 'archived')),
    );
  });

  test('that does not exist is not spread, nor is one of another organisation', async () => {
    const { keyed, call } = await books('Unknown', '2026-10-01');
    const [{ id: theirs }] = (await world.call('list_accounts', { code: '6400' }, { as: world.rival })).data;
    for (const account of [{ account_code: '9999' }, { account_id: theirs }]) {
      await assert.rejects(
        keyed('create_schedule', { description: 'Nothing', amount: '90', ...account, ...year }),
        refused('not_found', ({ errors }) => assert.equal(errors[0].pointer, `/${Object.keys(account)[0]}`)),
      );
    }
    assert.deepEqual((await call('list_schedules')).data, []);
  });

  test('of the balance sheet, an asset or goods are not spread', async () => {
    const { keyed, bill, call } = await books('Misplaced', '2026-10-01');
    const wrong = { description: 'Van', account_code: '1500', amount: '90', ...year };
    await assert.rejects(
      keyed('create_schedule', wrong),
      refused('validation_failed', ({ errors }) => assert.equal(errors[0].code, 'wrong_account_type')),
    );
    const [equipment] = (await call('list_accounts', { code: '1500' })).data;
    await call('create_expense_category', { name: 'Machines', account_id: equipment.id });
    const { id } = await bill({ lines: [{ category: 'Machines', amount: '1200' }] });
    await assert.rejects(
      keyed('spread_expense', { id, ...year }),
      refused('validation_failed', ({ errors }) => assert.equal(errors[0].code, 'no_cost')),
    );
  });
});

test('the database refuses a posted part that changes', async () => {
  const { keyed, bill } = await books('Frozen', '2026-10-31');
  await keyed('spread_expense', { id: (await bill()).id, ...year });
  await assert.rejects(
    asOwner(world.database.ownerUrl, (client) =>
      client.query('update schedule_parts set amount = 1 where posted_on is not null'),
    ),
    /a posted part stays/,
  );
});
