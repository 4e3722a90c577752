import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually, serverPid, temporaryFolder } from '../support/embedded-service.ts';
import { ask, openCounter } from './counter.ts';
import { type Daybook, ownerUrlOf, startDaybook, stopDaybook } from './daybook-process.ts';
import { contradictions, differences, sell } from './selling.ts';
import { brokenLaws } from './sound-books.ts';

const salesMin = 80;
const settings = { DAYBOOK_RATE_LIMIT: 'off', LOG_LEVEL: 'warn' };
type Victim = 'service' | 'database';
const victims: readonly (readonly Victim[])[] = [
  ['service'],
  ['database'],
  ['service', 'database'],
  ['service'],
  ['database', 'service'],
  ['database'],
  ['service'],
  ['service', 'database'],
  ['database'],
  ['service'],
];

test('ten kills under load lose no sale that was answered, make none twice, and leave sound books', async (t) => {
  const { folder, later } = temporaryFolder(t);
  let daybook = await startDaybook({ folder, settings });
  later(() => stopDaybook(daybook, folder));
  const counter = await openCounter(daybook.url);
  const { history, close } = sell(t, counter, () => daybook.url);
  const recoveries: number[] = [];
  for (const [round, whom] of victims.entries()) {
    const sold = history.sold.size;
    await eventually(() => assert.ok(history.sold.size >= sold + salesMin / victims.length));
    // Primes apart, so that the kills meet the work at ever other places.
    await sleep((round * 97) % 400);
    const begun = performance.now();
    for (const victim of whom) process.kill(victim === 'service' ? pidOf(daybook) : serverPid(folder), 'SIGKILL');
    if (whom.includes('service')) await restart();
    // A session that is about to end may answer a last time.
    else await sleep(50);
    await ready(daybook.url);
    recoveries.push(Math.round(performance.now() - begun));
  }
  await close();
  t.diagnostic(
    `${history.sold.size} sales answered, ${history.unknown} answers lost, of which ${history.replayed} had ` +
      `happened; ready again after ${recoveries.join(', ')} ms`,
  );
  assert.deepEqual(await contradictions(history, ownerUrlOf(folder)), []);
  assert.deepEqual(await brokenLaws(ownerUrlOf(folder)), []);
  assert.ok(history.sold.size >= salesMin, `only ${history.sold.size} sales`);
  assert.ok(history.unknown > 0, 'no kill met a request, so this proved nothing');

  async function restart(): Promise<void> {
    await daybook.exited;
    daybook = await startDaybook({ folder, settings });
  }
});

async function ready(url: string): Promise<void> {
  await eventually(async () => {
    assert.equal((await ask(url, 'GET /readyz', undefined, { timeoutMs: 2_000 })).status, 200);
  });
}

function pidOf({ child }: Daybook): number {
  if (child.pid === undefined) throw new Error('the service did not start');
  return child.pid;
}

test('control: a sale that is lost, doubled or never answered is noticed', () => {
  const told = new Map([
    ['a', 'S-1'],
    ['b', 'S-2'],
  ]);
  const sound: [string, string][] = [
    ['a', 'S-1'],
    ['b', 'S-2'],
  ];
  assert.deepEqual(differences(told, sound), []);
  assert.equal(differences(told, sound.slice(1)).length, 1);
  assert.equal(differences(told, [...sound, ['a', 'S-3']]).length, 1);
  assert.equal(differences(told, [...sound, ['c', 'S-3']]).length, 1);
});
