import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays } from './calendar.ts';
import { isTargetDay, targetDayFrom, targetDayUntil } from './target-day.ts';

test('banks rest on weekends, New Year, Good Friday, Easter Monday, Labour Day and two days of Christmas', () => {
  const closed = ['2026-01-01', '2026-04-03', '2026-04-06', '2026-05-01', '2026-12-25', '2026-12-26', '2026-07-04'];
  for (const day of closed) assert.equal(isTargetDay(day), false, day);
  const open = ['2026-04-02', '2026-04-07', '2026-05-14', '2026-05-25', '2026-10-05', '2026-12-24'];
  for (const day of open) assert.equal(isTargetDay(day), true, day);
});

test('Easter is where the church has it', () => {
  // Good Fridays of years in which the algorithm takes different ways.
  for (const day of [
    '2000-04-21',
    '2008-03-21',
    '2019-04-19',
    '2024-03-29',
    '2025-04-18',
    '2038-04-23',
    '2049-04-16',
  ]) {
    assert.equal(isTargetDay(day), false, day);
    assert.equal(isTargetDay(addDays(day, -1)), true, `${day} but one`);
    assert.equal(isTargetDay(addDays(day, 3)), false, `${day} and three`);
    assert.equal(isTargetDay(addDays(day, 4)), true, `${day} and four`);
  }
});

test('the nearest such day is never further than five days away', () => {
  for (let day = '2026-01-01'; day < '2032-01-01'; day = addDays(day, 1)) {
    const [after, before] = [targetDayFrom(day), targetDayUntil(day)];
    assert.ok(before <= day && day <= after && isTargetDay(before) && isTargetDay(after), day);
    assert.ok(after <= addDays(day, 5) && before >= addDays(day, -5), day);
  }
  assert.equal(targetDayUntil('2026-04-05'), '2026-04-02');
  assert.equal(targetDayFrom('2026-04-03'), '2026-04-07');
});
