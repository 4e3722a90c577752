import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refused } from '../../../test/support/refused.ts';
import { createWorld, type Wire, withPermissions } from '../../../test/support/world.ts';
import { sql } from '../../db/sql.ts';
import { messagesOf } from '../../messages/index.ts';
import { typeIdFrom } from '../../wire/type-id.ts';
import { jobKinds } from './job-kinds.ts';

const world = await createWorld();
const { ana, rival } = world;

const failed = (kind: string) => jobIn('failed', kind);

async function jobIn(state: string, kind: string): Promise<string> {
  const id = world.runtime.newId();
  const organization = ana.organization?.id ?? '';
  await world.db.transaction({ organization }, (db) =>
    db.run(sql`
      insert into jobs (id, organization_id, kind, payload, state, attempts, error, run_at, created_at, updated_at)
      values (${id}, ${organization}, ${kind}, '{"secret":"hush"}', ${state}, 5, 'It broke.', now(), now(), now())`),
  );
  return typeIdFrom('job', id);
}

test('what was given up is listed with its reason not with what it was told, and tried again if asked', async () => {
  const id = await failed('check_books');
  const { data } = await world.call('list_jobs', { state: ['failed'] });
  assert.deepEqual(
    data.map((job: Wire) => [job.id, job.kind, job.error, job.attempts]),
    [[id, 'check_books', 'It broke.', 5]],
  );
  assert.ok(!JSON.stringify(data).includes('hush'));
  const again = await world.call('retry_job', { id });
  assert.deepEqual([again.state, again.attempts], ['queued', 0]);
  assert.deepEqual(await world.call('get_job', { id }), again);
  await assert.rejects(world.call('retry_job', { id }), refused('invalid_state_transition'));
});

test('a job is seen in its own organisation, by those who may read what it concerns', async () => {
  const id = await failed('send_document_mail');
  await assert.rejects(world.call('get_job', { id }, { as: rival }), refused('not_found'));
  await assert.rejects(world.call('retry_job', { id }, { as: rival }), refused('not_found'));
  const keeper = withPermissions(ana, ['ledger:read', 'organization:write']);
  await assert.rejects(world.call('get_job', { id }, { as: keeper }), refused('not_found'));
  await assert.rejects(world.call('retry_job', { id }, { as: keeper }), refused('not_found'));
  const { data } = await world.call('list_jobs', { kind: 'send_document_mail' }, { as: keeper });
  assert.deepEqual(data, []);
  const writer = withPermissions(ana, ['documents:read']);
  assert.equal((await world.call('get_job', { id }, { as: writer })).id, id);
});

test('what has a record of its own that says so is not tried again behind its back', async () => {
  const id = await failed('send_document_mail');
  await assert.rejects(
    world.call('retry_job', { id }),
    refused('invalid_state_transition', ({ hint }) => assert.equal(hint, 'Send the document again.')),
  );
});

test('what waits or runs is called off, and stays so', async () => {
  for (const state of ['queued', 'running']) {
    const id = await jobIn(state, 'send_mail');
    const cancelled = await world.call('cancel_job', { id });
    assert.equal(cancelled.state, 'cancelled');
    assert.deepEqual(await world.call('get_job', { id }), cancelled);
    for (const again of ['cancel_job', 'retry_job']) {
      await assert.rejects(world.call(again, { id }), refused('invalid_state_transition'));
    }
    await assert.rejects(world.call('cancel_job', { id }, { as: rival }), refused('not_found'));
  }
});

test('what belongs to a record, and what comes every night, is called off in its own way', async () => {
  for (const [state, kind, hint] of [
    ['running', 'run_import', 'Cancel the import.'],
    ['queued', 'run_recurring_expense', 'Pause the recurring expense.'],
    ['queued', 'check_books', 'It runs again automatically and can be cancelled only while it runs.'],
  ] as const) {
    const id = await jobIn(state, kind);
    await assert.rejects(
      world.call('cancel_job', { id }),
      refused('invalid_state_transition', (details) => assert.equal(details.hint, hint)),
    );
    assert.equal((await world.call('get_job', { id })).state, state);
  }
  assert.equal((await world.call('cancel_job', { id: await jobIn('running', 'check_books') })).state, 'cancelled');
});

test('every kind of job has a name that the console shows', () => {
  const { kinds } = messagesOf('en', 'console').team.jobs;
  assert.deepEqual(Object.keys(kinds).toSorted(), jobKinds().toSorted());
});
