import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { addDays, lastDay } from './calendar.ts';
import { firstOpenDay, type Lock, lockedBy } from './lock.ts';

const runs = { numRuns: 1_000 };
const march: Lock = { name: 'soft', through: '2026-03-31' };
const unlocked: Lock = { ...march, windows: [{ from: '2026-03-01', to: '2026-03-10' }] };
const hard: Lock = { name: 'hard', through: '2025-12-31' };

const anyDay = fc.nat(40).map((days) => addDays('2026-01-01', days));
const anyWindow = fc.tuple(anyDay, fc.nat(10)).map(([from, days]) => ({ from, to: addDays(from, days) }));
const anyLock = fc.record({
  name: fc.constant('soft'),
  through: anyDay,
  windows: fc.array(anyWindow, { maxLength: 2 }),
});

test('vector 24: with 1 to 10 March unlocked, an entry of 5 March passes', () => {
  assert.equal(lockedBy(['2026-03-05'], [unlocked]), undefined);
  assert.deepEqual(lockedBy(['2026-03-05'], [march]), { lock: march, day: '2026-03-05' });
});

test('vector 24: a lock and a window have both their ends', () => {
  const closed = (day: string) => lockedBy([day], [unlocked]) !== undefined;
  const days = ['2026-02-28', '2026-03-01', '2026-03-10', '2026-03-11', '2026-03-31', '2026-04-01'];
  assert.deepEqual(days.map(closed), [true, false, false, true, true, false]);
});

test('vector 24: a date is neither changed from a locked day nor to one', () => {
  assert.deepEqual(lockedBy(['2026-04-02', '2026-03-31'], [march]), { lock: march, day: '2026-03-31' });
  assert.deepEqual(lockedBy(['2026-03-31', '2026-04-02'], [march]), { lock: march, day: '2026-03-31' });
  assert.equal(lockedBy(['2026-04-01', '2026-04-02'], [march]), undefined);
  assert.equal(lockedBy([], [march]), undefined);
});

test('a window in one lock opens no other', () => {
  const locks = [{ ...unlocked, windows: [{ from: '2025-12-01', to: '2026-03-31' }] }, hard];
  assert.deepEqual(lockedBy(['2025-12-31'], locks), { lock: hard, day: '2025-12-31' });
  assert.equal(lockedBy(['2026-01-01'], locks), undefined);
});

test('vector 23: a reversal goes to the first open day', () => {
  assert.equal(firstOpenDay('2026-03-15', [march, hard]), '2026-04-01');
  assert.equal(firstOpenDay('2026-05-02', [march]), '2026-05-02');
  assert.equal(firstOpenDay('2026-02-15', [unlocked]), '2026-03-01');
  assert.equal(firstOpenDay('2026-03-11', [unlocked]), '2026-04-01');
  assert.equal(firstOpenDay('2025-12-31', [unlocked, hard]), '2026-03-01');
  assert.equal(firstOpenDay('2026-01-01', []), '2026-01-01');
  assert.equal(firstOpenDay('2026-01-01', [{ name: 'hard', through: lastDay }]), undefined);
});

test('the first open day is open, and no earlier one is', () => {
  fc.assert(
    fc.property(anyDay, fc.array(anyLock, { maxLength: 3 }), (wanted, locks) => {
      const open = firstOpenDay(wanted, locks) ?? assert.fail();
      assert.ok(open >= wanted);
      assert.equal(lockedBy([open], locks), undefined);
      for (let day = wanted; day < open; day = addDays(day, 1)) assert.notEqual(lockedBy([day], locks), undefined);
    }),
    runs,
  );
});
