import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually, rowsOf, serverPid, temporaryFolder } from '../support/embedded-service.ts';
import { ask, type Counter, openCounter, saleOf } from './counter.ts';
import { type Daybook, ownerUrlOf, startDaybook, stopDaybook } from './daybook-process.ts';
import { brokenLaws } from './sound-books.ts';

const callers = 8;
const recoveryMaxMs = 5_000;
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

/** What callers know: the number that each key was answered with, and how often they could not tell. */
type History = { readonly sold: Map<string, string>; unknown: number; replayed: number };

test('ten kills under load lose no sale that was answered, make none twice, and leave sound books', async (t) => {
  const { folder, later } = temporaryFolder(t);
  let daybook = await startDaybook({ folder, settings });
  later(() => stopDaybook(daybook, folder));
  const counter = await openCounter(daybook.url);
  const history: History = { sold: new Map(), unknown: 0, replayed: 0 };
  const open = { isOpen: true, url: () => daybook.url };
  const selling = Array.from({ length: callers }, () => sell(counter, open, history));
  const recoveries: number[] = [];
  for (const [round, whom] of victims.entries()) {
    // Primes apart, so that the kills meet the work at ever other places.
    await sleep(300 + ((round * 97) % 400));
    const begun = performance.now();
    for (const victim of whom) process.kill(victim === 'service' ? pidOf(daybook) : serverPid(folder), 'SIGKILL');
    if (whom.includes('service')) await restart();
    // A session that is about to end may answer a last time.
    else await sleep(50);
    await ready(daybook.url);
    recoveries.push(Math.round(performance.now() - begun));
  }
  open.isOpen = false;
  await Promise.all(selling);
  t.diagnostic(
    `${history.sold.size} sales answered, ${history.unknown} answers lost, of which ${history.replayed} had happened; ` +
      `ready again after ${recoveries.join(', ')} ms`,
  );
  const recorded = await salesByKey(ownerUrlOf(folder));
  assert.deepEqual(differences(history.sold, recorded), []);
  assert.deepEqual(await brokenLaws(ownerUrlOf(folder)), []);
  assert.ok(history.sold.size > callers * victims.length, `only ${history.sold.size} sales`);
  assert.ok(history.unknown > 0, 'no kill met a request, so this proved nothing');
  // One of them may meet a machine that is busy with other tests.
  const [slowest = 0, ...others] = recoveries.toSorted((a, b) => b - a);
  assert.ok(
    Math.max(...others) < recoveryMaxMs && slowest < 2 * recoveryMaxMs,
    `ready after ${recoveries.join(', ')} ms`,
  );

  async function restart(): Promise<void> {
    await daybook.exited;
    daybook = await startDaybook({ folder, settings });
  }
});

/** Sells until closing time; what has no clear answer is asked again with the same key until it has. */
async function sell(
  counter: Counter,
  open: { readonly isOpen: boolean; readonly url: () => string },
  history: History,
): Promise<void> {
  while (open.isOpen) {
    const key = randomUUID();
    let inDoubt = false;
    for (;;) {
      const answer = await ask(open.url(), 'POST /api/sales/record', saleOf(counter, key), {
        token: counter.token,
        key,
        timeoutMs: 10_000,
      });
      if (answer.status === 201) {
        history.sold.set(key, answer.body.number);
        if (inDoubt && answer.headers.has('idempotent-replayed')) history.replayed += 1;
        break;
      }
      assert.ok(isUnknown(answer.status, answer.body.code), `${answer.status} ${JSON.stringify(answer.body)}`);
      if (!inDoubt) history.unknown += 1;
      inDoubt = true;
      await sleep(20);
    }
  }
}

function isUnknown(status: number, code: unknown): boolean {
  return status === 0 || status === 503 || (status === 409 && code === 'request_in_progress');
}

async function ready(url: string): Promise<void> {
  await eventually(recoveryMaxMs * 2, async () => {
    assert.equal((await ask(url, 'GET /readyz', undefined, { timeoutMs: 2_000 })).status, 200);
  });
}

async function salesByKey(ownerUrl: string): Promise<[string, string][]> {
  const rows = await rowsOf<{ which: string; number: string }>(
    ownerUrl,
    `select metadata ->> 'which' as which, number from sales order by number`,
  );
  return rows.map(({ which, number }) => [which, number]);
}

/** Where what callers were told differs from what is recorded. */
function differences(told: ReadonlyMap<string, string>, recorded: readonly (readonly [string, string])[]): string[] {
  const found = new Map<string, string[]>();
  for (const [key, number] of recorded) found.set(key, [...(found.get(key) ?? []), number]);
  const lost = [...told].filter(([key]) => !found.has(key)).map(([key, number]) => `lost: ${number} of ${key}`);
  const odd = [...found].filter(([key, numbers]) => numbers.length !== 1 || numbers[0] !== told.get(key));
  return [...lost, ...odd.map(([key, numbers]) => `told ${told.get(key)}, recorded ${numbers.join()} of ${key}`)];
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
