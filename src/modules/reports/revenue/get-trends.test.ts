import assert from 'node:assert/strict';
import { test } from 'node:test';
import { book, soldOn } from '../../../../test/support/books.ts';
import { refused } from '../../../../test/support/refused.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

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
    row.label,
    row.is_partial,
    row.amount,
    row.change,
    row.change_percent,
    row.previous_year,
    row.previous_year_percent,
    row.moving_average,
    row.year_to_date,
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

test('ahead it goes on by the mean of the last season and by what each month used to be of it', async () => {
  world.setNow('2026-04-10T12:00:00Z');
  const as = await world.found('Seasons');
  const months = Array.from({ length: 40 }, (_, index) => {
    const [year, month] = [2022 + Math.floor((index + 11) / 12), ((index + 11) % 12) + 1];
    return { year, month, day: `${year}-${String(month).padStart(2, '0')}-15` };
  });
  // From December 2022 to March 2026: Decembers are four times another month.
  await book(
    world,
    months.map(({ day, month }) => soldOn(day, month === 12 ? '400.00' : '100.00')),
    as,
  );
  const ask = (input: object): Promise<Wire> => world.call('get_trends', { metric: 'revenue', ...input }, { as });
  const { rows, forecast, meta } = await ask({ forecast: 9 });
  assert.deepEqual(
    [forecast[0].label, forecast[0].estimate, forecast[0].seasonal_index, forecast.at(-1).label],
    ['2026-04', '100.00', '0.8000', '2026-12'],
  );
  assert.deepEqual([forecast.at(-1).estimate, forecast.at(-1).seasonal_index], ['400.00', '3.2000']);
  const [low, high] = [Number(forecast.at(-1).low), Number(forecast.at(-1).high)];
  assert.ok(low < 400 && 400 < high, 'in its first year nobody knew of December');
  assert.equal(rows.find((row: Wire) => row.label === '2025-12').seasonal_index, '3.2000');
  assert.deepEqual(meta.warnings, []);
  const quiet = await ask({});
  assert.deepEqual([quiet.forecast, quiet.rows[0].seasonal_index], [[], null]);
  const { content } = await ask({ forecast: 1, format: 'csv' });
  assert.match(content, /"2026-04","2026-04-01","2026-04-30","estimate",100\.00/);
});

test('of less than a season nothing is foretold, and it says so', async () => {
  const as = await world.found('New');
  await book(world, [soldOn('2026-02-15', '1.00')], as);
  for (const input of [{}, { from: '2026-04-01', to: '2026-04-30' }]) {
    const { forecast, meta } = await world.call('get_trends', { metric: 'revenue', forecast: 3, ...input }, { as });
    assert.deepEqual([forecast, meta.warnings], [[], ['An estimate needs 12 whole intervals at least.']]);
  }
  const daily = { metric: 'revenue', from: '2026-03-01', to: '2026-04-10', interval: 'day', forecast: 2 };
  const { forecast } = await world.call('get_trends', daily, { as });
  assert.deepEqual(forecast, []);
  const ancient = { metric: 'revenue', from: '0002-01-01', to: '0002-03-31', forecast: 24 };
  for (const interval of ['day', 'month', 'fiscal_year']) {
    assert.deepEqual((await world.call('get_trends', { ...ancient, interval }, { as })).forecast, []);
  }
});
