import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { openDatabase } from '../../src/db/database.ts';
import { Overloaded, openFairQueue } from '../../src/db/fair-queue.ts';
import { sql } from '../../src/db/sql.ts';
import { createTestDatabase } from '../support/database.ts';

const busy = '01890000-0000-7000-8000-000000000001';
const calm = '01890000-0000-7000-8000-000000000002';
const flood = 120;
const workMs = 50;
const connectionsMax = 10;

test('who asks for much at once waits for themselves, and others hardly notice', async (t) => {
  const database = await createTestDatabase();
  t.after(() => database.drop());
  const db = openDatabase({ url: database.runtimeUrl, role: 'daybook_runtime', connectionsMax });
  const work = (organization: string) =>
    db.transaction({ organization }, (tx) => tx.one(sql`select pg_sleep(${workMs / 1_000})`));
  const fair = await overtaken(work);
  await db.close();

  // Control: a pool alone answers in the order in which it was asked.
  const pool = new pg.Pool({ connectionString: database.runtimeUrl, max: connectionsMax });
  // The database may be dropped while the last of its connections is still closing.
  pool.on('error', () => undefined);
  const inOrder = await overtaken(() => pool.query('select pg_sleep($1)', [workMs / 1_000]));
  await pool.end();
  t.diagnostic(`of ${flood} calls ${fair} were answered before the calm one; without turns ${inOrder}`);
  assert.ok(fair <= 2 * connectionsMax, `${fair}`);
  assert.ok(inOrder >= flood - connectionsMax, `${inOrder}`);
});

/** Number of flood calls answered before the one call of another organisation, which came after them. */
async function overtaken(work: (organization: string) => Promise<unknown>): Promise<number> {
  let answered = 0;
  const floods = Array.from({ length: flood }, () => work(busy).then(() => (answered += 1)));
  await work(calm);
  const before = answered;
  await Promise.all(floods);
  return before;
}

test('turns go round the lanes, none has all of them, and who would wait too long is told so at once', async () => {
  const turns = openFairQueue({ atOnce: 3, perQueue: 2, waitingPerQueue: 4, patienceMs: 60_000 });
  const order: string[] = [];
  const held: (() => void)[] = [];
  const ask = async (lane: string) => {
    const end = await turns.take(lane);
    order.push(lane);
    held.push(end);
  };
  const asked = ['a', 'a', 'a', 'a', 'a', 'a', 'b', 'c', 'b', 'c'].map(ask);
  await Promise.all([asked[0], asked[1], asked[6]]);
  assert.deepEqual(order, ['a', 'a', 'b']);
  assert.equal(turns.waiting(), 7);
  await assert.rejects(turns.take('a'), Overloaded);
  while (held.length > 0) {
    held.shift()?.();
    await new Promise(setImmediate);
  }
  await Promise.all(asked);
  assert.equal(order.length, 10);
  assert.ok(order.lastIndexOf('c') < order.lastIndexOf('a'), order.join(' '));
  assert.equal(turns.waiting(), 0);
});

test('who is not called in time is told so, and takes no turn', async () => {
  const turns = openFairQueue({ atOnce: 1, perQueue: 1, waitingPerQueue: 10, patienceMs: 20 });
  const end = await turns.take('a');
  await assert.rejects(turns.take('b'), Overloaded);
  end();
  (await turns.take('b'))();
  assert.equal(turns.waiting(), 0);
});
