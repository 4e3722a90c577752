import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDue, superfluous } from './scheduled.ts';

const at = { hour: 3, minute: 30 };
const instant = (text: string) => Date.parse(text);

test('a backup is due once a day, and a night that was missed is made up for', () => {
  const last = ['daybook-2026-11-20T03-30-02Z.tar'];
  assert.equal(isDue([], at, instant('2026-11-20T01:00:00Z')), true);
  assert.equal(isDue(last, at, instant('2026-11-20T03:31:00Z')), false);
  assert.equal(isDue(last, at, instant('2026-11-21T03:29:59Z')), false);
  assert.equal(isDue(last, at, instant('2026-11-21T03:30:00Z')), true);
  assert.equal(isDue(last, at, instant('2026-11-23T17:00:00Z')), true);
  assert.equal(isDue(['daybook-2026-11-21T03-30-00Z.tar.unfinished'], at, instant('2026-11-21T04:00:00Z')), true);
});

test('the newest backups are kept, and nothing is removed that is not one', () => {
  const names = ['19', '21', '20'].map((day) => `daybook-2026-11-${day}T03-30-02Z.tar`);
  const killed = 'daybook-2026-11-18T03-30-02Z.tar.unfinished';
  assert.deepEqual(superfluous([...names, 'notes.txt', 'books.tar', killed], 2), [names[0], killed]);
  assert.deepEqual(superfluous(names, 7), []);
});
