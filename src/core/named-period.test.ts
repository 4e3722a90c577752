import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, firstDay, lastDay } from './calendar.ts';
import { daysOf, namedPeriods } from './named-period.ts';
import { daysIn } from './period.ts';

const fiscal = { month: 4, day: 6 };

test('a name means other days as time goes on', () => {
  const on = (name: (typeof namedPeriods)[number], today: string) => {
    const { from, to } = daysOf(name, today, fiscal);
    return `${from} ${to}`;
  };
  assert.equal(on('today', '2028-02-29'), '2028-02-29 2028-02-29');
  assert.equal(on('yesterday', '2028-03-01'), '2028-02-29 2028-02-29');
  assert.equal(on('last_7_days', '2028-03-01'), '2028-02-24 2028-03-01');
  assert.equal(on('last_30_days', '2026-03-01'), '2026-01-31 2026-03-01');
  assert.equal(on('last_90_days', '2026-03-31'), '2026-01-01 2026-03-31');
  assert.equal(on('this_week', '2026-11-29'), '2026-11-23 2026-11-29');
  assert.equal(on('last_week', '2026-11-30'), '2026-11-23 2026-11-29');
  assert.equal(on('last_month', '2028-03-31'), '2028-02-01 2028-02-29');
  assert.equal(on('this_quarter', '2026-11-28'), '2026-10-01 2026-12-31');
  assert.equal(on('last_year', '2026-01-01'), '2025-01-01 2025-12-31');
  assert.equal(on('this_fiscal_year', '2026-04-05'), '2025-04-06 2026-04-05');
  assert.equal(on('last_fiscal_year', '2026-04-06'), '2025-04-06 2026-04-05');
});

test('every name has days at any time of the calendar, and periods that begin with this hold today', () => {
  for (const today of [addDays(firstDay, 800), '1999-12-31', '2000-02-29', addDays(lastDay, -1), lastDay]) {
    for (const name of namedPeriods) {
      const found = daysOf(name, today, fiscal);
      assert.ok(daysIn(found) >= 1, `${name} on ${today}`);
      if (name.startsWith('this_')) assert.ok(found.from <= today && today <= found.to, `${name} on ${today}`);
    }
  }
});
