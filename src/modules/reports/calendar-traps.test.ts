/** Edges of the calendar: days, weeks and years of odd lengths, and divisions by zero. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { book, soldOn } from '../../../test/support/books.ts';
import { type Shop, shopOf } from '../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';
import type { Actor } from '../../operation/actor.ts';

const world = await createWorld();

/** An organisation with its own clock on the wall, and a sale of one amount at each of these instants. */
async function soldAt(timezone: string, instants: readonly (readonly [instant: string, price: string])[]) {
  world.setNow('2025-01-01T12:00:00Z');
  const as = await world.found(timezone, { timezone });
  const shop = shopOf(world, as);
  for (const [instant, price] of instants) {
    world.setNow(instant);
    const lines = [{ name: 'Work', quantity: '1', unit_price: price, tax_rate_ids: [] }];
    await shop.keyed('record_sale', { lines, payments: [{ method: 'Cash' }] });
  }
  return { as, ask: (name: string, input: object): Promise<Wire> => world.call(name, input, { as }) };
}

const series = ({ rows }: Wire) => rows.map((row: Wire) => [row.label, row.net.amount]);

describe('days that are not 24 hours long', () => {
  test('what is sold in the 23 hours of the first day of summer time counts on it, to midnight', async () => {
    const { ask } = await soldAt('Europe/Berlin', [
      ['2026-03-28T22:59:00Z', '1.00'],
      ['2026-03-28T23:00:00Z', '2.00'],
      ['2026-03-29T21:59:00Z', '4.00'],
      ['2026-03-29T22:00:00Z', '8.00'],
    ]);
    const input = { from: '2026-03-28', to: '2026-03-30', interval: 'day' };
    const expected = [
      ['2026-03-28', '1.00'],
      ['2026-03-29', '6.00'],
      ['2026-03-30', '8.00'],
    ];
    const report = await ask('get_revenue', input);
    assert.deepEqual(series(report), expected);
    assert.deepEqual([report.meta.timezone, report.reconciliation.difference], ['Europe/Berlin', '0.00']);
    const { totals } = await ask('get_profit_and_loss', input);
    assert.deepEqual(totals.revenue.series, ['1.00', '6.00', '8.00']);
  });

  test('and in the 25 hours of its last one as well', async () => {
    const { ask } = await soldAt('Europe/Paris', [
      ['2026-10-24T21:59:00Z', '1.00'],
      ['2026-10-24T22:00:00Z', '2.00'],
      ['2026-10-25T00:30:00Z', '4.00'],
      ['2026-10-25T01:30:00Z', '8.00'],
      ['2026-10-25T22:59:00Z', '16.00'],
      ['2026-10-25T23:00:00Z', '32.00'],
    ]);
    assert.deepEqual(series(await ask('get_revenue', { from: '2026-10-24', to: '2026-10-26', interval: 'day' })), [
      ['2026-10-24', '1.00'],
      ['2026-10-25', '30.00'],
      ['2026-10-26', '32.00'],
    ]);
  });

  test('a payment at half past three of New Year in London was made in the old year in New York', async () => {
    const { ask } = await soldAt('America/New_York', [['2026-01-01T03:30:00Z', '7.00']]);
    const last = { period: 'last_year' };
    world.setNow('2026-01-02T12:00:00Z');
    const { period, totals } = await ask('get_payments_report', last);
    assert.deepEqual([period, totals.net], [{ from: '2025-01-01', to: '2025-12-31' }, '7.00']);
    assert.equal((await ask('get_profit_and_loss', { period: 'this_year' })).totals.revenue.amount, '0.00');
  });
});

const trends = async (as: Actor, input: object): Promise<Wire> => {
  return world.call('get_trends', { metric: 'revenue', ...input }, { as });
};

describe('what is not over, and what is empty', () => {
  test('days that are still to come make no average, no growth and no change', async () => {
    world.setNow('2026-03-10T12:00:00Z');
    const as = await world.found('Early');
    await book(
      world,
      [soldOn('2026-01-15', '100.00'), soldOn('2026-02-15', '121.00'), soldOn('2026-03-05', '9.00')],
      as,
    );
    const { rows, totals } = await trends(as, { period: 'this_year', moving_average: 2 });
    assert.equal(rows.length, 12);
    assert.deepEqual(
      rows.slice(1, 5).map((row: Wire) => [row.is_partial, row.amount, row.change, row.moving_average]),
      [
        [false, '121.00', '21.00', '110.50'],
        [true, '9.00', null, '110.50'],
        [true, '0.00', null, '110.50'],
        [true, '0.00', null, '110.50'],
      ],
    );
    assert.deepEqual(totals, { amount: '230.00', average: '110.50', growth_percent: '21.00' });
    const today = await trends(as, { period: 'today', interval: 'day' });
    assert.equal(today.rows[0].is_partial, true);
  });

  test('a year so far is compared with the year before up to the same date, also after 29 February', async () => {
    world.setNow('2024-06-10T12:00:00Z');
    const as = await world.found('So far');
    const input = { period: 'this_year', compare: 'previous_year' };
    const { compared_period: compared } = await world.call('get_profit_and_loss', input, { as });
    assert.deepEqual(compared, { from: '2023-01-01', to: '2023-06-10' });
  });

  test('of nothing there is no percentage, and nothing is divided by it', async () => {
    world.setNow('2026-02-10T12:00:00Z');
    const as = await world.found('Empty');
    const ask = (name: string, input: object = {}): Promise<Wire> => world.call(name, input, { as });
    const days = { from: '2026-01-01', to: '2026-01-31', compare: 'previous_year' };
    const revenue = await ask('get_revenue', { ...days, group_by: 'client' });
    const { net, average_order: average, margin_percent: margin } = revenue.totals;
    assert.deepEqual([net.amount, net.change, net.change_percent, average, margin], ['0.00', '0.00', null, null, null]);
    assert.deepEqual(
      revenue.rows.map((row: Wire) => [row.kind, row.share]),
      [['unassigned', null]],
    );
    assert.equal((await ask('get_profit_and_loss', days)).totals.gross_margin_percent, null);
    assert.equal((await ask('get_receivables_aging')).days_sales_outstanding, null);
    assert.deepEqual((await ask('get_product_margin', { from: days.from, to: days.to })).totals.margin_percent, null);
    const { totals } = await ask('get_trends', { from: days.from, to: days.to });
    assert.deepEqual(totals, { amount: '0.00', average: '0.00', growth_percent: null });
  });
});

describe('more given back than sold', () => {
  let shop: Shop;
  let as: Actor;
  const march = { from: '2026-03-01', to: '2026-03-31' };
  const ask = (name: string, input: object): Promise<Wire> => world.call(name, input, { as });

  test('is negative on the day that it came back, and restates nothing before', async () => {
    world.setNow('2026-01-15T12:00:00Z');
    as = await world.found('Back');
    shop = shopOf(world, as);
    const sold = await shop.sold('80.00');
    await shop.pay(sold);
    world.setNow('2026-03-10T12:00:00Z');
    await shop.keyed('return_sale', { id: sold.id });
    const small = await shop.sold('20.00');
    world.setNow('2026-04-10T12:00:00Z');
    const net = async (month: string, to: string) => {
      return (await ask('get_revenue', { from: `2026-${month}-01`, to })).totals.net.amount;
    };
    assert.deepEqual([await net('01', '2026-01-31'), await net('03', '2026-03-31')], ['80.00', '-60.00']);
    const { totals, reconciliation } = await ask('get_revenue', march);
    assert.deepEqual([totals.gross, totals.returns, reconciliation.difference], ['20.00', '80.00', '0.00']);
    assert.equal(small.total, '20.00');
  });

  test('grows by what it came up, of how much it was below zero', async () => {
    await shop.sold('30.00');
    const april = { from: '2026-04-01', to: '2026-04-30', compare: 'custom', compare_from: '2026-03-01' };
    const { totals } = await ask('get_revenue', april);
    assert.deepEqual(
      [totals.net.compared, totals.net.change, totals.net.change_percent],
      ['-60.00', '90.00', '150.00'],
    );
    const { totals: moved } = await ask('get_trends', { from: '2026-01-01', to: '2026-03-31' });
    assert.equal(moved.growth_percent, null, 'from above zero to below it there is no even growth');
  });

  test('shares of a negative whole still make a hundred', async () => {
    const { rows } = await ask('get_revenue', { ...march, group_by: 'client' });
    const shares = rows.flatMap(({ share }: Wire) => (share === null ? [] : [Math.round(Number(share) * 100)]));
    assert.equal(
      shares.reduce((all: number, one: number) => all + one, 0),
      10_000,
    );
  });
});

test('what was owed on a day stays, whatever is paid, refunded, returned or given up later', async () => {
  world.setNow('2026-01-10T12:00:00Z');
  const as = await world.found('Past');
  const shop = shopOf(world, as);
  const client = await shop.client();
  const terms = { client_id: client.id, due_date: '2026-01-31' };
  const [returned, lost, paid] = [
    await shop.sold('100.00', terms),
    await shop.sold('40.00', terms),
    await shop.sold('60.00', terms),
  ];
  const aged = async (day: string) => {
    const report = await world.call('get_receivables_aging', { as_at: day }, { as });
    assert.equal(report.reconciliation.difference, '0.00', day);
    return [report.totals.days_1_30, report.totals.total, report.totals.credit];
  };
  world.setNow('2026-02-05T12:00:00Z');
  assert.deepEqual(await aged('2026-02-05'), ['200.00', '200.00', '0.00']);
  world.setNow('2026-02-10T12:00:00Z');
  const payment = await shop.pay(paid);
  world.setNow('2026-02-12T12:00:00Z');
  await shop.keyed('return_sale', { id: returned.id });
  await shop.keyed('write_off_sale', { id: lost.id, reason: 'Gone.' });
  world.setNow('2026-02-14T12:00:00Z');
  await shop.keyed('void_payment', { id: payment.id });
  assert.deepEqual(await aged('2026-02-05'), ['200.00', '200.00', '0.00']);
  assert.deepEqual(await aged('2026-02-11'), ['140.00', '140.00', '0.00']);
  assert.deepEqual(await aged('2026-02-13'), ['0.00', '0.00', '0.00']);
  assert.deepEqual(await aged('2026-02-14'), ['60.00', '60.00', '0.00']);
  assert.deepEqual(await aged('2026-01-31'), ['0.00', '200.00', '0.00']);
});

test('a report says through which day the books are closed', async () => {
  const as = await world.found('Closed');
  const locked = async () => (await world.call('get_trial_balance', {}, { as })).meta.locked_through;
  assert.equal(await locked(), null);
  await world.call('set_period_locks', { soft: '2025-12-31' }, { as });
  assert.equal(await locked(), '2025-12-31');
});
