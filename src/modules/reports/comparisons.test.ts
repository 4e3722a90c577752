import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { book, soldOn } from '../../../test/support/books.ts';
import { refused } from '../../../test/support/refused.ts';
import { shopOf } from '../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';
import type { Actor } from '../../operation/actor.ts';

const world = await createWorld();

const trends = async (as: Actor, input: object): Promise<Wire> => {
  return world.call('get_trends', { metric: 'revenue', ...input }, { as });
};

describe('what is compared', () => {
  test('29 February is compared with the 28th, and every other day with its own', async () => {
    const as = await world.found('Leap');
    await book(
      world,
      [
        ['2023-02-28', '1.00'],
        ['2023-03-01', '2.00'],
        ['2024-02-28', '10.00'],
        ['2024-02-29', '20.00'],
        ['2024-03-01', '40.00'],
        ['2025-03-01', '80.00'],
      ].map(([day = '', sum = '']) => soldOn(day, sum)),
      as,
    );
    const days = async (from: string, to: string) =>
      (await trends(as, { from, to, interval: 'day' })).rows.map((row: Wire) => {
        return [row.label.slice(5), row.amount, row.previous_year, row.previous_year_percent];
      });
    assert.deepEqual(await days('2024-02-28', '2024-03-01'), [
      ['02-28', '10.00', '1.00', '900.00'],
      ['02-29', '20.00', '1.00', '1900.00'],
      ['03-01', '40.00', '2.00', '1900.00'],
    ]);
    assert.deepEqual(await days('2025-02-28', '2025-03-01'), [
      ['02-28', '0.00', '10.00', '-100.00'],
      ['03-01', '80.00', '40.00', '100.00'],
    ]);
    const year = { from: '2024-02-29', to: '2024-02-29', compare: 'previous_year' };
    const { compared_period: compared, totals } = await world.call('get_profit_and_loss', year, { as });
    assert.deepEqual(compared, { from: '2023-02-28', to: '2023-02-28' });
    assert.deepEqual([totals.revenue.compared, totals.revenue.change_percent], ['1.00', '1900.00']);
  });

  test('a week is compared with its dates a year before, and one over New Year is whole', async () => {
    world.setNow('2026-02-01T12:00:00Z');
    const as = await world.found('Weeks');
    await book(
      world,
      [
        soldOn('2024-12-29', '1.00'),
        soldOn('2025-01-04', '2.00'),
        soldOn('2025-01-05', '4.00'),
        soldOn('2025-12-29', '8.00'),
        soldOn('2026-01-04', '16.00'),
        soldOn('2026-01-05', '32.00'),
      ],
      as,
    );
    const { rows } = await trends(as, { from: '2025-12-29', to: '2026-01-11', interval: 'week' });
    assert.deepEqual(
      rows.map((row: Wire) => [row.from, row.to, row.is_partial, row.amount, row.previous_year]),
      [
        ['2025-12-29', '2026-01-04', false, '24.00', '3.00'],
        ['2026-01-05', '2026-01-11', false, '32.00', '4.00'],
      ],
    );
    world.setNow('2026-01-01T12:00:00Z');
    const { period } = await world.call('get_revenue', { period: 'this_week' }, { as });
    assert.deepEqual(period, { from: '2025-12-29', to: '2026-01-04' });
  });

  test('any days may be chosen, as many as the range has or up to another day', async () => {
    world.setNow('2026-02-01T12:00:00Z');
    const as = await world.found('Chosen');
    await book(world, [soldOn('2025-06-01', '5.00'), soldOn('2025-06-11', '6.00'), soldOn('2026-01-05', '20.00')], as);
    const january = { from: '2026-01-01', to: '2026-01-10', compare: 'custom', compare_from: '2025-06-01' };
    const ask = (input: object) => world.call('get_profit_and_loss', { ...january, ...input }, { as });
    const same = await ask({});
    assert.deepEqual(same.compared_period, { from: '2025-06-01', to: '2025-06-10' });
    assert.deepEqual([same.totals.revenue.compared, same.totals.revenue.change_percent], ['5.00', '300.00']);
    assert.equal((await ask({ compare_to: '2025-06-11' })).totals.revenue.compared, '11.00');
    const at = (pointer: string) =>
      refused('validation_failed', ({ errors }) => assert.equal(errors[0].pointer, pointer));
    await assert.rejects(ask({ compare_from: undefined }), at('/compare_from'));
    await assert.rejects(ask({ compare_to: '2025-05-31' }), at('/compare_to'));
    await assert.rejects(ask({ compare: 'previous_year' }), at('/compare'));
    const last = await ask({ compare_from: '9999-12-30' });
    assert.deepEqual([last.compared_period.to, last.totals.revenue.compared], ['9999-12-31', '0.00']);
    const days = { interval: 'day', compare_to: '2025-06-02' };
    const revenue = await world.call('get_revenue', { ...january, ...days }, { as });
    assert.deepEqual(
      [revenue.rows.length, revenue.rows[0].net.compared, revenue.rows[9].net.compared],
      [10, '0.00', '0.00'],
    );
  });
});

describe('a comparison', () => {
  const march = { from: '2026-03-01', to: '2026-03-31', compare: 'previous_period' };

  test('shows also what was there only before, in payments, tax, margins and on the dashboard', async () => {
    world.setNow('2026-02-10T12:00:00Z');
    const as = await world.found('Before');
    const shop = shopOf(world, as);
    const rate = await shop.tax('20');
    const [old, fresh] = [await shop.product({ name: 'Old' }), await shop.product({ name: 'Fresh' })];
    for (const article of [old, fresh]) await shop.receive(article, '10', '4.00');
    const sell = (article: Wire, method: string, rates: readonly string[]) => {
      const lines = [{ variant_id: article.id, quantity: '1', unit_price: '10.00', tax_rate_ids: rates }];
      return shop.keyed('record_sale', { lines, prices_include_tax: false, payments: [{ method }] });
    };
    await sell(old, 'Cash', [rate]);
    world.setNow('2026-03-10T12:00:00Z');
    await sell(fresh, 'Bank transfer', []);
    await sell(fresh, 'Bank transfer', []);
    world.setNow('2026-04-10T12:00:00Z');
    const ask = (name: string, input: object = march): Promise<Wire> => world.call(name, input, { as });

    const payments = await ask('get_payments_report');
    assert.deepEqual(
      payments.rows.map((row: Wire) => [row.method, row.net, row.compared, row.change_percent]),
      [
        ['Bank transfer', '20.00', '0.00', null],
        ['Cash', '0.00', '12.00', '-100.00'],
      ],
    );
    assert.deepEqual(
      [payments.totals.net, payments.totals.compared, payments.totals.change],
      ['20.00', '12.00', '8.00'],
    );

    const margins = await ask('get_product_margin');
    assert.deepEqual(
      margins.rows.map((row: Wire) => [row.label, row.margin, row.compared, row.change]),
      [
        ['Fresh', '12.00', '0.00', '12.00'],
        ['Old', '0.00', '6.00', '-6.00'],
      ],
    );
    assert.deepEqual([margins.totals.margin, margins.totals.change_percent], ['12.00', '100.00']);
    assert.equal(margins.reconciliation.difference, '0.00');

    const taxes = await ask('get_tax_summary');
    assert.deepEqual(
      taxes.rows.map((row: Wire) => [row.tax_rate_id === rate, row.base, row.compared_base, row.tax, row.compared_tax]),
      [
        [false, '20.00', '0.00', '0.00', '0.00'],
        [true, '0.00', '10.00', '0.00', '2.00'],
      ],
    );
    assert.deepEqual([taxes.totals.net_due, taxes.compared_totals.net_due], ['0.00', '2.00']);

    const year = { from: march.from, to: march.to, compare: 'previous_year' };
    const overview = await ask('get_business_overview', year);
    assert.deepEqual(overview.compared_period, { from: '2025-03-01', to: '2025-03-31' });
    assert.deepEqual([overview.net_sales.amount, overview.net_sales.compared], ['20.00', '0.00']);
    const alone = await ask('get_payments_report', { from: march.from, to: march.to });
    assert.deepEqual([alone.compared_period, alone.totals.compared, alone.rows.length], [null, null, 1]);
  });
});
