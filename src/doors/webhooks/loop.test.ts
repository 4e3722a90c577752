import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gatherNext, startLoop } from './loop.ts';

test('a busy loop waits longer for each turn up to its limit, and a quiet one answers at once again', () => {
  const waits: number[] = [20];
  for (const isBusy of [true, true, true, true, true, true, true, false]) {
    waits.push(gatherNext(waits.at(-1) ?? 0, { isBusy, gatherMaxMs: 1_000 }));
  }
  assert.deepEqual(waits, [20, 40, 80, 160, 320, 640, 1_000, 1_000, 20]);
  assert.equal(gatherNext(20, { isBusy: true, gatherMaxMs: 20 }), 20, 'one without a limit of its own stays as quick');
});

test('what is nudged while a turn is under way has a turn of its own, and failures end nothing', async () => {
  const { promise: twice, resolve: done } = Promise.withResolvers<void>();
  const failures: unknown[] = [];
  let turns = 0;
  const loop = startLoop({
    turn: async () => {
      turns += 1;
      // The first turn begins before the loop is there to be nudged.
      await Promise.resolve();
      if (turns === 1) loop.nudge();
      if (turns === 2) throw new Error('a turn fails');
      if (turns === 3) done();
      return turns < 3;
    },
    onError: (error) => {
      failures.push(error);
      loop.nudge();
    },
    gatherMaxMs: 1_000,
  });
  await twice;
  await loop.stop();
  assert.equal(failures.length, 1);
});
