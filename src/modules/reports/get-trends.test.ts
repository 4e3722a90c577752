import assert from 'node:assert/strict';
import { test } from 'node:test';
import { book, soldOn } from '../../../test/support/books.ts';
import { refused } from '../../../test/support/refused.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';

const world = await createWorld();
world.setNow('2026-04-10T12:00:00Z');
await book(world, [
  soldOn('2025-02-15', '80.00'),
  soldOn('2025-04-05', '9.00'),
  soldOn('2025-04-11', '1.00'),
  soldOn('2026-01-15', '100.00'),
  soldOn('2026-02-15', '200.00'),
  soldOn('2026-03-15', '400.00'),
  soldOn('2026-04-05', '30.00'),
]);

const trends = (input: object): Promise<Wire> => world.call('get_trends', { metric: 'revenue', ...input });
const first = { from: '2026-01-01', to: '2026-04-30' };

test('each interval has its change, its average, its year before and its year so far', async () => {
  const { rows, totals } = await trends({ ...first, moving_average: 2 });
  const shown = rows.map((row: Wire) => [
    ...[row.label, row.is_partial, row.amount, row.change, row.change_percent, row.previous_year],
    ...[row.previous_year_percent, row.moving_average, row.year_to_date],
  ]);
  assert.deepEqual(shown, [
    ['2026-01', false, '100.00', null, null, '0.00', null, null, '100.00'],
    ['2026-02', false, '200.00', '100.00', '100.00', '80.00', '150.00', '150.00', '300.00'],
    ['2026-03', false, '400.00', '200.00', '100.00', '0.00', null, '300.00', '700.00'],
    ['2026-04', true, '30.00', null, null, '9.00', '233.33', '300.00', '730.00'],
  ]);
  assert.deepEqual(totals, { amount: '730.00', average: '233.33', growth_percent: '100.00' });
});

test('without any days it shows twelve months up to now, those of nothing too', async () => {
  const { rows, period } = await trends({});
  assert.deepEqual(period, { from: '2025-05-01', to: '2026-04-30' });
  assert.equal(rows.length, 12);
  assert.equal(rows[0].amount, '0.00');
});

test('the year so far begins where the fiscal year does, also within an interval', async () => {
  const { rows } = await trends({ from: '2025-12-29', to: '2026-01-25', interval: 'week' });
  assert.deepEqual(
    rows.map((row: Wire) => [row.from, row.amount, row.year_to_date]),
    [
      ['2025-12-29', '0.00', '0.00'],
      ['2026-01-05', '0.00', '0.00'],
      ['2026-01-12', '100.00', '100.00'],
      ['2026-01-19', '0.00', '100.00'],
    ],
  );
  const { rows: years } = await trends({ from: '2025-12-01', to: '2026-01-31' });
  assert.deepEqual(
    years.map((row: Wire) => row.year_to_date),
    ['90.00', '100.00'],
  );
});

test('sales have no cash basis, and income has', async () => {
  await assert.rejects(
    trends({ metric: 'net_sales', basis: 'cash' }),
    refused('validation_failed', ({ errors }) => assert.equal(errors[0].pointer, '/basis')),
  );
  assert.equal((await trends({ ...first, basis: 'cash' })).meta.basis, 'cash');
});
