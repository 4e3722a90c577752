import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Overtaken, retrying } from './retry.ts';

const failing = (code: string) => Object.assign(new Error(`failed with ${code}`), { code });

/** Work that fails so often before it succeeds. */
function work(times: number, code: string) {
  const tries: number[] = [];
  const doWork = async () => {
    tries.push(performance.now());
    if (tries.length <= times) throw failing(code);
    return 'done';
  };
  return { tries, doWork };
}

test('work that lost a race is done again, until it wins', async () => {
  for (const code of ['40001', '40P01']) {
    for (const times of [0, 1, 3]) {
      const { tries, doWork } = work(times, code);
      assert.equal(await retrying(doWork), 'done');
      assert.equal(tries.length, times + 1);
    }
  }
});

test('work that read what another transaction changed meanwhile is done again', async () => {
  let tries = 0;
  const answer = await retrying(async () => {
    tries += 1;
    if (tries === 1) throw new Overtaken('changed meanwhile');
    return 'done';
  });
  assert.deepEqual([answer, tries], ['done', 2]);
});

test('it gives up after three more tries, with the failure itself', async () => {
  const { tries, doWork } = work(99, '40001');
  await assert.rejects(retrying(doWork), { code: '40001' });
  assert.equal(tries.length, 4);
});

test('any other failure is final at once', async () => {
  for (const code of ['23505', '57014', '08006', 'ECONNRESET', '']) {
    const { tries, doWork } = work(99, code);
    await assert.rejects(retrying(doWork), { code });
    assert.equal(tries.length, 1, code);
  }
  await assert.rejects(
    retrying(() => Promise.reject(new Error('none'))),
    /none/,
  );
});

test('each wait is longer than the one before, and all together are short', async () => {
  const { tries, doWork } = work(3, '40P01');
  await retrying(doWork);
  const waits = tries.slice(1).map((at, index) => at - (tries[index] ?? 0));
  for (const [index, wait] of waits.entries()) assert.ok(wait >= 9 * 2 ** index, `${wait}`);
  assert.ok(waits.reduce((sum, wait) => sum + wait, 0) < 1_000);
});
