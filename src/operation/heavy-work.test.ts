/** Work beside the database: organisations take turns at it, and it ends in time, or when its caller is gone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Overloaded } from '../db/fair-queue.ts';
import { openHeavyWork, WorkTimeout } from './heavy-work.ts';

const deadlineMs = 60_000;

/** Work that ends when it is told to. */
function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { open: resolve, work: () => promise };
}

test('an organisation that sends a hundred files at once makes another wait for one of them at most', async () => {
  const overtaken = { turns: 0, queue: 0 };
  const heavy = openHeavyWork(2);
  let queue: Promise<unknown> = Promise.resolve();
  const inOrder = (work: () => Promise<void>) => (queue = queue.then(work));
  for (const way of ['turns', 'queue'] as const) {
    const order = (organization: string, work: () => Promise<void>) =>
      way === 'turns' ? heavy.run({ organization, deadlineMs }, work) : inOrder(work);
    let done = 0;
    const flood = Array.from({ length: 20 }, () =>
      order('busy', async () => {
        await sleep(1);
        done += 1;
      }),
    );
    await order('calm', async () => void (overtaken[way] = done));
    await Promise.all(flood);
  }
  assert.ok(overtaken.turns <= 1, `${overtaken.turns}`);
  assert.equal(overtaken.queue, 20, 'control: one queue for all has them wait for all');
});

test('who asks for more than may wait is refused, and the others are not', async () => {
  const heavy = openHeavyWork(2);
  const { open, work } = gate();
  const asked = Array.from({ length: 30 }, () => heavy.run({ organization: 'busy', deadlineMs }, work));
  const ended = Promise.allSettled(asked);
  assert.equal(await heavy.run({ organization: 'calm', deadlineMs }, async () => 'done'), 'done');
  open();
  const refused = (await ended).filter((one) => one.status === 'rejected');
  assert.equal(refused.length, 9);
  for (const { reason } of refused) assert.ok(reason instanceof Overloaded);
});

test('work that takes too long is stopped, and its place is free again', async () => {
  const heavy = openHeavyWork(1);
  const forEver = (signal: AbortSignal) => sleep(60_000, undefined, { signal });
  await assert.rejects(heavy.run({ organization: 'slow', deadlineMs: 5 }, forEver), WorkTimeout);
  assert.equal(await heavy.run({ organization: 'slow', deadlineMs }, async () => 'next'), 'next');
});

test('what somebody waited for who hung up is neither begun nor gone on with', async () => {
  const heavy = openHeavyWork(1);
  const first = gate();
  const begun: string[] = [];
  const caller = new AbortController();
  const held = heavy.run({ organization: 'a', deadlineMs }, first.work);
  const waiting = heavy.run({ organization: 'b', deadlineMs, signal: caller.signal }, async () => void begun.push('b'));
  const running = openHeavyWork(1).run({ organization: 'c', deadlineMs, signal: caller.signal }, (signal) =>
    sleep(60_000, undefined, { signal }),
  );
  caller.abort(new Error('hung up'));
  await assert.rejects(waiting, /hung up/);
  await assert.rejects(running, /hung up/);
  assert.equal(heavy.waiting(), 0);
  first.open();
  await held;
  assert.deepEqual(begun, []);
});
