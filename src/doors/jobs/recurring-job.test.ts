/** Recurring records are made once, on their day, through crashes and on any node; failures are reported. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asOwner } from '../../../test/support/database.ts';
import { longTest } from '../../../test/support/dose.ts';
import { createExpenseFixture } from '../../../test/support/expense-fixture.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';
import { catalogue } from '../../catalogue.ts';
import { openLog } from '../../log.ts';
import type { Actor } from '../../operation/actor.ts';
import { startWorker } from './job-loop.ts';
import { recurringExpenses } from '../../modules/expenses/index.ts';
import { recurringRunner } from './recurring-job.ts';

const world = await createWorld();
const runner = recurringRunner(recurringExpenses, { catalogue, runtime: () => world.runtime });
const noon = (day: string) => world.setNow(`${day}T12:00:00Z`);

type Job = { id: string; organization_id: string; payload: object; run_at: Date };

/** The jobs that are due, taken off the queue. */
async function due(): Promise<Job[]> {
  return asOwner(world.database.ownerUrl, async (client) => {
    const { rows } = await client.query<Job>(
      `update jobs set state = 'done'
       where kind = 'run_recurring_expense' and state = 'queued' and run_at <= $1 returning *`,
      [world.runtime.now()],
    );
    return rows;
  });
}

function work({ id, organization_id: organizationId, payload }: Job, attempts = 1): Promise<unknown> {
  const job = { id, organizationId, payload, kind: 'run_recurring_expense', attempts, error: null };
  return runner(job, () => Promise.resolve());
}

/** Works at what is due until nothing is, as a worker would. */
async function catchUp(): Promise<void> {
  for (let jobs = await due(); jobs.length > 0; jobs = await due()) {
    for (const job of jobs) await work(job);
  }
}

const template = { payee_name: 'Landlord', lines: [{ category: 'Rent and utilities', amount: '900' }] };
const monthly = { name: 'Rent', frequency: 'month', template };

async function schedule(as: Actor, more: object = {}): Promise<Wire> {
  return world.call('create_recurring_expense', { ...monthly, ...more }, { as });
}

async function daysMade(as: Actor, id: string): Promise<string[]> {
  const { data } = await world.call('list_expenses', { recurring_id: id, sort: 'expense_date', limit: 100 }, { as });
  return data.map((one: Wire) => one.expense_date);
}

test('rent of the 31st is posted on the last day of short months, by itself, each once', async () => {
  noon('2026-01-31');
  const as = await world.found('Tenant');
  const fixture = createExpenseFixture(world, as);
  const { id } = await schedule(as, { mode: 'post', due_in_days: 3 });
  for (const day of ['2026-01-31', '2026-02-27', '2026-02-28', '2026-03-30', '2026-03-31']) {
    noon(day);
    await catchUp();
  }
  assert.deepEqual(await daysMade(as, id), ['2026-01-31', '2026-02-28', '2026-03-31']);
  const { data } = await world.call('list_expenses', { recurring_id: id, sort: 'expense_date' }, { as });
  assert.deepEqual(
    [data[0].status, data[0].due_date, data[0].occurrence_date, data[0].payee_name, data[0].created_by.name],
    ['posted', '2026-02-03', '2026-01-31', 'Landlord', 'Owner of Tenant'],
  );
  const now = await world.call('get_recurring_expense', { id }, { as });
  assert.deepEqual([now.run_count, now.last_run_date, now.next_date], [3, '2026-03-31', '2026-04-30']);
  await fixture.booksAgree();
});

test('a day begins at midnight of the organisation', async () => {
  world.setNow('2026-05-01T04:00:00Z');
  const as = await world.found('West', { timezone: 'America/Los_Angeles' });
  const { id, next_date: next } = await schedule(as, { start_date: '2026-05-01' });
  assert.equal(next, '2026-05-01');
  await catchUp();
  assert.deepEqual(await daysMade(as, id), [], 'it is still April there');
  world.setNow('2026-05-01T07:00:00Z');
  await catchUp();
  assert.deepEqual(await daysMade(as, id), ['2026-05-01']);
});

test(
  'two nodes, a crash after the commit and people who press the button make each occurrence once',
  longTest,
  async () => {
    noon('2026-06-01');
    const as = await world.found('Twice');
    const { id } = await schedule(as, { frequency: 'day', mode: 'post' });
    for (const day of ['2026-06-01', '2026-06-02', '2026-06-03']) {
      noon(day);
      const jobs = await due();
      const press = Array.from({ length: 10 }, (_, turn) =>
        world.call('run_recurring_expense', { id }, { as, key: `${day} ${turn}` }),
      );
      await Promise.all([...press, ...jobs.flatMap((job) => [work(job), work(job), work(job, 2)])]);
      await catchUp();
    }
    assert.deepEqual(await daysMade(as, id), ['2026-06-01', '2026-06-02', '2026-06-03']);
    await createExpenseFixture(world, as).booksAgree();
  },
);

test('workers of two nodes do the work when its time has come', async () => {
  noon('2026-07-01');
  const as = await world.found('Nodes');
  const { id } = await schedule(as, { frequency: 'week', occurrences_max: 4, start_date: '2026-06-10' });
  const { db, now, secrets } = world.runtime;
  const deps = { db, now, secrets, log: openLog('silent'), handlers: { run_recurring_expense: runner } };
  const workers = [startWorker(deps), startWorker(deps)];
  for (let waits = 0; waits < 100 && (await daysMade(as, id)).length < 4; waits += 1) {
    for (const worker of workers) worker.nudge();
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
  await Promise.all(workers.map((worker) => worker.stop()));
  assert.deepEqual(await daysMade(as, id), ['2026-06-10', '2026-06-17', '2026-06-24', '2026-07-01']);
  assert.equal((await world.call('get_recurring_expense', { id }, { as })).status, 'completed');
});

test('what was missed is made as it was agreed: not at all, the last of it, or all', async () => {
  const made: Record<string, string[]> = {};
  for (const catch_up of ['skip', 'one', 'all']) {
    noon('2026-01-05');
    const as = await world.found(`Missed ${catch_up}`);
    const { id } = await schedule(as, { catch_up, start_date: '2026-01-05' });
    await catchUp();
    noon('2026-04-10');
    await catchUp();
    made[catch_up] = await daysMade(as, id);
    const { next_date: next } = await world.call('get_recurring_expense', { id }, { as });
    assert.equal(next, '2026-05-05');
  }
  assert.deepEqual(made, {
    skip: ['2026-01-05'],
    one: ['2026-01-05', '2026-04-05'],
    all: ['2026-01-05', '2026-02-05', '2026-03-05', '2026-04-05'],
  });
});

test('what cannot be made says why, is tried again each day, and is paused after three times', async () => {
  noon('2026-02-01');
  const as = await world.found('Broken');
  const supplier = await world.call(
    'create_client',
    { type: 'business', display_name: 'Gone', roles: ['supplier'] },
    { as },
  );
  const { id } = await schedule(as, {
    start_date: '2026-02-02',
    template: { supplier_id: supplier.id, lines: template.lines },
  });
  await world.call('archive_client', { id: supplier.id }, { as });
  for (const [day, failures] of [
    ['2026-02-02', 1],
    ['2026-02-03', 2],
  ] as const) {
    noon(day);
    await catchUp();
    const failing = await world.call('get_recurring_expense', { id }, { as });
    assert.deepEqual([failing.status, failing.consecutive_failures], ['active', failures]);
    assert.match(failing.last_error, /cannot have new expenses/);
  }
  noon('2026-02-04');
  await catchUp();
  assert.equal((await world.call('get_recurring_expense', { id }, { as })).status, 'paused');
  assert.deepEqual(await daysMade(as, id), []);
  await world.call('restore_client', { id: supplier.id }, { as });
  const resumed = await world.call('resume_recurring_expense', { id }, { as });
  assert.deepEqual([resumed.status, resumed.last_error], ['active', null]);
  await catchUp();
  assert.deepEqual(await daysMade(as, id), ['2026-02-02']);
});

test('it has the rights of whoever set it up, as far as they still have them', async () => {
  noon('2026-03-01');
  const as = await world.found('Rights');
  const { id } = await schedule(as, { mode: 'post' });
  await asOwner(world.database.ownerUrl, (client) =>
    client.query(
      "update roles set permissions = array_remove(permissions, 'expenses:approve') where organization_id = $1",
      [as.organization?.id],
    ),
  );
  await catchUp();
  assert.deepEqual(await daysMade(as, id), []);
  const failing = await world.call('get_recurring_expense', { id }, { as });
  assert.match(failing.last_error, /do not have permission/);
});
