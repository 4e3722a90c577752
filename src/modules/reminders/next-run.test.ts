import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOpen, nextRun, opensAt } from './next-run.ts';

const id = '00000000-0000-7000-8000-000000000000';
const when = { hour: 9, weekdays: [1, 2, 3, 4, 5] };
const hourIn = (timeZone: string, at: string) =>
  new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', minute: 'numeric', hourCycle: 'h23' }).format(
    new Date(at),
  );

test('reminders leave at the same hour of the organisation, also on days on which clocks change', () => {
  const days = ['2026-03-28', '2026-03-29', '2026-03-30', '2026-10-25', '2026-07-01'];
  for (const timezone of ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Kiritimati', 'UTC']) {
    for (const day of days)
      assert.equal(hourIn(timezone, opensAt(day, when, { id, timezone })), '09:00', `${timezone} ${day}`);
  }
});

test('nobody is written to at the weekend or at night', () => {
  const where = { id, timezone: 'Europe/Berlin' };
  const open = (now: string, day: string) => isOpen(now, day, { when, where });
  assert.equal(open('2026-03-06T07:59:59.000Z', '2026-03-06'), false);
  assert.equal(open('2026-03-06T08:00:00.000Z', '2026-03-06'), true);
  assert.equal(open('2026-03-06T18:00:00.000Z', '2026-03-06'), false);
  assert.equal(open('2026-03-07T09:00:00.000Z', '2026-03-07'), false);
  const next = nextRun('2026-03-06T09:00:00.000Z', '2026-03-06', { when, where });
  assert.deepEqual(next, { day: '2026-03-09', at: '2026-03-09T08:00:00.000Z' });
  const sunday = nextRun('2026-03-02T08:00:00.000Z', '2026-03-02', { when: { ...when, weekdays: [1] }, where });
  assert.equal(sunday.day, '2026-03-09');
});
