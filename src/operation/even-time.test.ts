import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { atEvenTime } from './even-time.ts';

async function millisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work().catch(() => undefined);
  return performance.now() - began;
}

test('an answer and a refusal come at a multiple of the step, never before', async () => {
  for (const workMs of [0, 1, 7, 19, 23]) {
    const answered = await millisecondsOf(() => atEvenTime(20, () => sleep(workMs)));
    assert.ok(answered >= (workMs < 19 ? 20 : 20 * Math.ceil(workMs / 20)), `${workMs} ms of work took ${answered}`);
    const refused = await millisecondsOf(() => atEvenTime(20, () => Promise.reject(new Error('no'))));
    assert.ok(refused >= 20, `${refused}`);
  }
});

test('the result and the error are the ones of the work', async () => {
  assert.equal(await atEvenTime(5, async () => 7), 7);
  await assert.rejects(
    atEvenTime(5, () => Promise.reject(new Error('this one'))),
    /this one/,
  );
});
