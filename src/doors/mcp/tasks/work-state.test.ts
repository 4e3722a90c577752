import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedAt, progressIn, stateOf } from './work-state.ts';

const made = { id: 'imp_1', created_at: '2026-11-01T08:00:00.000Z' };

test('a record says how far it is in words, whatever kind of work it is', () => {
  const cases: [object, string, string][] = [
    [{ state: 'queued', done: 0, total: 40 }, 'working', 'Waiting for its turn.'],
    [{ state: 'queued', done: 20, total: 40 }, 'working', '20 of 40 done (50 %).'],
    [{ state: 'running', done: 400, total: 2_000, failed: 3 }, 'working', '400 of 2,000 done (20 %), 3 failed.'],
    [{ status: 'running', done: 0, total: null }, 'working', 'At work.'],
    [{ state: 'running', progress: 70 }, 'working', '70 % done.'],
    [{ state: 'cancelled', done: 1_200, total: 2_000 }, 'cancelled', 'Cancelled after 1,200 of 2,000.'],
    [{ state: 'cancelled' }, 'cancelled', 'Cancelled.'],
    [{ status: 'failed', problem: 'The disk is full.' }, 'failed', 'The disk is full.'],
    [{ state: 'failed', error: 'It broke.' }, 'failed', 'It broke.'],
    [{ status: 'failed', problem: null }, 'failed', 'It failed.'],
    [{ state: 'completed', created: 8, skipped: 0, failed: 2 }, 'completed', 'Finished: 8 created, 2 failed.'],
    [
      { state: 'completed', is_trial: true, created: 8, failed: 2 },
      'completed',
      'Tried, and nothing was written: 8 to create, 2 failed.',
    ],
    [{ status: 'completed', done: 12, problems: 0 }, 'completed', 'Finished: 12 done.'],
    [{ status: 'completed', done: 12, problems: 1 }, 'completed', 'Finished: 1 not rendered.'],
    [{ state: 'done', progress: 100 }, 'completed', 'Finished.'],
    [{ status: 'expired' }, 'completed', 'Finished.'],
  ];
  for (const [said, state, words] of cases) {
    const work = { ...made, ...said };
    assert.deepEqual([stateOf(work), progressIn(work)], [state, words]);
  }
});

test('it last changed when it says, or when it ended, began or was made', () => {
  const at = (hour: number) => `2026-11-01T${hour}:00:00.000Z`;
  assert.equal(changedAt(made), made.created_at);
  assert.equal(changedAt({ ...made, started_at: at(10) }), at(10));
  assert.equal(changedAt({ ...made, started_at: at(10), finished_at: at(11) }), at(11));
  assert.equal(changedAt({ ...made, finished_at: at(11), updated_at: at(12) }), at(12));
});
