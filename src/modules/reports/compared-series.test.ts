import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createYear } from '../../../test/support/random-year.ts';
import { seed } from '../../../test/support/seed.ts';
import type { Wire } from '../../../test/support/world.ts';

const { world, year } = await createYear(seed, 60);
const ask = (name: string, input: object): Promise<Wire> => world.call(name, input, { as: year.who });

const reports = [
  ['get_profit_and_loss', { basis: 'accrual' }],
  ['get_profit_and_loss', { basis: 'cash' }],
  ['get_expenses_by_category', {}],
  ['get_cash_flow', {}],
  ['get_revenue', { group_by: 'client' }],
  ['get_revenue', { group_by: 'product' }],
] as const;

/** Every figure of a report with a name: those of its rows, and its totals. */
function figuresIn(report: Wire, place = ''): [string, Wire][] {
  if (typeof report !== 'object' || report === null) return [];
  if ('compared_series' in report && 'series' in report) return [[place, report]];
  return Object.entries<Wire>(report).flatMap(([name, inner]) =>
    figuresIn(inner, `${place}/${inner?.account_id ?? inner?.key ?? name}`),
  );
}

for (const [name, input] of reports) {
  test(`${name} ${JSON.stringify(input)}: each interval is compared with what the report said of it then`, async () => {
    const asked = { ...input, interval: 'month' };
    const now = await ask(name, { ...asked, from: '2026-02-01', to: '2026-12-31', compare: 'previous_year' });
    const then = await ask(name, { ...asked, from: '2025-02-01', to: '2025-12-31' });
    const past = new Map(figuresIn({ rows: then.rows, totals: then.totals }));
    const compared = figuresIn({ rows: now.rows, totals: now.totals });
    let found = 0;
    for (const [place, figure] of compared) {
      const before = past.get(place);
      if (before === undefined) continue;
      assert.deepEqual(figure.compared_series, before.series, place);
      found += before.series.some((amount: string) => Number(amount) !== 0) ? 1 : 0;
    }
    assert.ok(found > 0, 'control: something was sold or spent');
    for (const [place, { compared_series: series }] of past) assert.deepEqual(series, [], place);
  });
}

test('the year before is compared as far as this one has come, and what is to come says so', async () => {
  const input = { period: 'this_year', interval: 'month', compare: 'previous_year' };
  const { intervals, totals } = await ask('get_profit_and_loss', input);
  assert.deepEqual(
    intervals.map(({ state }: Wire) => state),
    ['current', ...Array.from({ length: 11 }, () => 'future')],
  );
  const { compared_series: series, compared } = totals.revenue;
  assert.equal(series.length, 12);
  assert.equal(series[0], compared);
  assert.deepEqual(new Set(series.slice(1)), new Set([null]));
  const { intervals: over } = await ask('get_profit_and_loss', { period: 'last_year', interval: 'quarter' });
  assert.deepEqual(new Set(over.map(({ state }: Wire) => state)), new Set(['past']));
});
