import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually, rowsOf, temporaryFolder } from '../support/embedded-service.ts';
import { ask, type Counter, openCounter } from './counter.ts';
import { type Daybook, ownerUrlOf, startDaybook, stopDaybook } from './daybook-process.ts';
import { brokenLaws } from './sound-books.ts';

const invoicesMin = 400;
const callersAtOnce = 16;
const kills = 4;
const settings = { DAYBOOK_RATE_LIMIT: 'off', LOG_LEVEL: 'warn' };

type Told = { readonly numbers: Map<string, string>; unknown: number };

test('hundreds of invoices issued at once, through kills, are numbered one after the other', async (t) => {
  const { folder, later } = temporaryFolder(t);
  let daybook = await startDaybook({ folder, settings });
  later(() => stopDaybook(daybook, folder));
  const counter = await openCounter(daybook.url);
  const told: Told = { numbers: new Map(), unknown: 0 };
  const callers = Array.from({ length: callersAtOnce }, async () => {
    while (told.numbers.size < invoicesMin) await issueOne(counter, () => daybook.url, told);
  });
  for (let round = 1; round <= kills; round += 1) {
    await eventually(() => assert.ok(told.numbers.size >= (round * invoicesMin) / (kills + 1)));
    // Primes apart, so that the kills meet the work at ever other places.
    await sleep((round * 97) % 400);
    process.kill(pidOf(daybook), 'SIGKILL');
    await daybook.exited;
    daybook = await startDaybook({ folder, settings });
  }
  await Promise.all(callers);
  const rows = await rowsOf<{ number: string }>(
    ownerUrlOf(folder),
    `select number from documents where type = 'invoice' and number is not null order by series_place`,
  );
  const numbers = rows.map(({ number }) => number);
  t.diagnostic(`${numbers.length} invoices, ${told.unknown} answers lost in ${kills} kills`);
  assert.ok(numbers.length >= invoicesMin);
  assert.deepEqual(amiss(numbers), []);
  assert.deepEqual(amiss([...told.numbers.values()].toSorted()), [], 'what callers were told');
  assert.deepEqual(await brokenLaws(ownerUrlOf(folder)), []);
  assert.ok(told.unknown > 0, 'no kill met a request, so this proved nothing');
});

/** Invoices one service, and asks again with the same key until the answer is clear. */
async function issueOne({ token, client }: Counter, url: () => string, told: Told): Promise<void> {
  const key = randomUUID();
  const invoice = {
    type: 'invoice',
    client_id: client,
    issue: true,
    lines: [{ name: 'Hour', quantity: '1', unit_price: '80' }],
  };
  for (let attempt = 0; ; attempt += 1) {
    const { status, body } = await ask(url(), 'POST /api/documents', invoice, { token, key, timeoutMs: 10_000 });
    if (status === 201) return void told.numbers.set(key, body.number);
    assert.ok(
      status === 0 || status === 503 || body.code === 'request_in_progress',
      `${status} ${JSON.stringify(body)}`,
    );
    if (attempt === 0) told.unknown += 1;
    await sleep(20);
  }
}

function pidOf({ child }: Daybook): number {
  if (child.pid === undefined) throw new Error('the service did not start');
  return child.pid;
}

/** Numbers that do not run from 1 on, each once. */
function amiss(numbers: readonly string[]): string[] {
  return numbers.flatMap((number, index) =>
    Number(number.slice(-5)) === index + 1 ? [] : [`${number} in place ${index + 1}`],
  );
}

test('control: a number that is missing, or given twice, is noticed', () => {
  const numbers = ['INV-2026-00001', 'INV-2026-00002', 'INV-2026-00003'];
  assert.deepEqual(amiss(numbers), []);
  assert.deepEqual(amiss(numbers.slice(1)), ['INV-2026-00002 in place 1', 'INV-2026-00003 in place 2']);
  assert.deepEqual(amiss(['INV-2026-00001', ...numbers]).length, 3);
});
