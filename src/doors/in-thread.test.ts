import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inThread, OutOfMemory } from './in-thread.ts';

/** Answers how often it was asked, unless it is told to do harm. */
const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
  import { parentPort } from 'node:worker_threads';
  let asked = 0;
  parentPort.on('message', (what) => {
    if (what === 'throw') throw new Error('it broke');
    for (const kept = []; what !== 'answer';) if (what === 'fill') kept.push(new Array(10_000).fill(0.5));
    parentPort.postMessage((asked += 1));
  });
`)}`,
);

const never = new AbortController().signal;
const ask = (data: 'answer' | 'throw' | 'spin' | 'fill', signal: AbortSignal = never) =>
  inThread<number>({ script, data, memoryMaxMb: 32, signal });

test('a thread that answered is asked again, and one that is asked meanwhile is another', async () => {
  assert.equal(await ask('answer'), 1);
  assert.equal(await ask('answer'), 2);
  assert.deepEqual(await Promise.all([ask('answer'), ask('answer')]), [3, 1]);
});

test('a thread that was stopped, broke or took too much memory is not asked again', async () => {
  const stopping = new AbortController();
  const spinning = ask('spin', stopping.signal);
  stopping.abort(new Error('it takes too long'));
  await assert.rejects(spinning, /it takes too long/);
  assert.equal(await ask('answer'), 1);
  await assert.rejects(ask('throw'), /it broke/);
  assert.equal(await ask('answer'), 1);
  await assert.rejects(ask('fill'), OutOfMemory);
  assert.equal(await ask('answer'), 1);
});

test('what is stopped before it begins is not begun', async () => {
  await assert.rejects(ask('answer', AbortSignal.abort(new Error('nobody waits'))), /nobody waits/);
});
