/** Work that was promised with a commit: done once where possible, tried again where not, never lost without a word. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../../../test/support/embedded-service.ts';
import { createWorld, operationNamed, type Wire } from '../../../test/support/world.ts';
import { asOwner } from '../../../test/support/database.ts';
import { openLog } from '../../log.ts';
import { enqueue, type NewJob } from '../../operation/jobs.ts';
import type { Context } from '../../operation/operation.ts';
import { run } from '../../operation/run.ts';
import { type GaveUp, type JobHandler, startWorker, type Worker } from './job-loop.ts';

const world = await createWorld();
const start = Date.parse('2026-03-01T12:00:00.000Z');
let nowMs = start;
const now = () => new Date(nowMs).toISOString();
const later = (seconds: number) => void (nowMs += seconds * 1_000);
const log = openLog('silent');

type Told = { readonly gaveUp?: Readonly<Record<string, GaveUp>> };

function workers(handlers: Readonly<Record<string, JobHandler>>, howMany = 1, told: Told = {}): Worker[] {
  const deps = { db: world.db, handlers, now, secrets: world.runtime.secrets, log, ...told };
  return Array.from({ length: howMany }, () => startWorker(deps));
}

const stop = (all: readonly Worker[]) => Promise.all(all.map((worker) => worker.stop()));

function queue(job: NewJob): Promise<string> {
  const { newId, secrets } = world.runtime;
  // Of a context, queueing needs no more than this.
  return world.db.transaction({}, async (db) => {
    return enqueue({ db, newId, secrets, now: now(), organization: '' }, job);
  });
}

async function rowOf(id: string): Promise<Wire> {
  return (await asked('select * from jobs where id = $1', [id]))[0];
}

async function asked(text: string, values: unknown[]): Promise<Wire[]> {
  return asOwner(world.database.ownerUrl, async (client) => (await client.query(text, values)).rows);
}

const reached = (id: string, state: string) =>
  eventually(async () => {
    const row = await rowOf(id);
    assert.equal(row.state, state);
    return row;
  });

test('a job is done with the payload as it was queued, tells how far it is, and keeps its result', async () => {
  const seen: unknown[] = [];
  const working = workers({
    add: async ({ payload }, progress) => {
      await progress(40.7);
      seen.push(payload);
      return { sum: 3 };
    },
  });
  const id = await queue({ kind: 'add', payload: { a: 1, b: 'zwei' } });
  working[0]?.nudge();
  const row = await reached(id, 'done');
  await stop(working);
  assert.deepEqual(seen, [{ a: 1, b: 'zwei' }]);
  assert.deepEqual([row.progress, row.result, row.error, row.attempts], [100, { sum: 3 }, null, 1]);
  assert.deepEqual(row.payload, {});
});

test('a job that fails is tried again after longer and longer waits, then is dead and says why', async () => {
  let tried = 0;
  const working = workers({
    fail: async () => {
      tried += 1;
      throw new Error(`no answer, try ${tried}\0`);
    },
    fine: async () => null,
  });
  const id = await queue({ kind: 'fail', payload: {} });
  for (const [index, wait] of [5, 60, 600, 3_600].entries()) {
    working[0]?.nudge();
    const row = await eventually(async () => {
      const found = await rowOf(id);
      assert.deepEqual([found.state, found.attempts], ['queued', index + 1]);
      return found;
    });
    assert.equal(row.run_at.getTime() - nowMs, wait * 1_000);
    assert.equal(row.error, `no answer, try ${index + 1}`);
    later(wait - 1);
    const other = await queue({ kind: 'fine', payload: {} });
    working[0]?.nudge();
    await reached(other, 'done');
    assert.equal(tried, index + 1, 'it waits, and others go on');
    later(1);
  }
  working[0]?.nudge();
  const dead = await reached(id, 'failed');
  later(100_000);
  working[0]?.nudge();
  const other = await queue({ kind: 'fine', payload: {} });
  await reached(other, 'done');
  await stop(working);
  assert.deepEqual([dead.attempts, dead.error, dead.locked_until], [5, 'no answer, try 5', null]);
  assert.equal(tried, 5);
});

test('a job whose node died is taken over when its lease has run out, not before', async () => {
  const id = await queue({ kind: 'carry', payload: { on: true } });
  await asked(
    `update jobs set state = 'running', attempts = 1, locked_until = $2::timestamptz + interval '60 s' where id = $1`,
    [id, now()],
  );
  let done = 0;
  const working = workers({ carry: async () => void (done += 1), fine: async () => null });
  const other = await queue({ kind: 'fine', payload: {} });
  working[0]?.nudge();
  await reached(other, 'done');
  assert.equal(done, 0);
  later(61);
  working[0]?.nudge();
  const row = await reached(id, 'done');
  await stop(working);
  assert.deepEqual([done, row.attempts], [1, 2]);
});

test('a node that was asleep past its lease cannot undo what the next one did', async () => {
  const asleep = Promise.withResolvers<void>();
  const slow = workers({ once: () => asleep.promise.then(() => Promise.reject(new Error('too late'))) });
  const id = await queue({ kind: 'once', payload: {} });
  slow[0]?.nudge();
  await reached(id, 'running');
  later(61);
  const next = workers({ once: async () => 'done by the next' });
  const row = await reached(id, 'done');
  asleep.resolve();
  await stop([...slow, ...next]);
  assert.deepEqual([row.result, row.attempts], ['done by the next', 2]);
  assert.deepEqual(await rowOf(id), row);
});

test('a job that ends every process that takes it is given up, and does not keep the others waiting', async () => {
  const id = await queue({ kind: 'explode', payload: {} });
  await asked(`update jobs set state = 'running', attempts = 5, locked_until = $2 where id = $1`, [id, now()]);
  later(1);
  let exploded = 0;
  const working = workers({ explode: async () => void (exploded += 1) });
  working[0]?.nudge();
  const row = await reached(id, 'failed');
  await stop(working);
  assert.equal(exploded, 0);
  assert.match(row.error, /stopped during every attempt/);
});

test('who asked for a job that ends every process is told before it is over, until they have heard', async () => {
  const id = await queue({ kind: 'explode', payload: { of: 'Ana' }, secret: true });
  await asked(`update jobs set state = 'running', attempts = 5, locked_until = $2 where id = $1`, [id, now()]);
  later(1);
  const told: unknown[] = [];
  const explode: GaveUp = async ({ payload }) => {
    told.push([payload, (await rowOf(id)).state]);
    if (told.length === 1) throw new Error('nobody answers');
  };
  const working = workers({ explode: async () => assert.fail('it is not tried again') }, 1, { gaveUp: { explode } });
  working[0]?.nudge();
  await eventually(() => assert.equal(told.length, 1));
  later(61);
  working[0]?.nudge();
  await reached(id, 'failed');
  await stop(working);
  const heard = [{ of: 'Ana' }, 'running'];
  assert.deepEqual(told, [heard, heard]);
});

test('a secret payload cannot be read off the table, and opens in its own row only', async () => {
  const secret = { link: 'https://books.example/reset#token=abc' };
  const id = await queue({ kind: 'mail', payload: secret, secret: true });
  const stolen = await queue({ kind: 'mail', payload: {}, runAt: '2030-01-01T00:00:00Z' });
  const row = await rowOf(id);
  assert.equal(JSON.stringify(row).includes('books.example'), false);
  await asked('update jobs set payload = $2, run_at = $3 where id = $1', [stolen, row.payload, now()]);
  const seen: unknown[] = [];
  const working = workers({ mail: async ({ payload }) => void seen.push(payload) });
  working[0]?.nudge();
  await reached(id, 'done');
  await eventually(async () => assert.equal((await rowOf(stolen)).attempts, 1));
  await stop(working);
  assert.deepEqual(seen, [secret]);
  await asked('delete from jobs where id = $1', [stolen]);
});

test('many nodes share the jobs, and none is done twice', async () => {
  const seen: unknown[] = [];
  const ids = await Promise.all(Array.from({ length: 40 }, (_, at) => queue({ kind: 'count', payload: { at } })));
  const working = workers({ count: async ({ payload }) => void seen.push(payload) }, 4);
  await Promise.all(ids.map((id) => reached(id, 'done')));
  await stop(working);
  assert.equal(seen.length, 40);
  assert.equal(new Set(seen.map((payload) => JSON.stringify(payload))).size, 40);
});

test('a job waits for its time', async () => {
  const runAt = new Date(nowMs + 60_000).toISOString();
  const [waiting, due] = [
    await queue({ kind: 'fine', payload: {}, runAt }),
    await queue({ kind: 'fine', payload: {} }),
  ];
  const working = workers({ fine: async () => null });
  await reached(due, 'done');
  assert.equal((await rowOf(waiting)).state, 'queued');
  later(60);
  working[0]?.nudge();
  await reached(waiting, 'done');
  await stop(working);
});

test('a job of a kind that no node knows yet is not lost', async () => {
  const id = await queue({ kind: 'mystery', payload: { a: 1 } });
  const other = await queue({ kind: 'fine', payload: {} });
  const working = workers({ fine: async () => null });
  await reached(other, 'done');
  await stop(working);
  const row = await rowOf(id);
  assert.deepEqual([row.state, row.payload], ['queued', { a: 1 }]);
});

test('stopping waits for the job in hand', async () => {
  const [begun, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const id = await queue({ kind: 'long', payload: {} });
  const working = workers({
    long: async () => {
      begun.resolve();
      await finish.promise;
    },
  });
  await begun.promise;
  const stopped = stop(working);
  finish.resolve();
  await stopped;
  assert.equal((await rowOf(id)).state, 'done');
});

test('a job is queued with its change or not at all', async () => {
  const { newId, secrets } = world.runtime;
  let id = '';
  const failing = world.db.transaction({}, async (db) => {
    const context = { db, newId, secrets, now: now(), organization: '' } as unknown as Context;
    id = enqueue(context, { kind: 'fine', payload: {} });
    throw new Error('changed my mind');
  });
  await assert.rejects(failing, /changed my mind/);
  assert.equal(await rowOf(id), undefined);
});

test('after a commit it is said which kinds of work wait, so that nobody looks for what is not there', async () => {
  const told: string[][] = [];
  const runtime = {
    ...world.runtime,
    committed: (_: unknown, kinds: ReadonlySet<string>) => void told.push([...kinds]),
  };
  const say = (name: string, input: object, dryRun = false) =>
    run(runtime, operationNamed(name), {
      actor: world.ana,
      input,
      dryRun,
      idempotencyKey: `${name} ${dryRun}`,
      origin: { door: 'rest', requestId: 'told' },
    });
  const file = { kind: 'clients', content: 'name\nAda Lovelace\n' };
  await say('create_import', file, true);
  await say('create_client', { display_name: 'Grace Hopper', type: 'individual' });
  await say('create_import', file);
  assert.deepEqual(told, [[], ['run_import']]);
});
